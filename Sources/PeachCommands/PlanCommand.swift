import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

extension AnalysisPlan.Analysis: ExpressibleByArgument {}

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan how many trials and listeners an experiment needs.",
    discussion: """
      --precision finds how many trials each strategy needs to reach that precision. --effect finds how many trials and \
      listeners a comparison of two conditions or groups needs. With --analysis population it tells what one model of all \
      listeners gains over a t test of separate thresholds, in the same simulated studies. Peach varies the number of trials of stop rules that \
      only count trials, such as stop: {trials: 60}; it leaves every other stop rule as it is. To continue an \
      interrupted plan, repeat the command: Peach keeps the finished parts in the folder ~/.cache/peach, or in \
      $PEACH_HOME/work or $XDG_CACHE_HOME/peach if such an environment variable is set.

      Examples:
        peach plan experiments/strategy-comparison.yaml --precision 10%
        peach plan experiments/strategy-comparison.yaml --effect 20% --power 90%
        peach plan experiment.yaml --effect 20% --power 90% --listeners 12
        peach plan experiment.yaml --effect 20% --strategy psi --listener keen --where jnd=5
        peach plan experiment.yaml --effect 20% --power 80% --design between --between 40% -o power.svg
        peach plan experiment.yaml --effect 20% --analysis population --listeners 20 --trials 40 --uneven
      """)

  enum Design: String, CaseIterable, ExpressibleByArgument {
    case within, between

    var ofStudy: Study.Design { self == .within ? .within : .between }
  }

  @OptionGroup var file: ExperimentOptions

  @OptionGroup var processes: ProcessOptions

  @Option(
    help: ArgumentHelp(
      """
      Target precision: root mean square error as a percentage of the true threshold.
      """, valueName: "10%"),
    transform: PercentOption.share)
  var precision: Double?

  @Option(
    help: ArgumentHelp("Effect size: how far the second threshold exceeds the first, in percent.", valueName: "20%"),
    transform: PercentOption.share)
  var effect: Double?

  @Option(
    help: ArgumentHelp(
      """
      Target power, the probability of finding the effect; default 90%.
      """, valueName: "90%"), transform: PercentOption.share)
  var power: Double?

  @Option(
    help: ArgumentHelp(
      "Listeners, 2 to 1000, in each group if there are two; default as many as needed.", valueName: "N"))
  var listeners: Int?

  @Option(help: ArgumentHelp("Design: listeners do both conditions (within) or one (between); default within."))
  var design: Design?

  @Option(
    help: ArgumentHelp(
      "The SD of thresholds over listeners, as a percentage of their mean; default 30%.", valueName: "30%"),
    transform: PercentOption.share)
  var between: Double?

  @Option(
    name: .customLong("effect-sd"),
    help: ArgumentHelp(
      "The SD of the effect over listeners, as a percentage of its mean; default 0%: the same effect for all.",
      valueName: "10%"),
    transform: PercentOption.share)
  var effectSpread: Double?

  @Option(
    help: ArgumentHelp(
      """
      Analysis of each study: a t test of separate thresholds (two-stage), or this and one model of all listeners \
      (population), which needs --listeners; default two-stage.
      """))
  var analysis: AnalysisPlan.Analysis?

  @Option(
    help: ArgumentHelp(
      """
      With --analysis population: trials of a listener in each condition, 5 to 2000; can be repeated; default 20, 40, 80 \
      and 160.
      """, valueName: "N"))
  var trials: [Int] = []

  @Option(
    help: ArgumentHelp(
      "With --analysis population: number of simulated studies, 20 to 10000; default 200.", valueName: "N"))
  var studies: Int?

  @Flag(
    help: """
      With --analysis population: listeners in turn have a quarter, a half, once and 2.25 times the trials.
      """)
  var uneven = false

  @Option(
    name: .customLong("strategy"),
    help: ArgumentHelp("Plan only this strategy of the file; can be repeated; default all.", valueName: "NAME"),
    completion: Completions.strategies)
  var strategies: [String] = []

  @Option(
    name: .customLong("listener"),
    help: ArgumentHelp("Plan only for this listener of the file; can be repeated; default all.", valueName: "NAME"))
  var models: [String] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Plan only for this value of a varied key, such as jnd=5; repeat the option for other keys; default all values.",
      valueName: "COLUMN=VALUE"))
  var conditions: [String] = []

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "Write a figure with lines of equal power over trials and listeners; the extension selects SVG, PNG or PDF.",
      valueName: "FIGURE.svg|png|pdf"), completion: .file(extensions: ["svg", "png", "pdf"]))
  var output: String?

  @Option(help: FigureOptions.widthHelp)
  var width: FigureColumns?

  @Option(help: ArgumentHelp("Seed of all random streams; default that of the file.", valueName: "N"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Number of parallel jobs; default one for each core.", valueName: "N"))
  var jobs: Int?

  @Option(help: "Output format.")
  var format: OutputFormat = .table

  @OptionGroup var layout: PageOptions

  @Flag(help: "Replace an existing figure.")
  var force = false

  @Flag(help: "Start over and discard the work of an interrupted plan.")
  var fresh = false

  func validate() throws {
    guard (precision == nil) != (effect == nil) else {
      throw ValidationError("expected either --precision 10% or --effect 20%")
    }
    if precision != nil {
      let others: [(String, Bool)] = [
        ("power", power != nil), ("listeners", listeners != nil), ("design", design != nil),
        ("between", between != nil), ("effect-sd", effectSpread != nil), ("output", output != nil),
        ("analysis", analysis != nil),
      ]
      if let other = others.first(where: \.1) { throw ValidationError("--\(other.0): needs --effect") }
    }
    try validateAnalysis()
    try WorkCounts.check(jobs: jobs)
    if let listeners, !(2...1000).contains(listeners) {
      throw ValidationError("--listeners: expected a whole number from 2 to 1000, got \(listeners)")
    }
    for condition in conditions where !condition.dropFirst().contains("=") {
      throw ValidationError("--where: expected COLUMN=VALUE, such as jnd=5, got \(SafeText.quoted(condition))")
    }
    try OutputFile.check(output, of: "--output")
    if width != nil, output == nil { throw ValidationError("--width: needs --output") }
    if let output { _ = try FigureOptions.ending(of: output, "--output") }
  }

  private func validateAnalysis() throws {
    guard analysis == .population else {
      let own = [("trials", !trials.isEmpty), ("studies", studies != nil), ("uneven", uneven)]
      if let other = own.first(where: \.1) { throw ValidationError("--\(other.0): needs --analysis population") }
      return
    }
    guard listeners != nil else {
      throw ValidationError("--analysis population: needs --listeners N, such as --listeners 20")
    }
    let others = [("power", power != nil), ("output", output != nil)]
    if let other = others.first(where: \.1) {
      throw ValidationError("--\(other.0): works only with --analysis two-stage, the default")
    }
    for number in trials where !(5...2000).contains(number) {
      throw ValidationError("--trials: expected a whole number from 5 to 2000, got \(number)")
    }
    if let studies, !(20...10_000).contains(studies) {
      throw ValidationError("--studies: expected a whole number from 20 to 10000, got \(studies)")
    }
  }

  func run() async throws {
    let experiment = try file.read(Experiment.Overrides(seed: seed))
    try processes.admit(experiment.plan.resolved, of: file.experiment)
    guard experiment.plan.cells.allSatisfy({ $0.factory != nil }) else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message:
          "\(SafeText.line(file.experiment)): pitch matchings have no threshold, so there is nothing to "
          + "plan\n  hint: state task: {kind: comparison} or {kind: forced-choice}")
    }
    let chosen = try chosenCells(of: experiment.plan)
    let (path, seed) = (file.experiment, seed)
    let procedure = try Procedure { trials in
      var plan = try Experiment.readHere(path, Experiment.Overrides(seed: seed, trials: trials)).plan
      plan.cells = chosen.map { plan.cells[$0] }
      return plan
    }
    var planned = experiment
    // The file's own stops decide whether a design is hopeless, not the numbers that are tried.
    planned.plan.cells = chosen.map { experiment.plan.cells[$0] }
    Warnings.tellShort(
      planned.warnings(knowing: procedure.records) + planned.functionAdvice, of: SafeText.forShell(path))
    let picture = try output.map { try OutputFile($0, force: force, sources: [path]) }
    Interruption.listen()
    if let precision {
      try await plan(procedure, precision: precision)
    } else if let effect {
      let study = Study(
        design: (design ?? .within).ofStudy, effect: effect, effectSpread: effectSpread ?? 0, between: between ?? 0.3,
        power: power ?? 0.9, listeners: listeners)
      if analysis == .population, let listeners {
        try await compareAnalyses(procedure, study, listeners: listeners)
      } else {
        try await plan(procedure, study, picture)
      }
    }
  }

  /// The places of the cells to plan, in file order.
  private func chosenCells(of plan: Plan) throws -> [Int] {
    try check(strategies, "strategy", among: plan.cells.map(\.strategy))
    try check(models, "listener", among: plan.cells.map(\.listener))
    let columns = VariedColumn.short(plan.varied)
    let names = plan.varied.map(VariedColumn.name(of:))
    let wanted = try conditions.map { condition -> (place: Int, value: String) in
      let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let place = [columns, names, plan.varied].lazy.compactMap({ $0.firstIndex(of: parts[0]) }).first else {
        let there = columns.isEmpty ? "the file varies nothing" : "it varies \(columns.joined(separator: ", "))"
        throw ValidationError(
          "--where: \(SafeText.line(file.experiment)) does not vary \(SafeText.quoted(parts[0])); \(there)")
      }
      try check([parts[1]], "where: \(parts[0])", among: plan.cells.map { $0.varied[place] }.filter { !$0.isEmpty })
      return (place, parts[1])
    }
    let cells = plan.cells.indices.filter { place in
      let cell = plan.cells[place]
      return (strategies.isEmpty || strategies.contains(cell.strategy))
        && (models.isEmpty || models.contains(cell.listener))
        && Dictionary(grouping: wanted, by: \.place).allSatisfy { column, values in
          values.contains { $0.value == cell.varied[column] }
        }
    }
    guard !cells.isEmpty else {
      throw ValidationError(
        "--strategy, --listener, --where: no combination in \(SafeText.line(file.experiment)) matches all of these")
    }
    return cells
  }

  /// - Throws: `ValidationError` for a name that is not there.
  private func check(_ names: [String], _ option: String, among there: [String]) throws {
    var known: [String] = []
    for name in there where !known.contains(name) { known.append(name) }
    for name in names where !known.contains(name) {
      throw ValidationError(
        "--\(option): expected one of \(known.joined(separator: ", ")), got \(SafeText.quoted(name))")
    }
  }

  private var jobCount: Int { WorkCounts.jobs(jobs) }

  private func plan(_ procedure: Procedure, precision: Double) async throws {
    try await followed(procedure, key: "precision") { kept, clock, foreseen, progress -> [PrecisionRow]? in
      let plan = PrecisionPlan(
        procedure, share: precision, jobs: jobCount, kept: kept, clock: clock,
        isCancelled: { Interruption.isRequested })
      return try await plan.rows(foreseen: foreseen, progress: progress)
    } then: { rows in
      let record = procedure.plan.record(version: "", build: "")
      let table = PrecisionTable(rows, TableContext(record, procedure.records))
      try print(table.columns, table.rows) {
        PrecisionText(
          rows, of: record, share: precision, function: CommonFitWords.ofLevels(procedure.plan),
          isPlain: Standard.isPlain
        ).text(in: layout.page)
      }
    }
  }

  private func plan(_ procedure: Procedure, _ study: Study, _ picture: OutputFile?) async throws {
    let people = [study.effect, study.effectSpread, study.between].map { "\($0)" }.joined(separator: " ")
    try await followed(procedure, key: "effect, variation \(people)") {
      kept, clock, foreseen, progress -> [PowerRow]? in
      let plan = PowerPlan(
        procedure, study: study, jobs: jobCount, kept: kept, clock: clock, isCancelled: { Interruption.isRequested })
      return try await plan.rows(foreseen: foreseen, progress: progress)
    } then: { rows in
      let unreachable = PowerPlan(procedure, study: study, jobs: 1, isCancelled: { false }).unreachable
      let record = procedure.plan.record(version: "", build: "")
      let table = PowerTable(rows, TableContext(record, procedure.records))
      try print(table.columns, table.rows) {
        PowerText(
          rows, unreachable: unreachable, of: record, study, function: CommonFitWords.ofLevels(procedure.plan),
          isPlain: Standard.isPlain
        ).text(in: layout.page)
      }
      try draw(rows, study, record, picture)
    }
  }

  private func compareAnalyses(_ procedure: Procedure, _ study: Study, listeners: Int) async throws {
    func plan(_ kept: WorkingFile?, _ clock: WorkClock) -> AnalysisPlan {
      AnalysisPlan(
        procedure, study: study, listeners: listeners,
        trials: trials.isEmpty ? AnalysisPlan.usualTrials : trials.distinct,
        studies: studies ?? AnalysisPlan.usualStudies, isUneven: uneven, jobs: jobCount, kept: kept, clock: clock,
        isCancelled: { Interruption.isRequested })
    }
    if let cell = plan(nil, WorkClock()).incomparable.first {
      throw Failure(
        status: ExitStatus.wrongContent,
        message:
          "\(SafeText.line(file.experiment)): \(SafeText.line(cell.strategy)): the common fit takes the logarithm of levels, "
          + "but the axis is linear; the model and the t test would compare different effects\n"
          + "  hint: use a function without a logarithm, or state an axis with scale: log")
    }
    let people = [study.effect, study.effectSpread, study.between].map { "\($0)" }.joined(separator: " ")
    try await followed(procedure, key: "analyses of effect, variation \(people) \(study.design.rawValue)") {
      kept, clock, foreseen, progress -> [AnalysisRow]? in
      try await plan(kept, clock).rows(foreseen: foreseen, progress: progress)
    } then: { rows in
      let record = procedure.plan.record(version: "", build: "")
      let table = AnalysisTable(rows, TableContext(record, procedure.records))
      try print(table.columns, table.rows) { AnalysisText(rows, of: record, study).text(in: layout.page) }
    }
  }

  private func draw(_ rows: [PowerRow], _ study: Study, _ record: SimulationRecord, _ picture: OutputFile?) throws {
    guard let picture, let output else { return }
    guard let figure = Figure.power(rows, of: study, varied: record.varied) else {
      Standard.error(
        "\(SafeText.line(output)): no figure was written: there is nothing to show, or too much for one figure; "
          + "the table has all numbers\n"
      )
      return
    }
    picture.write(
      bytes: try FigureFiles.bytes(
        of: figure, width: width?.width ?? .single, ending: FigureOptions.ending(of: output, "--output")))
    try picture.finish()
  }

  /// Does the work, telling how long it will take and how far it is. Finished parts are kept until all is printed.
  ///
  /// - Parameter key: Everything that decides the runs but the experiment.
  /// - Throws: `ExitCode` where it was interrupted, `Failure` where an error stops every run.
  private func followed<Rows>(
    _ procedure: Procedure, key: String,
    _ work: (WorkingFile, WorkClock, (Double) -> Void, (PlanProgress) -> Void) async throws -> Rows?,
    then tell: (Rows) throws -> Void
  ) async throws {
    let kept = try ResumableWork(
      of: "plan", key: [procedure.plan.digest, procedure.plan.seedText, key].joined(separator: "\n"), isFresh: fresh)
    let clock = WorkClock()
    let bar = ProgressBar(counting: "trials", clock: clock)
    defer { bar.clear() }
    let cells = TextTable.counted(procedure.records.count, "cell")
    let rows: Rows?
    do {
      rows = try await work(
        kept.file, clock,
        { seconds in
          if Standard.errorIsTerminal { Standard.status("") }
          Standard.error(
            "planning \(cells) (strategies × listeners), which takes about \(ProgressBar.roundTime(seconds))\n")
        },
        { bar.show(done: $0.done, total: $0.total, new: $0.new) })
    } catch let stopped as StoppedRuns {
      let cell = procedure.records[stopped.cell]
      throw stopped.failure(of: cell.strategy, with: cell.listener)
    }
    bar.clear()
    guard let rows else { throw kept.interrupted() }
    Interruption.workEnds()
    Interruption.endAtOnce()
    try tell(rows)
    kept.file.remove()
  }

  private func print(_ columns: [String], _ rows: [[Value?]], text: () -> String) throws {
    switch format {
    case .table: Standard.output(text())
    case .csv:
      Standard.data(CSV.header(columns))
      for row in rows { Standard.data(CSV.line(row)) }
    case .json: Standard.data(JSONRows.text(columns, rows))
    }
  }
}

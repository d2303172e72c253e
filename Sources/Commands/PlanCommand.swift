import Analysis
import ArgumentParser
import Configuration
import Experiments
import Figures
import Planning
import Records
import Reports
import Simulation
import Trials

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Find how many trials and listeners an experiment needs, by simulating its very procedures.",
    discussion: """
      With --precision: after how many trials the threshold of each listener is known so well by each strategy. With --effect: \
      how many trials and listeners a comparison of two conditions, or of two groups, needs. Stops that count trials alone are \
      set to the numbers that are tried; other stops stay. Nothing is kept in a file.

      Examples:
        peach plan experiments/strategy-comparison.yaml --precision 10%
        peach plan experiments/strategy-comparison.yaml --effect 20% --power 90%
        peach plan experiment.yaml --effect 20% --power 90% --listeners 12
        peach plan experiment.yaml --effect 20% --power 80% --design between --between 40% -o power.svg
      """)

  enum Design: String, CaseIterable, ExpressibleByArgument {
    case within, between

    var ofStudy: Study.Design { self == .within ? .within : .between }
  }

  @OptionGroup var file: ExperimentOptions

  @OptionGroup var processes: ProcessOptions

  @Option(
    help: ArgumentHelp("How well a threshold is to be known: its RMSE, in percent of the truth.", valueName: "10%"),
    transform: PercentOption.share)
  var precision: Double?

  @Option(
    help: ArgumentHelp("How much higher the second of two thresholds is than the first.", valueName: "20%"),
    transform: PercentOption.share)
  var effect: Double?

  @Option(
    help: ArgumentHelp("The power that is wanted; default 90%.", valueName: "90%"), transform: PercentOption.share)
  var power: Double?

  @Option(
    help: ArgumentHelp(
      "How many listeners there are, in each group of two; default: as many as are needed.", valueName: "N"))
  var listeners: Int?

  @Option(help: ArgumentHelp("Whether every listener does both conditions, or one of two groups each; default within."))
  var design: Design?

  @Option(
    help: ArgumentHelp("The SD of thresholds over listeners; default 30%.", valueName: "30%"),
    transform: PercentOption.share)
  var between: Double?

  @Option(
    name: .customLong("effect-sd"),
    help: ArgumentHelp("The SD of the effect over listeners; default none.", valueName: "10%"),
    transform: PercentOption.share)
  var effectSpread: Double?

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "A picture of the lines of equal power beside the table, by the name as SVG, PNG or PDF.",
      valueName: "FIGURE.svg|png|pdf"), completion: .file(extensions: ["svg", "png", "pdf"]))
  var output: String?

  @Option(help: ArgumentHelp("Root of all random streams, in place of the file's.", valueName: "N"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Pieces of work that are done at once; default one for each core.", valueName: "N"))
  var jobs: Int?

  @Option(help: "How it is printed.")
  var format: OutputFormat = .table

  @OptionGroup var layout: PageOptions

  @Flag(help: "Replace a picture that exists.")
  var force = false

  func validate() throws {
    guard (precision == nil) != (effect == nil) else {
      throw ValidationError("expected --precision 10% or --effect 20%, one of them")
    }
    if precision != nil {
      let others: [(String, Bool)] = [
        ("power", power != nil), ("listeners", listeners != nil), ("design", design != nil),
        ("between", between != nil), ("effect-sd", effectSpread != nil), ("output", output != nil),
      ]
      if let other = others.first(where: \.1) { throw ValidationError("--\(other.0): is of --effect") }
    }
    try WorkCounts.check(jobs: jobs)
    if let listeners, !(2...1000).contains(listeners) {
      throw ValidationError("--listeners: expected a whole number from 2 to 1000, got \(listeners)")
    }
    try OutputFile.check(output, of: "--output")
    if let output, ending == nil {
      throw ValidationError(
        "--output: expected a name that ends in .svg, .png or .pdf, got \(Shown.quoted(output))")
    }
  }

  private var ending: String? {
    output.flatMap { output in FigureFiles.endings.first { output.lowercased().hasSuffix(".\($0)") } }
  }

  func run() async throws {
    let experiment = try file.read(Experiment.Overrides(seed: seed))
    try processes.admit(experiment.plan.resolved, of: file.experiment)
    guard experiment.plan.cells.allSatisfy({ $0.factory != nil }) else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message:
          "\(Shown.line(file.experiment)): no strategy chooses pitch matchings: there is no threshold whose trials could "
          + "be planned\n  hint: state task: {kind: comparison} or {kind: level}")
    }
    let (path, seed) = (file.experiment, seed)
    let procedure = try Procedure { trials in
      try Experiment.readHere(path, Experiment.Overrides(seed: seed, trials: trials)).plan
    }
    Warnings.tellShort(
      experiment.warnings(knowing: procedure.records), of: Shown.forShell(path))
    let picture = try output.map { try OutputFile($0, force: force, sources: [path]) }
    Interruption.listen()
    Interruption.endSoon(saying: PlanCommand.interrupted)
    if let precision {
      try await plan(procedure, precision: precision)
    } else if let effect {
      let study = Study(
        design: (design ?? .within).ofStudy, effect: effect, effectSpread: effectSpread ?? 0, between: between ?? 0.3,
        power: power ?? 0.9, listeners: listeners)
      try await plan(procedure, study, picture)
    }
  }

  private static let interrupted = "interrupted; a plan keeps nothing\n"

  private var crew: Int { WorkCounts.jobs(jobs) }

  private func plan(_ procedure: Procedure, precision: Double) async throws {
    let plan = PrecisionPlan(procedure, share: precision, jobs: crew, isCancelled: { Interruption.isRequested })
    let rows = try await followed(procedure) { try await plan.rows(foreseen: $0, progress: $1) }
    let record = procedure.plan.record(version: "", build: "")
    let table = PrecisionTable(rows, TableContext(record, procedure.records))
    try print(table.columns, table.rows) { PrecisionText(rows, of: record, share: precision).text(in: layout.page) }
  }

  private func plan(_ procedure: Procedure, _ study: Study, _ picture: OutputFile?) async throws {
    let plan = PowerPlan(procedure, study: study, jobs: crew, isCancelled: { Interruption.isRequested })
    let rows = try await followed(procedure) { try await plan.rows(foreseen: $0, progress: $1) }
    let record = procedure.plan.record(version: "", build: "")
    let table = PowerTable(rows, TableContext(record, procedure.records))
    try print(table.columns, table.rows) {
      PowerText(rows, unreachable: plan.unreachable, of: record, study).text(in: layout.page)
    }
    guard let picture, let output, let ending else { return }
    guard let figure = Figure.power(rows, of: study, varied: record.varied) else {
      Standard.error(
        "\(Shown.line(output)): not drawn: there is nothing to be seen, or too much for one picture; the table has it all\n"
      )
      return
    }
    picture.write(bytes: try FigureFiles.bytes(of: figure, ending: ending))
    try picture.finish()
  }

  /// Does the work, telling how long it will take and how far it is.
  ///
  /// - Throws: `ExitCode` where it was interrupted, `Failure` where an error stops every run.
  private func followed<Rows>(
    _ procedure: Procedure, _ work: ((Double) -> Void, (PlanProgress) -> Void) async throws -> Rows?
  ) async throws -> Rows {
    let bar = ProgressBar(counting: "trials")
    defer { bar.clear() }
    let cells = TextTable.counted(procedure.records.count, "cell")
    let rows: Rows?
    do {
      rows = try await work(
        { Standard.error("\(cells) (strategies × listeners) to plan, about \(ProgressBar.time($0))\n") },
        { bar.show(done: $0.done, total: $0.total, new: $0.done, left: .seconds($0.secondsLeft)) })
    } catch let stopped as StoppedRuns {
      let cell = procedure.records[stopped.cell]
      throw stopped.failure(of: cell.strategy, with: cell.listener)
    }
    bar.clear()
    guard let rows else {
      Interruption.workEnds()
      Standard.error(PlanCommand.interrupted)
      throw ExitCode(Interruption.status)
    }
    Interruption.endAtOnce()
    return rows
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

import ArgumentParser
import Foundation
import PeachAnalysis
import PeachExperiments
import PeachFitting
import PeachMath
import PeachReporting
import PeachStorage
import PeachSupport
import PeachTrials

struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Fit psychometric functions to trials or counts.",
    discussion: """
      Data are a table of text, standard input (-), a results file with stored trials, or a live listener. A table has commas, \
      semicolons, tabs or blanks between its columns, or is JSON with an object for each row. \
      Counts have the columns level, n (trials) and k (correct); proportions have level, n and proportion (or \
      percent); trials have level, or offset (signed), with correct or answer. The name of a level may carry its \
      unit, as in level_cents. A wide table has a \
      column for each level. Peach knows the column names of \
      PsychoPy, Palamedes and others, and reports on stderr which columns it read. It leaves out and counts rows without a \
      level or an answer. If the data do not determine a threshold, the status of the fit says so; the exit code is \
      then 0, or 1 with --strict.

      Examples:
        peach fit experiments/data/psignifit-demo.csv
        peach fit data.csv --reading direction --by listener --format csv
        peach fit data.csv --level contrast --correct key_resp.corr --alternatives 4
        peach fit wide.csv --n 40 --unit dB --by listener
        peach fit --study lab-day --by listener,block --reading direction --at 0.75
        peach fit --study asking --by instrument --reading direction --at 0.75
        peach fit strategy-comparison.sqlite --by strategy listener \\
          --reading direction --lapse 0.01 --at 0.75
        peach fit study.csv --population participant --within condition
      """)

  /// The default seed of fits that draw random numbers.
  static let usualSeed: UInt64 = 1

  @Argument(
    help: "The data: a text table (CSV or JSON), a results file, or - for standard input.",
    completion: .file(extensions: ["csv", "tsv", "txt", "json", "jsonl", "sqlite"]))
  var data: String?

  @Option(
    help: ArgumentHelp(
      """
      Fit the comparisons that this live listener answered.
      """, valueName: "ID"), completion: Completions.listeners)
  var listener: String?

  @OptionGroup var study: StudyOptions

  @OptionGroup(title: "Reading data") var columns: DataOptions

  @Option(help: ArgumentHelp("Unit of the levels, if their column does not state it.", valueName: "UNIT"))
  var unit: String?

  @OptionGroup(title: "Fitting") var options: FitOptions

  @Option(
    name: .customLong("by"), parsing: .upToNextOption,
    help: ArgumentHelp(
      """
      Fit each group of rows with the same values in these columns; separate several columns by commas.
      """, valueName: "COLUMN"))
  var groups: [String] = []

  var by: [String] { groups.flatMap { $0.split(separator: ",").map(String.init) } }

  @Option(
    help: ArgumentHelp(
      """
      Instead of a fit, estimate how the last N answers and stimuli affect an answer. Peach uses a probit \
      regression, or logit with --function logistic, and tests whether they have any effect.
      """, valueName: "N"))
  var history: Int?

  @Flag(help: "With --history: include the pitch of this and the last N reference notes.")
  var historyNotes = false

  @Flag(help: "Include excluded trials and practice in the fit.")
  var withExcluded = false

  @Option(
    help: ArgumentHelp(
      """
      Also fit all groups of --by together, with these parameters in common. A likelihood ratio compares this model \
      with separate fits; it uses maximum likelihood, whatever --method says.
      """,
      valueName: "threshold,width,guess,lapse"))
  var share: String?

  @Flag(
    help: """
      Compare the groups of --by two by two: differences of thresholds, with p values corrected by Holm's method. \
      With --format csv Peach prints only this table.
      """)
  var compare = false

  @Option(
    name: .customLong("within"), parsing: .upToNextOption,
    help: ArgumentHelp(
      """
      With --population: columns that name conditions. With --compare: columns of --by that name participants; \
      Peach then compares conditions within each participant, and over participants by paired t tests.
      """, valueName: "COLUMN"))
  var participants: [String] = []

  var within: [String] { participants.flatMap { $0.split(separator: ",").map(String.init) } }

  @OptionGroup(title: "Population") var people: PopulationOptions

  @Option(
    help: ArgumentHelp(
      """
      Write a CSV file with the residual of each level and its influence on the fit.
      """, valueName: "FILE.csv"),
    completion: .file(extensions: ["csv"]))
  var residuals: String?

  @Option(
    help: ArgumentHelp(
      """
      Seed of all random numbers. Each group has random numbers of its own, so its result does not depend on the \
      other groups.
      """,
      valueName: "N"))
  var seed: UInt64 = usualSeed

  @OptionGroup(title: "Report") var reporting: FitReportOptions

  @Flag(help: "Exit with code 1 unless the status of every fit is ok.")
  var strict = false

  @Option(help: "Output format.")
  var format: OutputFormat = .table

  @OptionGroup var layout: PageOptions

  func validate() throws {
    _ = try options.request(alternatives: nil)
    if let data, listener != nil || study.isGiven {
      let option = listener != nil ? "--listener" : study.study != nil ? "--study" : "--block"
      throw ValidationError("expected DATA or \(option), got \(SafeText.quoted(data)) and \(option)")
    }
    if study.block != nil, study.study == nil, listener == nil {
      throw ValidationError("--block: expected with --study NAME or --listener ID")
    }
    guard data != nil || listener != nil || study.study != nil else {
      throw ValidationError(
        by.isEmpty
          ? "expected DATA: a CSV file, a results file, or - for standard input; or --listener ID"
          : "expected DATA before --by, which takes every word up to the next option")
    }
    if let unit, unit.isEmpty || unit.count > 20 || unit.contains(where: \.isNewline) {
      throw ValidationError("--unit: expected a unit of 1 to 20 characters, got \(SafeText.quoted(unit))")
    }
    try FitGroups.check(by, hasResiduals: residuals != nil)
    try checkPopulation()
    if people.population != nil { return }
    try FitGroups.check(within: within, by: by, isComparing: compare, isSharing: share != nil)
    if options.catches != nil, compare || share != nil {
      throw ValidationError(
        "--catch: cannot be combined with --compare and --share, which fit only test trials")
    }
    _ = try FitGroups.shared(share, isComparing: compare, by: by, options.method ?? .ml)
    if historyNotes, history == nil { throw ValidationError("--history-notes: expected with --history") }
    if history != nil { try checkHistory() }
    try OutputFile.check(residuals, of: "--residuals")
    if residuals == "-" {
      throw ValidationError("--residuals: expected a file, because Peach prints the fits to standard output")
    }
  }

  private static let mostCompared = 100

  func run() async throws {
    if let history { return try fit(history: history) }
    if let column = people.population { return try await fit(population: column) }
    var (observations, shared, report, warnings) = try prepared()
    let file = try residuals.map { try ResidualsFile($0, source: data ?? shown) }
    let page = try reporting.file(sources: [data].compactMap(\.self))
    for warning in warnings { Standard.error("\(SafeText.line(shown)): \(warning)\n") }
    Interruption.endAtOnce()
    if page == nil, !compare, share == nil, observations.groups.count > FitCommand.mostKept {
      try await printParts(of: observations.groups, &report, file)
    } else {
      try await fit(observations.groups, shared, in: &report)
      try file?.write(report)
    }
    if let page {
      let shown = try reporting.page(report, observations, background(), stimuli: stimuli(), warnings: warnings)
      try page.write(shown.page, shown.figures, to: reporting.drawing, force: reporting.force)
      Standard.error("report: \(SafeText.line(reporting.report ?? ""))\n")
    }
    if format == .table || report.fits.count == report.tally.fits { print(report) }
    let isSound = report.tally.areSound && report.sharedFits.allSatisfy { $0.result.status == .ok }
    if strict, !isSound { throw ExitCode(ExitStatus.runFailed) }
  }

  /// Makes the report that the command would write, but prints nothing and writes no file.
  ///
  /// - Parameters:
  ///   - arguments: The words of the command, without the program's name.
  ///   - program: The version and build that the page names.
  /// - Returns: The report, and how many fits it has.
  func page(
    arguments: [String], by program: (version: String, build: String)
  ) async throws -> (page: FitPage, fits: Int) {
    var (observations, shared, report, warnings) = try prepared()
    try await fit(observations.groups, shared, in: &report)
    let page = try reporting.page(
      report, observations, background(), stimuli: stimuli(), warnings: warnings, arguments: arguments, by: program)
    return (page, report.fits.count)
  }

  /// Data read and the request checked, ready to be fitted.
  private func prepared() throws -> (
    observations: Observations, shared: SharedParameters, report: FitReport, warnings: [String]
  ) {
    let source = try data.map { try FitData.read($0, separator: columns.givenSeparator) } ?? liveData()
    let stated = try statedFunction()
    let observations = try read(source, by: by, stated: stated)
    let request = try request(for: observations, of: source, stated: stated)
    let shared = try FitGroups.shared(share, isComparing: compare, by: by, request.method)
    if let problem = shared.problem(in: request.settings) { throw ValidationError("--share: \(problem)") }
    var report = try FitReport(observations, source: shown, by: by, request: request, seed: seed)
    if compare || share != nil, within.isEmpty { try checkComparison(of: observations.groups.count, report) }
    report.residuals = residuals
    report.givenUnit = unit
    report.isInFull = reporting.report != nil
    report.cautions = IntervalCaution.notes(on: observations.groups, request)
    report.notes += FitHints.notes(source, observations, request) + report.cautions
    if options.function == nil, let stated, stated.name == request.function.name, stated.name != NormalFunction.name {
      report.notes.append(
        "the function is \(stated.name), the experiment's estimator-function; --function fits another")
    }
    let warnings = FitHints.warnings(source, observations, request, alternatives: options.alternatives)
    return (observations, shared, report, warnings)
  }

  private func checkComparison(of groups: Int, _ report: FitReport) throws {
    let option = share == nil ? "--compare" : "--share"
    if groups > FitCommand.mostCompared {
      throw ValidationError(
        "\(option): expected at most \(FitCommand.mostCompared) groups, because it compares every pair, got \(groups); "
          + "fewer columns in --by make fewer groups")
    }
    if !report.hasOneGuess {
      throw ValidationError(
        "\(option): expected groups with the same number of alternatives; --guess or --alternatives states "
          + "one for all")
    }
  }

  /// The function that the experiments of live sessions state; `nil` for other data.
  private func statedFunction() throws -> (any PsychometricFunction.Type)? {
    guard data == nil else { return nil }
    return StatedFunction.of(try liveSessions(try ListenerDatabase.opened(for: [listener].compactMap(\.self))))
  }

  func read(
    _ source: FitData, by: [String], stated: (any PsychometricFunction.Type)? = nil
  ) throws -> Observations {
    var ways = columns.ways
    ways.needsAlternatives = options.guess == nil && options.alternatives == nil
    ways.positiveLevelsFor = options.needsPositiveLevels(stated)
    ways.keepsTrials = reporting.report != nil
    ways.usesCatches = options.catches != nil
    ways.takesExcluded = withExcluded
    return try withUnit(Observations.read(source.table, reading: options.reading, by: by, ways))
  }

  /// The observations with the unit that the user says.
  func withUnit(_ observations: Observations) throws -> Observations {
    guard let unit else { return observations }
    if let own = observations.unit, own != unit {
      throw ValidationError(
        "--unit: the levels are in \(SafeText.quoted(own)) by the name of their column, got \(SafeText.quoted(unit)); "
          + "leave out --unit, or rename the column")
    }
    var observations = observations
    observations.unit = unit
    return observations
  }

  /// The requested fit of these data.
  func request(
    for observations: Observations, of source: FitData, stated: (any PsychometricFunction.Type)? = nil
  ) throws -> FitRequest {
    let usual = options.alternatives ?? source.simulation?.alternatives ?? 2
    var numbers: [Int] = []
    for group in observations.groups {
      let number = group.alternatives ?? usual
      if !numbers.contains(number) { numbers.append(number) }
    }
    let requests = try numbers.map { try options.request(alternatives: $0, stated: stated) }
    return requests[numbers.firstIndex(of: usual) ?? 0]
  }

  /// If there are more groups than this, fits are printed as they are made and not kept.
  private static let mostKept = 10_000
  /// The number of those fits that a human-readable table shows.
  private static let mostShown = 1000

  private func fit(
    _ groups: [ObservationGroup], keeping limit: Int = .max, in report: inout FitReport,
    each: ([FitRow]) throws -> Void = { _ in }
  ) async throws {
    let bar = ProgressBar(counting: "fits", after: .milliseconds(500))
    try await report.fit(
      groups, jobs: ProcessInfo.processInfo.activeProcessorCount, keeping: limit,
      progress: { bar.show(done: $0, total: groups.count, new: $0) }, each: each)
    bar.clear()
  }

  /// Fits very many groups and writes each result at once. A human-readable table shows only the first of them.
  private func printParts(
    of groups: [ObservationGroup], _ report: inout FitReport, _ file: ResidualsFile?
  ) async throws {
    let residuals = try file?.begin(report)
    var stream = FitTable.Stream(report, isJSON: format == .json)
    let isTable = format == .table
    try await fit(groups, keeping: isTable ? FitCommand.mostShown : 0, in: &report) { rows in
      if let residuals { ResidualsFile.add(rows, to: residuals) }
      if !isTable { Standard.data(stream.text(rows)) }
    }
    try residuals?.finish()
    guard !isTable else { return }
    Standard.data(stream.end)
    tellNotes(report)
  }

  private func fit(_ groups: [ObservationGroup], _ shared: SharedParameters, in report: inout FitReport) async throws {
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    try await fit(groups, in: &report)
    guard compare || share != nil else { return }
    let compared = ProgressBar(counting: "comparisons", after: .milliseconds(500))
    await report.compare(sharing: shared, within: within, jobs: jobs) { compared.show(done: $0, total: $1, new: $0) }
    compared.clear()
    if groups.count < 2 { report.notes.append("--by gives only one group, so there is nothing to compare") }
    if groups.count > 1, report.comparisons.isEmpty {
      report.notes.append("there is only one condition, so there is nothing to compare")
    }
  }

  func liveData() throws -> FitData {
    let live = try ListenerDatabase.opened(for: [listener].compactMap(\.self))
    if let listener, !study.isGiven { return try FitData.read(listener, in: live) }
    guard let data = try FitData.read(liveSessions(live), of: shown, in: live, further: studyColumns(live)) else {
      throw Failure(
        status: ExitStatus.commandLine, message: "\(SafeText.line(shown)): there is no answered comparison yet")
    }
    return data
  }

  /// The columns of the study's participants that the options name.
  private func studyColumns(_ live: LiveDatabase) throws -> [TableColumn<TrialRow>] {
    guard let name = study.study else { return [] }
    let people = try StudyPeople(of: name, in: live, kinds: Peach.kinds)
    return ParticipantsTable.trialColumns(of: people, named: by + self.people.between)
  }

  /// The live sessions that the options select.
  private func liveSessions(_ live: LiveDatabase) throws -> [SessionRecord] {
    let named = [listener].compactMap(\.self)
    let ids = study.isGiven ? try study.listeners(among: named, in: live) : named
    return try ids.flatMap { try live.sessions(of: $0).filter(study.includes) }
  }

  func background() throws -> DataBackground {
    guard let data else {
      let live = try ListenerDatabase.opened(for: [])
      return try DataBackground(sessions: liveSessions(live), in: live)
    }
    return try data != "-" && ResultsFile.isOurs(data) ? DataBackground(results: data) : DataBackground(file: data)
  }

  /// The sounds of the data, as far as they are known.
  private func stimuli() throws -> [DrawnSound] {
    guard let data else {
      let live = try ListenerDatabase.opened(for: [])
      return StoredSounds.first(of: try liveSessions(live), in: live)
    }
    guard data != "-", ResultsFile.isOurs(data) else { return [] }
    let results = try ResultsFile.open(data)
    let plan = try? Experiment.parse(results.simulation().experiment, file: data, kinds: Peach.kinds).plan
    return [try StimulusSection.sound(results, plan, results.cells())].compactMap(\.self)
  }

  var shown: String {
    if listener != nil || study.isGiven {
      return [listener.map { "listener \($0)" }, study.isGiven ? study.shown : nil].compactMap(\.self)
        .joined(separator: ", ")
    }
    return data == "-" ? "standard input" : data ?? ""
  }

  private func print(_ report: FitReport) {
    switch format {
    case .table: Standard.output(FitText(report, isPlain: Standard.isPlain).styled(in: layout.page))
    case .csv: Standard.data(compare ? ComparisonTable.csv(report) : FitTable.csv(report))
    case .json: Standard.data(FitTable.json(report))
    }
    if format != .table { tellNotes(report) }
  }

  /// Prints the notes that a human-readable table shows below it: all on a terminal, in logs those on intervals.
  private func tellNotes(_ report: FitReport) {
    let notes = Standard.errorIsTerminal ? report.notes : report.cautions
    for note in notes { Standard.error(note + "\n") }
  }
}

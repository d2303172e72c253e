import ArgumentParser
import PeachAnalysis
import PeachReporting
import PeachStorage
import PeachSupport

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export results or live listeners as CSV or a data set.",
    discussion: """
      Tables of a results file:
      \(ResultsTables.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Tables of live listeners:
      \(ListenerTables.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Tables of the people of studies:
      \(PeopleTables.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      To see the columns of a table: peach list columns TABLE

      A data set is a folder with tables, a description of each column, and the experiment. It follows Frictionless \
      Data and one more standard: \(DataSetStandards.all.map { $0.title }.joined(separator: " or ")). A notebook is a \
      data set with a Jupyter notebook that draws the data and fits them again. Peach puts an apostrophe before a text \
      that a spreadsheet would run as a formula, and removes it when it reads the file.

      Examples:
        peach export strategy-comparison.sqlite --table runs -o runs.csv
        peach export --listener P07 P08 --table trials -o trials.csv
        peach export strategy-comparison.sqlite --dataset comparison
        peach export --all-listeners --dataset study --standard bids
        peach export --study lab-day --block fifth --table trials -o fifth.csv
        peach export --study lab-day --table participants --format json
        peach export --study lab-day --dataset lab-day
        peach export --listener P07 --notebook P07
      """)

  @Argument(help: "A results file.", completion: .file(extensions: ["sqlite"]))
  var results: String?

  @Option(
    name: .customLong("listener"), parsing: .upToNextOption,
    help: ArgumentHelp("Export these live listeners instead of a results file.", valueName: "ID"),
    completion: Completions.listeners)
  var listeners: [String] = []

  @Flag(help: "Export all live listeners.")
  var allListeners = false

  @OptionGroup var study: StudyOptions

  @Option(help: ArgumentHelp("Which table.", valueName: "NAME"), completion: Completions.tables)
  var table: String?

  @Option(
    help: ArgumentHelp("Write all tables and their description into a new folder.", valueName: "DIR"),
    completion: .directory)
  var dataset: String?

  @Option(
    help: ArgumentHelp("Write a data set with a Jupyter notebook into a new folder.", valueName: "DIR"),
    completion: .directory)
  var notebook: String?

  @Option(
    help: ArgumentHelp(
      """
      With --dataset: the standard for the names of the files: \(names(of: DataSetStandards.all)); default \
      \(DataSetStandards.all[0].name).
      """, valueName: "NAME"),
    completion: .list(DataSetStandards.all.map { $0.name }))
  var standard: String?

  private static func names(of standards: [any DataSetStandard.Type]) -> String {
    standards.map { $0.name }.joined(separator: " or ")
  }

  private func chosenStandard() throws -> any DataSetStandard.Type {
    guard let standard else { return DataSetStandards.all[0] }
    if let found = DataSetStandards.named(standard) { return found }
    throw ValidationError(
      "--standard: expected \(ExportCommand.names(of: DataSetStandards.all)), got \(SafeText.quoted(standard))"
        + NearestName.ending(for: standard, among: DataSetStandards.all.map { $0.name }))
  }

  @Option(help: "Format of a table: csv or json; default csv.")
  var format: TableFormat?

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The file to write a table to; by default Peach prints it in the terminal.", valueName: "FILE"),
    completion: .file(extensions: ["csv", "json"]))
  var output: String?

  @Flag(help: "Replace an existing file or data set.")
  var force = false

  private var isLive: Bool { allListeners || !listeners.isEmpty || study.isGiven }

  func validate() throws {
    try OutputFile.check(output, of: "--output")
    let sources = [
      results.map(SafeText.quoted), listeners.isEmpty ? nil : "--listener", allListeners ? "--all-listeners" : nil,
    ].compactMap(\.self)
    guard sources.count == 1 || sources.isEmpty && study.study != nil else {
      let given = sources.isEmpty ? "none" : sources.joined(separator: " and ")
      throw ValidationError("expected a results file, --listener ID, --all-listeners or --study NAME, got \(given)")
    }
    if results != nil, study.isGiven { throw ValidationError("--study and --block: a results file has no studies") }
    if table == nil, study.block != nil { throw ValidationError("--block: can be used only with --table") }
    if notebook != nil, study.isGiven {
      throw ValidationError(
        "--study: can be used only with --table or --dataset; a notebook has all sessions of its listeners")
    }
    try checkWhat()
    guard let table else { return }
    let names =
      isLive
      ? ListenerTables.all.map { $0.name } + PeopleTables.all.map { $0.name } : ResultsTables.all.map { $0.name }
    guard names.contains(table) else {
      throw ValidationError("--table: expected one of \(names.joined(separator: ", ")), got \(SafeText.quoted(table))")
    }
    if study.block != nil, table != AnswersTable.name, PeopleTables.all.contains(where: { $0.name == table }) {
      throw ValidationError(
        "--block: the table \(table) has no blocks; answers, trials, sessions and matching have them")
    }
  }

  /// Checks that one thing is asked for, with options that it has.
  private func checkWhat() throws {
    let kinds = [("--table", table), ("--dataset", dataset), ("--notebook", notebook)]
    let given = kinds.filter { $0.1 != nil }.map(\.0)
    guard given.count == 1 else {
      throw ValidationError(
        "expected --table NAME, --dataset DIR or --notebook DIR, got "
          + (given.isEmpty ? "none" : given.joined(separator: " and ")))
    }
    if table == nil, output != nil {
      throw ValidationError("--output: \(given[0]) names its folder itself; leave out --output")
    }
    if table == nil, format != nil {
      throw ValidationError("--format: can be used only with --table, not with \(given[0]); leave out --format")
    }
    if standard != nil, dataset == nil {
      throw ValidationError("--standard: expected --dataset DIR, got \(given[0])")
    }
    _ = try chosenStandard()
    for (option, folder) in kinds where option != "--table" && folder == "" {
      throw ValidationError("\(option): expected a folder, got ''")
    }
  }

  func run() async throws {
    if dataset != nil || notebook != nil {
      try await FolderExport(
        results: results, listeners: listeners, hasAllListeners: allListeners, study: study,
        folder: dataset ?? notebook ?? "",
        hasNotebook: notebook != nil, standard: try chosenStandard(), force: force
      ).run()
    } else if let results {
      try export(results)
    } else {
      try exportListeners()
    }
  }

  private func export(_ results: String) throws {
    guard let kind = ResultsTables.all.first(where: { $0.name == table }) else { return }
    try InputFile.check(results, is: .results)
    let opened = try ResultsFile.open(results)
    let source = try kind.init(opened)
    let file = try OutputFile(output, force: force, sources: [results])
    var writer = TableWriter(source.columns, format) { file.write($0) }
    try source.forEachRow { writer.write($0) }
    writer.finish()
    try file.finish()
    try ExportCommand.tellIfUnfinished(opened)
  }

  /// Tells on stderr that the results are unfinished. Unfinished runs are missing in every table.
  static func tellIfUnfinished(_ results: ResultsFile) throws {
    let progress = try results.progress()
    let shard = progress.simulation.shard
    let option = shard.isWhole ? "" : " --shard \(shard)"
    if !progress.isComplete {
      Standard.error(
        "\(SafeText.line(results.path)): the simulation was interrupted: \(TextTable.grouped(progress.stored)) of "
          + "\(TextTable.grouped(progress.wanted)) runs are stored\n"
          + "  hint: peach simulate EXPERIMENT.yaml\(option) -o \(SafeText.forShell(results.path)) continues the simulation\n"
      )
    } else if !shard.isWhole {
      Standard.error(
        "\(SafeText.line(results.path)): this is shard \(shard); it holds only a part of all runs\n"
          + "  hint: peach merge combines all shards\n")
    }
  }

  private func exportListeners() throws {
    if let kind = PeopleTables.all.first(where: { $0.name == table }) { return try exportPeople(kind) }
    guard let kind = ListenerTables.all.first(where: { $0.name == table }) else { return }
    let (live, ids) = try ExportCommand.listeners(listeners, all: allListeners, of: study)
    let file = try OutputFile(output, force: force, sources: live.map { [$0.path] } ?? [])
    var writer = TableWriter(kind.columns, format) { file.write($0) }
    if let live {
      for id in ids { try kind.forEachRow(of: id, in: live, where: study.includes) { writer.write($0) } }
    }
    writer.finish()
    try file.finish()
  }

  /// Refusals belong to no listener: they come with whole studies only.
  private func exportPeople(_ kind: any PeopleTable.Type) throws {
    let live = listeners.isEmpty ? try ListenerDatabase.existing() : try ListenerDatabase.opened(for: listeners)
    let among = listeners.isEmpty ? nil : listeners
    let all = try live.map { try StudyPeople.all(of: among, in: $0, kinds: Peach.kinds) } ?? []
    let studies = all.filter { study.study == nil || $0.study == study.study }
    if let name = study.study, studies.isEmpty {
      let known = all.map { SafeText.cut($0.study) }.joined(separator: ", ")
      throw Failure(
        status: ExitStatus.commandLine,
        message: "--study: no records of the study \(SafeText.quoted(name)); "
          + (known.isEmpty ? "no listener has begun a study" : "expected \(known)"))
    }
    let file = try OutputFile(output, force: force, sources: live.map { [$0.path] } ?? [])
    var writer = TableWriter(kind.columns(of: studies).map(\.name), format) { file.write($0) }
    let rows = study.block.map { AnswersTable.rows(of: studies, block: $0) } ?? kind.rows(of: studies)
    for row in rows { writer.write(row) }
    writer.finish()
    try file.finish()
  }

  /// The listeners that are asked for, each once, and their database; none where there is none yet.
  static func listeners(
    _ named: [String], all: Bool, of study: StudyOptions? = nil
  ) throws -> (live: LiveDatabase?, ids: [String]) {
    if let study, study.isGiven {
      let live = try ListenerDatabase.opened(for: named)
      return (live, try study.listeners(among: named, in: live))
    }
    let live = all ? try ListenerDatabase.existing() : try ListenerDatabase.opened(for: named)
    var ids: [String] = []
    for id in try all ? live?.listeners().map(\.id) ?? [] : named where !ids.contains(id) { ids.append(id) }
    return (live, ids)
  }
}

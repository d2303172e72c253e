import Analysis
import ArgumentParser
import Configuration
import Records
import Reports

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a table of a results file, or of live listeners, as CSV.",
    discussion: """
      Tables of a results file:
      \(ResultsTables.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Tables of live listeners:
      \(ListenerTables.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      What their columns hold: peach list columns TABLE

      Examples:
        peach export strategy-comparison.sqlite --table runs -o runs.csv
        peach export --listener P07 P08 --table trials -o trials.csv
      """)

  @Argument(help: "A results file.", completion: .file(extensions: ["sqlite"]))
  var results: String?

  @Option(
    name: .customLong("listener"), parsing: .upToNextOption,
    help: ArgumentHelp("Live listeners instead of a results file.", valueName: "ID"),
    completion: Completions.listeners)
  var listeners: [String] = []

  @Flag(help: "All live listeners.")
  var allListeners = false

  @Option(help: ArgumentHelp("Which table.", valueName: "NAME"), completion: Completions.tables)
  var table: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The file to write; default standard output.", valueName: "FILE.csv"),
    completion: .file(extensions: ["csv"]))
  var output: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  private var isLive: Bool { allListeners || !listeners.isEmpty }

  func validate() throws {
    try OutputFile.check(output, of: "--output")
    let sources = [
      results.map(Shown.quoted), listeners.isEmpty ? nil : "--listener", allListeners ? "--all-listeners" : nil,
    ].compactMap(\.self)
    guard sources.count == 1 else {
      let given = sources.isEmpty ? "none" : sources.joined(separator: " and ")
      throw ValidationError("expected a results file, --listener ID or --all-listeners, got \(given)")
    }
    let names = isLive ? ListenerTables.all.map { $0.name } : ResultsTables.all.map { $0.name }
    guard names.contains(table) else {
      throw ValidationError("--table: expected one of \(names.joined(separator: ", ")), got \(Shown.quoted(table))")
    }
  }

  func run() throws {
    if let results { try export(results) } else { try exportListeners() }
  }

  private func export(_ results: String) throws {
    guard let kind = ResultsTables.all.first(where: { $0.name == table }) else { return }
    try GivenFile.check(results, is: .results)
    let opened = try ResultsFile.open(results)
    let source = try kind.init(opened)
    let file = try OutputFile(output, force: force, sources: [results])
    file.write(CSV.header(source.columns))
    try source.forEachRow { file.write(CSV.line($0)) }
    try file.finish()
    try tellIfUnfinished(opened)
  }

  /// What is missing is missing in every table.
  private func tellIfUnfinished(_ results: ResultsFile) throws {
    let total = try results.simulation().replicates * results.cells().count
    let stored = try results.batches().reduce(0) { $0 + $1.replicates.count }
    guard stored < total else { return }
    Standard.error(
      "\(Shown.line(results.path)): was interrupted: \(TextTable.grouped(stored)) of \(TextTable.grouped(total)) runs are "
        + "stored\n  hint: peach simulate EXPERIMENT.yaml -o \(Shown.forShell(results.path)) goes on with them\n")
  }

  private func exportListeners() throws {
    guard let kind = ListenerTables.all.first(where: { $0.name == table }) else { return }
    let live = allListeners ? try ListenerDatabase.existing() : try ListenerDatabase.opened(for: listeners)
    var ids: [String] = []
    for id in try allListeners ? live?.listeners().map(\.id) ?? [] : listeners where !ids.contains(id) {
      ids.append(id)
    }
    let file = try OutputFile(output, force: force, sources: live.map { [$0.path] } ?? [])
    file.write(CSV.header(kind.columns))
    if let live {
      for id in ids { try kind.forEachRow(of: id, in: live) { file.write(CSV.line($0)) } }
    }
    try file.finish()
  }
}

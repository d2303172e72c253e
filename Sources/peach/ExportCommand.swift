import ArgumentParser
import Records
import Reports

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a table of a results file as CSV.",
    discussion: """
      Tables:
      \(ResultsTables.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Example:
        peach export strategy-comparison.sqlite --table runs -o runs.csv
      """)

  @Argument(help: "A results file.", completion: .file(extensions: ["sqlite"]))
  var results: String

  @Option(help: ArgumentHelp("Which table.", valueName: ResultsTables.all.map { $0.name }.joined(separator: "|")))
  var table: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The file to write; default standard output.", valueName: "FILE.csv"))
  var output: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  func validate() throws {
    let names = ResultsTables.all.map { $0.name }
    if !names.contains(table) {
      throw ValidationError("--table: expected one of \(names.joined(separator: ", ")), got '\(table)'")
    }
  }

  func run() throws {
    guard let kind = ResultsTables.all.first(where: { $0.name == table }) else { return }
    let source = try kind.init(try ResultsFile.open(results))
    let file = try OutputFile(output, force: force)
    file.write(CSV.header(source.columns))
    try source.forEachRow { file.write(CSV.line($0)) }
    try file.finish()
  }
}

import ArgumentParser
import PeachExperiments
import PeachStorage
import PeachSupport

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a commented experiment file to start from.",
    discussion: """
      \(ExperimentTemplate.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      Examples:
        peach new level -o thresholds.yaml
        peach check thresholds.yaml
      """)

  @Argument(
    help: "Kind of experiment: \(ExperimentTemplate.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(ExperimentTemplate.allCases.map(\.rawValue)), transform: NewCommand.template(named:))
  var template = ExperimentTemplate.comparison

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The file to write; by default Peach prints the text in the terminal.", valueName: "FILE.yaml"))
  var output: String?

  private static func template(named word: String) throws -> ExperimentTemplate {
    if let template = ExperimentTemplate(rawValue: word) { return template }
    let names = ExperimentTemplate.allCases.map(\.rawValue)
    let hint = NearestName.ending(for: word, among: names)
    throw ValidationError("expected one of \(names.joined(separator: ", "))\(hint)")
  }

  func validate() throws { try OutputFile.check(output, of: "--output") }

  func run() throws {
    guard let output, output != "-" else {
      Standard.data(template.text(file: "FILE.yaml"))
      return
    }
    if let found = try OutputFile.status(output), found.st_mode & S_IFMT == S_IFREG {
      throw RecordsError(.inaccessible, path: output, reason: "exists already", hint: "choose another file with -o")
    }
    let word = SafeText.forShell(output)
    let file = try OutputFile(output, force: false)
    file.write(template.text(file: word))
    try file.finish()
    let live = [.live, .lab].contains(template) ? "  peach live \(word) --listener P01\n" : ""
    Standard.error("written: \(SafeText.line(output))\nnext:\n  peach check \(word)\n  peach simulate \(word)\n\(live)")
  }
}

import Foundation
import Testing

/// The examples of the pages run, and print what the pages show.
///
/// `PEACH_RECORD=1` writes the outputs of the program into the pages; read the difference before you commit it.
@Suite struct DocumentExamplesTests {
  private static let records = ProcessInfo.processInfo.environment["PEACH_RECORD"] == "1"

  @Test(arguments: ["README.md"] + DocumentPages.guide)
  func `the examples of a page run and print the shown output`(path: String) throws {
    let page = try DocumentPages.page(path)
    let (findings, recorded) = try Self.run(page)
    if Self.records, recorded != page.lines {
      let text = recorded.joined(separator: "\n")
      try Data(text.utf8).write(to: DocumentPages.top.appending(path: path))
    } else {
      #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
    }
  }

  @Test func `a whole experiment on a page is a file that its commands use`() throws {
    for path in ["README.md"] + DocumentPages.guide {
      let page = try DocumentPages.page(path)
      let commands = page.blocks.filter { $0.language == "console" }.flatMap(\.lines).joined(separator: "\n")
      for block in page.blocks where block.lines.contains(where: { $0.hasPrefix("seed:") }) {
        let file = try #require(block.attributes["file"], "\(path):\(block.line): an experiment without file=")
        #expect(commands.contains(file), "\(path):\(block.line): no command uses \(file)")
      }
    }
  }

  // MARK: The run itself

  private static let folder = """
    ```yaml file=seven.yaml
    seven
    ```
    """

  @Test func `a planted wrong output, exit code or missing file is found, with its line`() throws {
    func findings(_ console: String) throws -> [Int] {
      try Self.run(DocumentPage(path: "page.md", text: "\(Self.folder)\n\n\(console)\n")).findings.map(\.line)
    }
    #expect(try findings("```console\n$ cat seven.yaml\nseven\n```") == [])
    #expect(try findings("```console\n$ cat seven.yaml\neight\n```") == [6])
    #expect(try findings("```console\n$ true\n$ cat eight.yaml\n```") == [7])
    #expect(try findings("```console exit=3\n$ exit 3\n```") == [])
    #expect(try findings("```console exit=3\n$ exit 4\n```") == [6])
    #expect(try findings("```console\n$ printf 'a\\nb\\nc\\n'\na\n…\n```") == [])
    #expect(try findings("```console\n$ printf 'a 12 s\\n'\na … s\n```") == [])
    #expect(try findings("```sh\ncat eight.yaml\n```") == [])
  }

  @Test func `recording replaces only the output`() throws {
    let page = DocumentPage(path: "page.md", text: "```console\n$ printf 'a\\nb\\n'\nold\n…\n```\n\nText.\n")
    let recorded = try Self.run(page).recorded.joined(separator: "\n")
    #expect(recorded == "```console\n$ printf 'a\\nb\\n'\na\n…\n```\n\nText.\n")
  }

  /// Runs a page in a folder of its own, with the project's experiments and records of its own.
  private static func run(_ page: DocumentPage) throws -> (findings: [ProseFinding], recorded: [String]) {
    let workshop = try Workshop()
    let files = FileManager.default
    try files.createDirectory(atPath: workshop.path("bin"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: workshop.path("bin/peach"), withDestinationPath: Workshop.program)
    try files.createSymbolicLink(
      atPath: workshop.path("experiments"), withDestinationPath: DocumentPages.top.appending(path: "experiments").path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [
      "PATH": "\(workshop.path("bin")):\(path)", "PEACH_HOME": workshop.path("home"), "COLUMNS": "100",
      "LC_ALL": "C.UTF-8",
    ]
    let run = PageRun(
      shell: { line in
        let outcome = try workshop.shell(line, environment: environment)
        return PageRun.Outcome(status: outcome.status, output: outcome.output, error: outcome.error)
      }, write: workshop.write)
    return try run.run(page)
  }
}

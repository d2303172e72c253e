import Foundation
import PeachReporting
import PeachStrategies
import PeachSupport
import Testing

/// The pages of the documentation are what the declarations say and the program prints. `PEACH_RECORD=1` writes them.
@Suite struct StrategyPagesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/PeachStrategies/Strategies.docc")
  private static let records = ProcessInfo.processInfo.environment["PEACH_RECORD"] == "1"
  /// A program too: its page follows the example of `experiments`, which these tests let start.
  private static let names: [String] = {
    ProgramPermission.give()
    return BuiltInStrategies.registry.names
  }()

  private func page(_ name: String) throws -> StrategyPage {
    StrategyPage(try #require(BuiltInStrategies.registry[name]))
  }

  /// Compares a page with its file, or writes it.
  private func check(_ name: String, _ text: String) throws {
    let file = Self.folder.appending(path: "\(name).md")
    guard !Self.records else {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let recorded = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    let lines = zip(recorded.split(separator: "\n"), text.split(separator: "\n"))
    let first = lines.first { $0 != $1 }.map { "'\($0)' should be '\($1)'" } ?? "one is longer"
    #expect(recorded == text, "\(name).md is stale: \(first); PEACH_RECORD=1 records it anew")
  }

  @Test(arguments: names) func `the page of a strategy is as recorded`(name: String) throws {
    try check(name, try page(name).markdown)
  }

  @Test func `the index is as recorded, and leads to every strategy`() throws {
    let index = StrategyPage.index(BuiltInStrategies.registry)
    for name in Self.names { #expect(index.contains("| [\(name)](\(name).md) |"), "\(name)") }
    try check("Strategies", index)
  }

  @Test(.disabled(if: records, "pages are being written"))
  func `there is no page without a strategy`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let known = (Self.names + ["Strategies"]).map { "\($0).md" }
    #expect(files.filter { !known.contains($0) } == [])
  }

  @Test(arguments: names) func `the worked example equals the program's output`(name: String) throws {
    let page = try page(name)
    let workshop = try Workshop(page.experiment, as: "\(name).yaml")
    if name == Program.kind { try workshop.takeExperiment("process/strategy.py") }
    let outcome = try workshop.shell("$peach" + page.command.dropFirst("peach".count))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error == "")
    #expect(outcome.output == (try page.trace))
    #expect(try page.markdown.contains("```\n$ \(page.command)\n\(outcome.output)```\n"))
    let trials = page.strategy.exampleResponses.count
    #expect((10...14).contains(trials), "\(trials) answers")
    #expect(outcome.lines.count { $0.contains("  ") } == trials + 2)
  }

  @Test(arguments: names) func `a page has every parameter but those that nest in conditions`(name: String) throws {
    let page = try page(name)
    let markdown = try page.markdown
    for parameter in page.parameters where !parameter.name.hasPrefix("stop.a") {
      #expect(markdown.contains("| `\(parameter.name)` | "), "\(parameter.name)")
    }
    #expect(markdown.contains("| `stop.any` | "))
    #expect(!markdown.contains("stop.any[]"))
  }
}

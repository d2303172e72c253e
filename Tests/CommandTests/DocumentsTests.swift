import Configuration
import Experiments
import Foundation
import Listeners
import Strategies
import Testing

/// What the documents say is true of the program that was built.
@Suite struct DocumentsTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Self.top.appending(path: path)), as: UTF8.self)
  }

  /// The fenced blocks of a language, without the fences.
  private func blocks(_ language: String, in path: String) throws -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in try text(path).split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line == "```\(language)" {
        block = []
      }
    }
    return blocks
  }

  @Test func `the run of the README is what the program prints`() throws {
    let shown = try #require(try blocks("", in: "README.md").first { $0.hasPrefix("$ peach simulate") })
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let workshop = try Workshop(try text("experiments/strategy-comparison.yaml"), as: "strategy-comparison.yaml")
    let outcome = try workshop.peach("simulate", "strategy-comparison.yaml")
    #expect(outcome.status == 0)
    // The README shows the table and leaves out what comes after it.
    let table = outcome.lines.prefix { !$0.hasPrefix("results:") }
    #expect(Array(lines.dropFirst()) == Array(table.dropLast()))
  }

  @Test func `the fit of the README is what the program prints`() throws {
    let shown = try #require(try blocks("", in: "README.md").first { $0.hasPrefix("$ peach fit") })
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let file = "experiments/data/psignifit-demo.csv"
    let workshop = try Workshop()
    try FileManager.default.createDirectory(
      atPath: workshop.path("experiments/data"), withIntermediateDirectories: true)
    try workshop.write(file, try text(file))
    let outcome = try workshop.peach("fit", file)
    #expect(outcome.status == 0)
    // What to add to the command is left out.
    #expect(Array(lines.dropFirst()) == Array(outcome.lines.prefix { !$0.hasPrefix("more,") }.dropLast()))
  }

  @Test func `the experiments of the README pass the check`() throws {
    let examples = try blocks("yaml", in: "README.md")
    #expect(!examples.isEmpty)
    for example in examples { _ = try Experiment.parse(example, file: "README.md") }
  }

  @Test func `every experiment of the project passes the check`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "experiments").path)
      .filter { $0.hasSuffix(".yaml") }
    #expect(!files.isEmpty)
    for file in files {
      _ = try Experiment.read(Self.top.appending(path: "experiments/\(file)").path)
      #expect(try text("experiments/README.md").contains("## \(file.dropLast(5))"), "experiments/README.md on \(file)")
    }
  }

  @Test func `every set of data of the project is fitted and has its source told`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "experiments/data").path)
    #expect(!files.isEmpty)
    for file in files {
      let fit = try Workshop().peach("fit", Self.top.appending(path: "experiments/data/\(file)").path, "--strict")
      #expect(fit.status == 0, "\(file): \(fit.error)")
      #expect(try text("experiments/README.md").contains("`data/\(file)`"), "experiments/README.md on \(file)")
    }
  }

  @Test func `the commands, strategies and listeners of the README exist`() throws {
    let names = try text("README.md").split(separator: "\n").compactMap { line -> String? in
      line.hasPrefix("| `") ? line.split(separator: "`").dropFirst().first.map(String.init) : nil
    }
    let commands = names.filter { $0.hasPrefix("peach ") }.compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(commands.count == 25)
    for command in commands { #expect(try Workshop().peach("help", String(command)).status == 0, "\(command)") }
    let known =
      BuiltInStrategies.registry.names + BuiltInListeners.registry.names + BuiltInListeners.matching.names
    let section = try #require(try text("README.md").split(separator: "### Strategies").last)
    let shown = try #require(section.split(separator: "### An experiment").first).split(separator: "\n")
      .compactMap { $0.hasPrefix("| `") ? $0.split(separator: "`").dropFirst().first.map(String.init) : nil }
    #expect(shown.sorted() == known.sorted())
  }

  @Test func `every check that the validation names has a suite of tests`() throws {
    let suites = Set(try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "Tests").path))
    let rows = try text("VALIDATION.md").split(separator: "\n").filter {
      $0.hasPrefix("| ") && $0.hasSuffix("Tests` |")
    }
    #expect(rows.count > 20)
    for row in rows {
      let places = row.split(separator: "|").last.map(String.init) ?? ""
      for place in places.split(separator: ",") {
        #expect(suites.contains(place.trimmingCharacters(in: [" ", "`"])), "\(row)")
      }
    }
  }

  @Test func `the version is the same everywhere`() throws {
    let version = try Workshop().peach("--version").output.trimmingCharacters(in: .newlines)
    #expect(version.hasPrefix("peach "))
    #expect(try text("README.md").contains("Peach, version \(version.dropFirst(6))"))
  }
}

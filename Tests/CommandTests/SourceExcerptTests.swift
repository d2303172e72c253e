import Foundation
import Testing

/// The line of a file that a message is about.
@Suite struct SourceExcerptTests {
  private func message(_ text: String) throws -> [String] {
    let outcome = try Workshop(text).peach("check", "experiment.yaml")
    #expect(outcome.status == 65)
    return outcome.error.split(separator: "\n").map(String.init)
  }

  @Test func `a caret stands below the value that is wrong`() throws {
    let lines = try message(Experiments.comparison().replacing("jnd: 5", with: "jnd: -5"))
    let place = try #require(lines[0].firstMatch(of: #/^experiment\.yaml:(\d+):(\d+): /#)).output
    #expect(lines[1].hasPrefix("  \(place.1) | "))
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let below = lines[1].index(lines[1].startIndex, offsetBy: lines[2].distance(from: lines[2].startIndex, to: caret))
    #expect(lines[1][below...].hasPrefix("-5}"), "\(lines)")
  }

  @Test func `a long line is cut around the place, and what is escaped moves the caret`() throws {
    let name = String(repeating: "n", count: 60)
    let lines = try message(
      Experiments.comparison(listeners: [
        "  - {name: \(name), kind: gaussian, jnd: -5, lapse: 0.01, bias: 0.5, note: 12}"
      ]))
    let caret = try #require(lines.first { $0.hasSuffix("^") })
    let source = try #require(lines.first { $0.hasPrefix("  5 | ") })
    #expect(source.count <= 74 && source.contains("| …") && source.hasSuffix("…"), "\(lines)")
    #expect(source.dropFirst(caret.count - 1).hasPrefix("-5, "), "\(lines)")
    let strange = try message(
      Experiments.comparison(listeners: ["  - {name: \"a\u{200b}b\", kind: gaussian, jnd: -5}"]))
    let second = try #require(strange.lastIndex { $0.hasSuffix("^") })
    #expect(strange[second - 1].dropFirst(strange[second].count - 1).hasPrefix("-5}"), "\(strange)")
  }

  @Test func `invalid YAML shows its line, and a message about the whole file shows none`() throws {
    let broken = try message("name: x\n\tseed: 1\n")
    #expect(broken.contains { $0.hasPrefix("  2 | ") }, "\(broken)")
    #expect(broken.contains { $0.hasSuffix("^") })
    let empty = try Workshop("", as: "empty.yaml").peach("check", "empty.yaml")
    #expect(empty.status == 65)
    #expect(!empty.error.contains("^"), "\(empty.error)")
  }

  @Test func `every problem has its own line, before its hint`() throws {
    let lines = try message(
      Experiments.comparison(
        listeners: ["  - {name: keen, kind: gausian, jnd: 5}"],
        strategies: [Experiments.kazez, "  - {name: down, kind: transformed-up-down, start: x, down: 2, up: 1}"]))
    #expect(lines.count { $0.hasSuffix("^") } == lines.count { $0.contains("experiment.yaml:") })
    for (place, line) in lines.enumerated() where line.contains("experiment.yaml:") {
      #expect(lines[place + 2].hasSuffix("^"), "\(lines)")
    }
  }
}

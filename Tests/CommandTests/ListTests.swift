import Foundation
import Testing

@Suite struct ListTests {
  static let kinds = ["strategies", "listeners", "functions", "tunings", "intervals", "estimators"]

  private func names(_ kind: String) throws -> [String] {
    let outcome = try Workshop().peach("list", kind, "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let rows = try #require(parsed as? [[String: Any]])
    return try rows.map { try #require($0["name"] as? String) }
  }

  @Test(arguments: kinds) func `every kind is listed, the same in both formats`(kind: String) throws {
    let names = try names(kind)
    #expect(!names.isEmpty)
    #expect(Set(names).count == names.count)
    let table = try Workshop().peach("list", kind)
    #expect(table.status == 0)
    #expect(table.error == "")
    for name in names { #expect(table.lines.contains { $0.hasPrefix("\(name) ") }, "\(name)") }
  }

  @Test(arguments: kinds) func `every name has a page, in both formats`(kind: String) throws {
    for name in try names(kind) {
      let page = try Workshop().peach("list", kind, name)
      #expect(page.status == 0)
      #expect(page.lines.first == name)
      let outcome = try Workshop().peach("list", kind, name, "--format", "json")
      #expect(outcome.status == 0)
      let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      #expect((parsed as? [String: Any])?["name"] as? String == name)
    }
  }

  @Test func `known names are there`() throws {
    #expect(try Set(names("strategies")).isSuperset(of: ["kazez", "adaptive", "transformed-up-down", "random"]))
    #expect(try Set(names("listeners")).isSuperset(of: ["gaussian", "psychometric", "frequency-law"]))
    #expect(try Set(names("tunings")).isSuperset(of: ["equal-temperament", "just-intonation"]))
    #expect(try names("intervals").contains("perfect-fifth-up"))
  }

  @Test func `the page of a strategy says how it moves and when to use it, in short lines`() throws {
    for name in try names("strategies") {
      let facts = try Workshop().peach("list", "strategies", name).lines.prefix { $0 != "" }
      for key in ["summary", "rule", "when to use it", "converges on", "source", "example"] {
        #expect(facts.contains { $0.hasPrefix("  \(key)  ") }, "\(name): \(key)")
      }
      #expect(facts.allSatisfy { $0.count <= 100 }, "\(name)")
    }
    // What its tracks can be told depends on their kind.
    let page = try Workshop().peach("list", "strategies", "interleaved", "--format", "json")
    let parsed = try #require(try JSONSerialization.jsonObject(with: Data(page.output.utf8)) as? [String: Any])
    let parameters = try #require(parsed["parameters"] as? [[String: String]]).compactMap { $0["name"] }
    #expect(parameters.filter { $0.hasPrefix("tracks") } == ["tracks", "tracks[].name", "tracks[].kind"])
    #expect(Set(parameters).isSuperset(of: ["order", "max-lag", "stop", "comfort.after-errors", "catch.every"]))
  }

  @Test func `the page of a strategy states what it can be told, with units and defaults`() throws {
    let outcome = try Workshop().peach("list", "strategies", "kazez", "--format", "json")
    let parsed = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let parameters = try #require(parsed["parameters"] as? [[String: String]])
    let narrowing = try #require(parameters.first { $0["name"] == "narrowing" })
    #expect(narrowing["default"] == "0.05")
    #expect(narrowing["meaning"]?.isEmpty == false)
    #expect((parsed["rule"] as? String)?.hasPrefix("A correct answer") == true)
    #expect((parsed["when_to_use_it"] as? String)?.hasPrefix("To train") == true)
    #expect((parsed["converges_on"] as? String)?.hasPrefix("level-dependent") == true)
  }

  private func strategy(_ name: String) throws -> [String: Any] {
    let outcome = try Workshop().peach("list", "strategies", name, "--format", "json")
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func parameters(_ name: String) throws -> [[String: String]] {
    try #require(try strategy(name)["parameters"] as? [[String: String]])
  }

  @Test func `a strategy for a task of its own is shown in that task's units`() throws {
    #expect(try strategy("siam")["task_of_the_example"] as? String == "{kind: level, unit: dB, alternatives: 1}")
    #expect(try strategy("kazez")["task_of_the_example"] as? String == "{kind: comparison}")
    #expect(try parameters("siam").first { $0["name"] == "start" }?["unit"] == "dB")
  }

  @Test func `JSON has the answers of the worked example, and what is to be seen there`() throws {
    for name in try names("strategies") {
      let page = try strategy(name)
      let responses = try #require(page["responses_of_the_example"] as? String)
      #expect(responses.count >= 10 && responses.allSatisfy { "01hl".contains($0) }, "\(name): \(responses)")
      #expect(page["note_on_the_example"] is String, "\(name)")
    }
    #expect(try strategy("siam")["responses_of_the_example"] as? String == "11110100100001")
    #expect((try strategy("siam")["note_on_the_example"] as? String)?.contains("the false alarm at trial 6") == true)
  }

  @Test func `what is known only on a signed axis is listed too`() throws {
    #expect(try parameters("quest-plus").contains { $0["name"] == "target" })
    #expect(try parameters("quest-plus").first { $0["name"] == "signed" }?["default"] == "false")
  }

  @Test func `the table of parameters has their units and sources, in columns that are not too wide`() throws {
    let lines = try Workshop().peach("list", "strategies", "psi").lines
    let header = try #require(lines.firstIndex { $0.hasPrefix("parameter ") })
    #expect(
      lines[header].split(separator: " ") == ["parameter", "unit", "expected", "default", "meaning", "source"])
    let table = lines[(header + 2)...]
    func row(_ name: String) throws -> String { try #require(table.first { $0.hasPrefix("\(name) ") }) }
    #expect(try row("threshold").contains(" cents "))
    #expect(try row("threshold").hasSuffix(" as above"))
    #expect(try row("prior.guess.beta").contains("Treutwein & Strasburger"))
    #expect(try row("prior.threshold.normal.mean").contains(" required "))
    #expect(table.allSatisfy { $0.count <= 190 })
    // Conditions nest in conditions, which is said once; what a list's items have of their own is there.
    #expect(!table.contains { $0.contains("[]") })
    let tracks = try Workshop().peach("list", "strategies", "interleaved").lines
    #expect(tracks.contains { $0.hasPrefix("tracks[].kind ") })
    // Where no parameter has a source there is no such column.
    #expect(
      try !Workshop().peach("list", "strategies", "random").lines.contains {
        $0.contains("  source") && $0.contains("meaning")
      })
  }
}

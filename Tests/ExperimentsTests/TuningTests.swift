import Foundation
import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// What a task says of its tuning.
@Suite struct TuningTests {
  private static func changed(_ words: String) -> String {
    Files.changed(Files.comparison, [("comparison}", "comparison, intervals: [octave, tritone-down], \(words)}")])
  }

  private func tuning(_ words: String) throws -> any TuningSystem {
    try Files.plan(Self.changed(words)).cells[0].task.tuning
  }

  private func tonic(_ words: String) throws -> String { try #require(try tuning(words) as? any KeyedTuning).tonicName }

  @Test(arguments: [
    "equal-temperament", "just-intonation", "pythagorean", "meantone", "werckmeister-3", "1-edo", "19-edo", "1200-edo",
  ])
  func `every tuning that can be named is read`(name: String) throws {
    #expect(try tuning("tuning: \(name)").name == name)
  }

  @Test func `a keyed tuning has a tonic, C unless it is named`() throws {
    #expect(try tonic("tuning: meantone") == "C")
    #expect(try tonic("tuning: werckmeister-3, tonic: Eb") == "D#")
    #expect(try Files.plan(Self.changed("tuning: meantone")).resolved["task"]?["tonic"] == .text("C"))
    #expect(try Files.plan(Self.changed("tuning: 19-edo")).resolved["task"]?["tonic"] == nil)
  }

  @Test func `a tonic decides results, its spelling does not`() throws {
    func digest(_ words: String) throws -> String { try Files.plan(Self.changed(words)).digest }
    #expect(try digest("tuning: meantone, tonic: Db") == digest("tuning: meantone, tonic: C#"))
    #expect(try digest("tuning: meantone, tonic: C") == digest("tuning: meantone"))
    #expect(try digest("tuning: meantone, tonic: D") != digest("tuning: meantone"))
  }

  @Test(arguments: [
    "tuning: meantone, tonic: Db", "tuning: {vary: [19-edo, meantone]}, tonic: D", "tuning: {vary: [meantone, 19-edo]}",
    "tuning: meantone, tonic: {vary: [C, D, Eb]}",
  ])
  func `the file as understood is the same experiment`(words: String) throws {
    let plan = try Files.plan(Self.changed(words))
    let again = try Files.plan(plan.resolved.json())
    #expect(again.resolved == plan.resolved)
    #expect(again.digest == plan.digest)
    #expect(again.cells.map(\.varied) == plan.cells.map(\.varied))
    #expect(again.cells.map(\.task.tuning.name) == plan.cells.map(\.task.tuning.name))
  }

  @Test func `tunings and tonics vary`() throws {
    let plan = try Files.plan(Self.changed("tuning: {vary: [meantone, werckmeister-3]}, tonic: {vary: [C, F#]}"))
    #expect(
      plan.cells.map { "\($0.task.tuning.name) on \(($0.task.tuning as? any KeyedTuning)?.tonicName ?? "none")" } == [
        "meantone on C", "meantone on F#", "werckmeister-3 on C", "werckmeister-3 on F#",
      ])
    #expect(plan.cells.map(\.varied)[1] == ["meantone", "F#"])
  }

  @Test func `a varied tuning needs a tonic only for keyed ones`() throws {
    let plan = try Files.plan(Self.changed("tuning: {vary: [19-edo, meantone]}, tonic: D"))
    #expect((plan.cells[1].task.tuning as? any KeyedTuning)?.tonicName == "D")
    #expect(plan.resolved["task"]?["tonic"] == .text("D"))
    #expect(try Files.plan(plan.resolved.json()).resolved == plan.resolved)
    #expect(
      Files.problems(Self.changed("tuning: {vary: [19-edo, pythagorean]}, tonic: D"))
        == "x.yaml:3:107: task.tonic: expected no tonic, because intervals of 19-edo, pythagorean are the same above every "
        + "note\n  hint: tunings with a tonic: meantone, werckmeister-3, scala:FILE")
  }

  private static let names =
    "expected one of equal-temperament, just-intonation, pythagorean, meantone, werckmeister-3, N-edo, scala:FILE, got"

  @Test(arguments: [
    ("tuning: 19edo", "tuning: \(names) '19edo'\n  hint: did you mean '19-edo'?"),
    ("tuning: 19-TET", "tuning: \(names) '19-TET'\n  hint: did you mean '19-edo'?"),
    ("tuning: 1201-edo", "tuning: \(names) '1201-edo'\n  hint: did you mean '1200-edo'?"),
    ("tuning: 0-edo", "tuning: \(names) '0-edo'\n  hint: did you mean '1-edo'?"),
    ("tuning: werckmeister", "tuning: \(names) 'werckmeister'\n  hint: did you mean 'werckmeister-3'?"),
    ("tuning: old.scl", "tuning: \(names) 'old.scl'\n  hint: did you mean 'scala:old.scl'?"),
    ("tuning: 'scala:'", "tuning: \(names) 'scala:'"),
    (
      "tuning: [meantone]",
      "tuning: \(names) a list\n  hint: to simulate each of these values, write tuning: {vary: [meantone]}"
    ),
    ("tuning: ''", "tuning: \(names) ''"),
    (
      "tonic: D",
      "tonic: expected no tonic, because intervals of equal-temperament are the same above every note"
        + "\n  hint: tunings with a tonic: meantone, werckmeister-3, scala:FILE"
    ),
    (
      "tuning: 19-edo, tonic: D",
      "tonic: expected no tonic, because intervals of 19-edo are the same above every note"
        + "\n  hint: tunings with a tonic: meantone, werckmeister-3, scala:FILE"
    ),
    (
      "tuning: meantone, tonic: D4",
      "tonic: expected a note name without an octave: a capital letter from A to G, perhaps with # or b, got "
        + "\"D4\"\n  hint: tonic: C#"
    ),
    ("tuning: meantone, tonic: [D]", "tonic: expected a note name such as C, C# or Db, got a list"),
    (
      "tuning: meantone, map: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]",
      "map: expected no key map, because only scala:FILE has degrees to choose from; got one for meantone"
    ),
    ("tuning: meantone, map: 3", "map: expected a list of at least one item, got '3'"),
    ("tuning: meantone, scales: 3", "scales: expected a mapping, got '3'"),
    (
      "tuning: 'scala:x:00000000', scales: {'x:00000000': \"x\\n1\\n2/1\\n\"}",
      "scales: the text of the Scala file x:00000000 was changed: it does not match its hash"
        + "\n  hint: leave scales out and name the file: tuning: scala:FILE"
    ),
  ])
  func `a wrong tuning is one message`(words: String, message: String) throws {
    let found = try #require(Files.problems(Self.changed(words)))
    #expect(found.split(separator: " ", maxSplits: 1)[1] == "task.\(message)")
  }

  @Test func `a task without notes has no tuning`() {
    #expect(
      Files.problems(Files.level, "unit: dB", "unit: dB, tuning: scala:x.scl")
        == "x.yaml:3:39: task.tuning: unknown key\n  hint: keys here: kind, unit, scale, alternatives, sounds")
  }
}

extension KeyedTuning {
  var tonicName: String { scale.tonic.name }
}

import Foundation
import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// Scala files that experiments name.
@Suite final class ScaleFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  /// Written for these tests; a letter outside ASCII, a quote and a line end of Windows among them.
  static let twelve = """
    ! twelve.scl
    "Temperament" \\ für Ohren: # no comment\r
    12
    92.0
    9/8
    296.0
    5/4
    4/3
    590.0
    3/2
    794.0
    5/3
    998.0
    15/8
    2/1

    """
  static let five = "five\n5\n240.0\n480.0\n720.0\n960.0\n2/1\n"

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func plan(_ words: String) throws -> Plan {
    let file = Files.changed(Files.comparison, [("comparison}", "comparison, intervals: [octave], \(words)}")])
    return try Experiment.parse(file, file: folder.appending(path: "x.yaml").path).plan
  }

  /// All that is wrong, without the folder.
  private func problems(_ words: String) throws -> String? {
    do {
      _ = try plan(words)
      return nil
    } catch let error as ConfigurationError {
      return error.description.replacing(folder.path + "/", with: "")
    }
  }

  @Test func `a file is found next to the experiment and named in columns`() throws {
    try write("My Scale (2).scl", Self.twelve)
    let tuning = try #require(
      try plan("tuning: 'scala:My Scale (2).scl', tonic: G").cells[0].task.tuning as? ScalaScale)
    #expect(tuning.name.wholeMatch(of: /scala:My_Scale__2_:[0-9a-f]{8}/) != nil)
    #expect(tuning.scale.tonic.name == "G")
    #expect(tuning.file.description == "\"Temperament\" \\ für Ohren: # no comment")
    let path = folder.appending(path: "My Scale (2).scl").path
    #expect(try plan("tuning: 'scala:\(path)'").cells[0].task.tuning.name == tuning.name)
  }

  @Test(arguments: [
    "tuning: scala:a.scl", "tuning: scala:a.scl, tonic: Bb",
    "tuning: scala:b.scl, map: [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]",
    "tuning: {vary: [scala:a.scl, meantone, 7-edo, scala:A.scl]}",
    "tuning: {vary: [7-edo, scala:b.scl]}, tonic: E, map: [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]",
  ])
  func `a stored experiment reads back without the file`(words: String) throws {
    try write("a.scl", Self.twelve)
    try write("A.scl", Self.twelve.replacing("92.0", with: "93.0"))
    try write("b.scl", Self.five)
    let plan = try plan(words)
    // Read where there is no such file.
    for indent in [nil, 2] {
      let again = try Files.plan(plan.resolved.json(indent: indent))
      #expect(again.resolved == plan.resolved)
      #expect(again.digest == plan.digest)
      #expect(again.cells.map(\.varied) == plan.cells.map(\.varied))
      for (one, other) in zip(again.cells, plan.cells) {
        #expect(one.task.tuning.name == other.task.tuning.name)
        #expect(one.task.tuning as? ScalaScale == other.task.tuning as? ScalaScale)
      }
    }
  }

  @Test func `every letter of a file is kept`() throws {
    let letters = (1...0x2fff).compactMap(Unicode.Scalar.init).filter { $0 != "\r" && $0 != "\n" }
    let comment = String(String.UnicodeScalarView(letters)) + "\u{feff}\u{fffe}\u{1f3b5}"
    try write("a.scl", "! \(comment)\n" + Self.twelve)
    let plan = try plan("tuning: scala:a.scl")
    #expect((plan.cells[0].task.tuning as? ScalaScale)?.file.text.contains("\u{1f3b5}") == true)
    #expect(try Files.plan(plan.resolved.json()).resolved == plan.resolved)
  }

  @Test func `the digest depends only on the text of the file and its map`() throws {
    try write("a.scl", Self.twelve)
    let first = try plan("tuning: scala:a.scl").digest
    try write("a.scl", Self.twelve.replacing("\n", with: "\r\n").replacing("\r\r", with: "\r"))
    #expect(try plan("tuning: scala:a.scl").digest == first)
    #expect(try plan("tuning: scala:a.scl, map: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]").digest == first)
    #expect(try plan("tuning: scala:a.scl, map: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10]").digest != first)
    try write("a.scl", Self.twelve.replacing("998.0", with: "998.1"))
    #expect(try plan("tuning: scala:a.scl").digest != first)
  }

  @Test func `tunings from files vary, each with its name in a column`() throws {
    try write("a.scl", Self.twelve)
    let plan = try plan("tuning: {vary: [meantone, scala:a.scl]}")
    let name = plan.cells[1].task.tuning.name
    #expect(name.hasPrefix("scala:a:"))
    #expect(plan.cells.map(\.varied) == [["meantone"], [name]])
  }

  @Test func `a scale of other than twelve notes needs a map`() throws {
    try write("b.scl", Self.five)
    let expected = "12 degrees in 0…4, the first of them 0"
    let hint = "\n  hint: the degrees nearest to equal semitones are [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]"
    #expect(
      try problems("tuning: scala:b.scl")
        == "x.yaml:3:7: task.map: missing; expected \(expected), for a scale of 5 notes\(hint)")
    #expect(
      try problems("tuning: scala:b.scl, map: [0, 1]")
        == "x.yaml:3:73: task.map: expected \(expected), got [0, 1]\(hint)")
    #expect(
      try problems("tuning: scala:b.scl, map: [0, 1, 2.5]")
        == "x.yaml:3:80: task.map: expected a whole number, got '2.5'")
  }

  @Test func `a file that cannot be read is a problem of the experiment`() throws {
    #expect(
      try problems("tuning: scala:none.scl")
        == "x.yaml:3:55: task.tuning: expected a Scala tuning file (.scl), got 'none.scl', which cannot be read: "
        + "No such file or directory\n  hint: FILE in scala:FILE must be in the folder of the experiment file")
    #expect(
      try problems("tuning: {vary: [meantone, scala:none.scl]}")?.hasPrefix(
        "x.yaml:3:73: task.tuning: expected a Scala tuning file (.scl), got 'none.scl', which cannot be read: ") == true
    )
  }

  @Test func `an error in a file is reported with its place in that file`() throws {
    try write("c.scl", "x\n2\n3/0\n2/1\n")
    #expect(
      try problems("tuning: scala:c.scl, seed: 3")
        == """
        c.scl:3:1: expected a ratio of numbers above 0, got '3/0'
        x.yaml:3:68: task.seed: unknown key
          hint: keys here: kind, intervals, tuning, tonic, map, scales, notes, reference-pitch, note-duration, gap, inter-trial-interval, grows, beyond-sound, sound, level, note-levels, ramp, vary-loudness, channel, sample-rate, sample-format, signed
        """)
  }

  @Test func `a file larger than any scale is not read`() throws {
    try write("d.scl", "! " + String(repeating: "x", count: 1_000_000) + "\nx\n1\n2/1\n")
    #expect(try problems("tuning: scala:d.scl")?.contains("cannot be read: it is larger than 1 MB") == true)
  }
}

import PeachPitch
import Testing

@Suite struct PitchClassTests {
  @Test(arguments: [
    ("C", 0), ("C#", 1), ("Db", 1), ("D", 2), ("Eb", 3), ("E", 4), ("E#", 5), ("Fb", 4), ("F", 5), ("F#", 6), ("G", 7),
    ("Ab", 8), ("A", 9), ("A#", 10), ("B", 11), ("Cb", 11), ("B#", 0),
  ])
  func `a name is a letter and perhaps an accidental`(name: String, semitone: Int) throws {
    #expect(try PitchClass(parsing: name).semitone == semitone)
  }

  @Test func `names have sharps`() throws {
    #expect(try PitchClass(parsing: "Bb").name == "A#")
    #expect("\(try PitchClass(parsing: "Cb"))" == "B")
  }

  @Test(arguments: ["", "c", "H", "C4", "C##", "Cbb", " C", "C ", "#", "b", "C♯"])
  func `anything else is refused`(text: String) {
    #expect(
      throws: PitchError(
        quantity: "note name",
        expected: "a note name without an octave: a capital letter from A to G, perhaps with # or b",
        got: "\"\(text)\"")
    ) { try PitchClass(parsing: text) }
  }
}

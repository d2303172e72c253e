import PeachPitch
import Testing

@Suite struct MIDINoteTests {
  @Test(
    arguments: [
      ("C4", 60), ("C#4", 61), ("Db4", 61), ("A4", 69), ("60", 60), ("0", 0), ("127", 127), ("C-1", 0), ("G9", 127),
      ("A0", 21), ("C8", 108), ("Cb4", 59), ("B#3", 60), ("E#5", 77), ("Fb5", 76), ("Gb9", 126), ("Bb-1", 10),
    ])
  func `names and numbers are read`(text: String, number: Int) throws {
    #expect(try MIDINote(parsing: text).number == number)
  }

  @Test(arguments: MIDINote.range) func `a note's name and number read back as the note`(number: Int) throws {
    let note = try MIDINote(number)
    #expect(try MIDINote(parsing: note.name) == note)
    #expect(try MIDINote(parsing: "\(number)") == note)
    #expect(note.description == note.name)
  }

  @Test func `the 128 names differ, and black keys are sharps`() throws {
    let names = try MIDINote.range.map { try MIDINote($0).name }
    #expect(Set(names).count == 128)
    #expect(Array(names[58...63]) == ["A#3", "B3", "C4", "C#4", "D4", "D#4"])
  }

  @Test func `notes are ordered by pitch`() throws {
    #expect(try MIDINote(47) < MIDINote(48))
    #expect(try !(MIDINote(48) < MIDINote(48)))
    #expect(try MIDIVelocity(31) < MIDIVelocity(97))
  }

  @Test func `a note is transposed inside the range and refused outside`() throws {
    let fifthUp = DirectedInterval(.perfectFifth, .up)
    #expect(try MIDINote(120).transposed(by: fifthUp).number == 127)
    #expect(try MIDINote(7).transposed(by: DirectedInterval(.perfectFifth, .down)).number == 0)
    let error = #expect(throws: PitchError.self) { try MIDINote(121).transposed(by: fifthUp) }
    #expect(error?.description == "MIDI note must be in 0…127, got 128")
  }

  @Test func `a detuned note shows its offset with its sign`() throws {
    let note = try MIDINote(61)
    #expect(DetunedMIDINote(note: note, offset: 7.25).description == "C#4 +7.25 cents")
    #expect(DetunedMIDINote(note: note, offset: -13.5).description == "C#4 -13.5 cents")
    #expect(DetunedMIDINote(note: note, offset: 7.25) != DetunedMIDINote(note: note, offset: 7.5))
  }
}

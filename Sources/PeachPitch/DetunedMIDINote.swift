/// A note and how far off it is played: still the logical world, a tuning system gives it a frequency.
package struct DetunedMIDINote: Hashable, Sendable {
  package var note: MIDINote
  /// The signed offset from the note, positive is sharp.
  package var offset: Cents

  package init(note: MIDINote, offset: Cents) {
    self.note = note
    self.offset = offset
  }
}

extension DetunedMIDINote: CustomStringConvertible {
  /// The note and its signed offset: "C#4 +7.25 cents".
  package var description: String { "\(note) \(offset.value < 0 ? "" : "+")\(offset)" }
}

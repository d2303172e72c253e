/// A note and how far off it is played: still the logical world, a tuning system gives it a frequency.
public struct DetunedMIDINote: Hashable, Sendable {
  public var note: MIDINote
  /// The signed offset from the note, positive is sharp.
  public var offset: Cents

  @inlinable public init(note: MIDINote, offset: Cents) {
    self.note = note
    self.offset = offset
  }
}

extension DetunedMIDINote: CustomStringConvertible {
  /// The note and its signed offset: "C#4 +7.25 cents".
  public var description: String { "\(note) \(offset.value < 0 ? "" : "+")\(offset)" }
}

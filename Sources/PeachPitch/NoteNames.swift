/// Note names: a letter, perhaps `#` or `b`, and an octave from -1 to 9; `C4` is 60.
extension MIDINote {
  /// The name with sharps, from "C-1" (0) to "G9" (127).
  public var name: String { PitchClass.names[number % 12] + String(number / 12 - 1) }

  /// Reads a name (`C4`, `C#4`, `Db4`) or a number (`60`).
  ///
  /// Letters are capitals: in Helmholtz's notation `c` is another octave than `C`. `Cb4` is B3 and `B#3` is C4.
  ///
  /// - Throws: `PitchError` if the text is neither, or its note is outside 0…127.
  public init(parsing text: String) throws(PitchError) {
    guard let number = Self.plainNumber(text) ?? Self.namedNumber(text), Self.range.contains(number) else {
      throw PitchError(
        quantity: "MIDI note",
        expected: "the name of a note from C-1 to G9, such as C4, C#4 or Db4, or a MIDI number from 0 to 127",
        got: "\"\(text)\"")
    }
    self.init(unchecked: number)
  }

  /// The integer written as `text`, if it is written the one usual way: no plus sign, no leading zeros.
  private static func plainNumber(_ text: some StringProtocol) -> Int? {
    guard let number = Int(text), String(number) == text else { return nil }
    return number
  }

  private static func namedNumber(_ text: String) -> Int? {
    var rest = text[...]
    guard let semitone = PitchClass.semitone(startOf: &rest) else { return nil }
    // The bounds on the octave also keep the multiplication from overflowing.
    guard let octave = plainNumber(rest), (-1...9).contains(octave) else { return nil }
    return 12 * (octave + 1) + semitone
  }
}

extension MIDINote: CustomStringConvertible {
  /// The name with sharps, as in `name`.
  public var description: String { name }
}

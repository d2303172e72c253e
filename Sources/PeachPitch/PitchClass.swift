/// A note without its octave: one of the twelve semitones from C.
package struct PitchClass: Hashable, Sendable {
  /// C, 0.
  package static let c = PitchClass(semitone: 0)

  /// With sharps, by semitones from C.
  static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  /// Semitones above C, 0…11.
  package let semitone: Int

  init(semitone: Int) { self.semitone = semitone }

  /// The name with sharps, from "C" to "B".
  package var name: String { Self.names[semitone] }

  /// Reads a name: a capital letter, perhaps `#` or `b`; `Db` is C#, `Cb` is B.
  ///
  /// - Throws: `PitchError` if the text is not a pitch class.
  package init(parsing text: String) throws(PitchError) {
    var rest = text[...]
    guard let semitone = Self.semitone(startOf: &rest), rest.isEmpty else {
      throw PitchError(
        quantity: "note name",
        expected: "a note name without an octave: a capital letter from A to G, perhaps with # or b",
        got: "\"\(text)\"")
    }
    self.semitone = (semitone + 12) % 12
  }

  /// Takes a letter and its accidental from the front of a text: semitones above the C of their octave, −1…12.
  static func semitone(startOf text: inout Substring) -> Int? {
    guard let letter = text.popFirst(), let natural = names.firstIndex(of: String(letter)) else { return nil }
    switch text.first {
    case "#":
      text.removeFirst()
      return natural + 1
    case "b":
      text.removeFirst()
      return natural - 1
    default: return natural
    }
  }
}

extension PitchClass: CustomStringConvertible {
  package var description: String { name }
}

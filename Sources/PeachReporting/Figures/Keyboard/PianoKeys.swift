/// Computes the places of piano keys. White keys are equally wide. At their upper ends each semitone has an equal share
/// of the octave, and its note is drawn above that share.
struct PianoKeys {
  /// MIDI numbers, from a white key to a white key.
  let notes: ClosedRange<Int>
  private let left: Double
  private let keyWidth: Double
  private let first: Int

  private static let whites = [0, 2, 4, 5, 7, 9, 11]
  private static let whiteBefore = [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6]

  /// - Parameters:
  ///   - range: The notes, which are widened to white keys and to at least an octave.
  ///   - left: The left edge of the lowest key, in pixels.
  init(_ range: ClosedRange<Int>, left: Double, right: Double) {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low < 12 { if high < 127 { high += 1 } else { low -= 1 } }
    if !PianoKeys.isWhite(low) { low -= 1 }
    if !PianoKeys.isWhite(high) { high += 1 }
    notes = low...high
    first = PianoKeys.white(low)
    self.left = left
    keyWidth = (right - left) / Double(PianoKeys.white(high) - first + 1)
  }

  static func isWhite(_ note: Int) -> Bool { whites.contains(note % 12) }

  /// The number of a white key, counted from note 0. A black key has the number of the white key at its left.
  private static func white(_ note: Int) -> Int { note / 12 * 7 + whiteBefore[note % 12] }

  /// The edges of a white key, or of a black key's share of the octave.
  func key(_ note: Int) -> (left: Double, right: Double) {
    guard PianoKeys.isWhite(note) else { return slot(note) }
    let place = left + Double(PianoKeys.white(note) - first) * keyWidth
    return (place, place + keyWidth)
  }

  /// The edges of a note's share of the octave, limited to the keyboard.
  func slot(_ note: Int) -> (left: Double, right: Double) {
    let octave = left + Double(note / 12 * 7 - first) * keyWidth
    let width = 7 * keyWidth / 12
    let from = octave + Double(note % 12) * width
    return (max(left, from), from + width)
  }

  func middle(_ note: Int) -> Double {
    let slot = slot(note)
    return (slot.left + slot.right) / 2
  }
}

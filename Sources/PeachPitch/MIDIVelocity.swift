/// How hard a MIDI key is struck, 1…127. 0 is left out: in MIDI a note-on with velocity 0 is a note-off.
///
/// Source: MIDI Manufacturers Association (1996), *The Complete MIDI 1.0 Detailed Specification*.
package struct MIDIVelocity: Hashable, Sendable {
  /// The numbers that are velocities.
  package static let range = 1...127

  let storage: UInt8

  /// - Parameter number: 1…127.
  /// - Throws: `PitchError` if `number` is outside the range.
  package init(_ number: Int) throws(PitchError) {
    guard Self.range.contains(number) else {
      throw PitchError(quantity: "MIDI velocity", expected: "in 1…127", got: "\(number)")
    }
    storage = UInt8(truncatingIfNeeded: number)
  }

  /// The MIDI number, 1…127.
  package var number: Int { Int(storage) }
}

extension MIDIVelocity: Comparable {
  /// Softer velocities come first.
  package static func < (left: MIDIVelocity, right: MIDIVelocity) -> Bool { left.storage < right.storage }
}

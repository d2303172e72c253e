/// A key of the MIDI keyboard, 0…127. A tuning gives it a frequency. C4 is 60, A4 is 69.
///
/// Source: MIDI Manufacturers Association (1996), *The Complete MIDI 1.0 Detailed Specification*, for the numbers;
/// the octave count in which middle C is C4 is that of scientific pitch notation.
///
/// ```swift
/// let note = try MIDINote(parsing: "A4")  // 69
/// ```
public struct MIDINote: Hashable, Sendable {
  /// The numbers of the MIDI notes, 0…127.
  public static let range = 0...127

  @usableFromInline let storage: UInt8

  /// The note with a MIDI number.
  ///
  /// - Throws: `PitchError` if `number` is not in 0…127.
  public init(_ number: Int) throws(PitchError) {
    guard Self.range.contains(number) else {
      throw PitchError(quantity: "MIDI note", expected: "in 0…127", got: "\(number)")
    }
    storage = UInt8(truncatingIfNeeded: number)
  }

  /// Makes a note without throwing an error, for code that must be fast.
  ///
  /// - Precondition: `number` is in 0…127; another number stops the program.
  @inlinable public init(unchecked number: Int) {
    precondition(number >= 0 && number <= 127, "MIDI note out of 0…127")
    storage = UInt8(truncatingIfNeeded: number)
  }

  /// The MIDI number, 0…127.
  @inlinable public var number: Int { Int(storage) }

  /// The note that lies an interval higher or lower.
  ///
  /// - Throws: `PitchError` if that note is outside 0…127.
  @inlinable public func transposed(by interval: DirectedInterval) throws(PitchError) -> MIDINote {
    try MIDINote(number + interval.semitones)
  }
}

extension MIDINote: Comparable {
  /// Lower notes come first.
  @inlinable public static func < (left: MIDINote, right: MIDINote) -> Bool { left.storage < right.storage }
}

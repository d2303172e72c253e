import PeachSupport

/// The error for an invalid pitch value: a number outside its range, or a text that names no pitch or interval.
public struct PitchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The refused quantity: "MIDI note", "frequency".
  package let quantity: String
  /// The expectation with range and unit, to be read after "must be": "in 0…127", "above 0 Hz and finite".
  package let expected: String
  /// The refused value with its unit; text stands in quotes.
  package let got: String

  package init(quantity: String, expected: String, got: String) {
    self.quantity = quantity
    self.expected = expected
    self.got = got
  }

  /// The whole message: "MIDI note must be in 0…127, got 128".
  public var description: String { SafeText.line("\(quantity) must be \(expected), got \(got)") }
}

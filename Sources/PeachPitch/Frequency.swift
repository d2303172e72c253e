public import PeachSupport

/// A frequency in hertz, above 0 and finite.
///
/// ```swift
/// let sharp = try Frequency(440).shifted(by: 50)
/// ```
public struct Frequency: Hashable, Sendable {
  /// Hertz, above 0 and finite.
  public let hertz: Double

  /// A frequency in hertz.
  ///
  /// - Throws: `PitchError` if it is not above 0 and finite.
  public init(_ hertz: Double) throws(PitchError) {
    guard hertz > 0, hertz.isFinite else {
      throw PitchError(quantity: "frequency", expected: "above 0 Hz and finite", got: "\(hertz) Hz")
    }
    self.hertz = hertz
  }

  /// Makes a frequency in hertz without throwing an error, for code that must be fast.
  ///
  /// - Precondition: `hertz` is above 0 and finite; another value stops the program.
  @inlinable public init(unchecked hertz: Double) {
    precondition(hertz > 0 && hertz.isFinite, "the frequency must be above 0 Hz and finite")
    self.hertz = hertz
  }

  /// The frequency `cents` higher, or lower if `cents` is negative: f · 2^(cents / 1200).
  ///
  /// - Precondition: The result is above 0 and finite.
  @inlinable public func shifted(by cents: Cents) -> Frequency {
    Frequency(unchecked: hertz * exp2(cents.value / Cents.perOctave))
  }
}

extension Frequency: Comparable {
  /// Lower frequencies come first.
  @inlinable public static func < (left: Frequency, right: Frequency) -> Bool { left.hertz < right.hertz }
}

extension Frequency: CustomStringConvertible {
  /// The number with its unit: `440.0 Hz`.
  public var description: String { "\(hertz) Hz" }
}

public import PeachSupport

/// A frequency in hertz, above 0 and finite.
///
/// ```swift
/// let sharp = try Frequency(440).shifted(by: 50)
/// ```
public struct Frequency: Hashable, Sendable {
  /// Hertz, above 0 and finite.
  public let hertz: Double

  /// - Parameter hertz: Above 0 and finite.
  /// - Throws: `PitchError` if it is not.
  public init(_ hertz: Double) throws(PitchError) {
    guard hertz > 0, hertz.isFinite else {
      throw PitchError(quantity: "frequency", expected: "above 0 Hz and finite", got: "\(hertz) Hz")
    }
    self.hertz = hertz
  }

  /// Makes a value without checking its range, for hot code.
  ///
  /// - Precondition: `hertz` is above 0 and finite.
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
  public var description: String { "\(hertz) Hz" }
}

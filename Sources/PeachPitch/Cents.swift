public import PeachSupport

/// A signed distance between two pitches in cents: 1200 to the octave, positive is up. Any finite value.
///
/// Source: Ellis (1885), "On the musical scales of various nations", *Journal of the Society of Arts* 33:485–527.
///
/// ```swift
/// let fifth = Cents.between(try Frequency(440), try Frequency(660))  // 701.955… cents
/// ```
public struct Cents: Hashable, Sendable {
  /// Cents in an octave, 1200.
  @inlinable public static var perOctave: Double { 1200 }
  /// Cents in an equal-tempered semitone, 100.
  @inlinable public static var perSemitone: Double { 100 }
  /// No distance.
  @inlinable public static var zero: Cents { Cents(unchecked: 0) }

  /// The distance in cents, finite.
  public let value: Double

  /// - Parameter value: Finite.
  /// - Throws: `PitchError` if it is infinite or not a number.
  public init(_ value: Double) throws(PitchError) {
    guard value.isFinite else {
      throw PitchError(quantity: "distance", expected: "a finite number of cents", got: "\(value) cents")
    }
    self.value = value
  }

  /// Makes a distance without checking it, for hot code.
  ///
  /// - Precondition: `value` is finite.
  @inlinable public init(unchecked value: Double) {
    precondition(value.isFinite, "the distance must be a finite number of cents")
    self.value = value
  }

  /// The distance from `a` to `b`, positive if `b` is higher: 1200 · log2(b / a).
  ///
  /// - Precondition: The ratio b / a is a double above 0 and finite, as it is for any two audible frequencies.
  @inlinable public static func between(_ a: Frequency, _ b: Frequency) -> Cents {
    Cents(unchecked: perOctave * log2(b.hertz / a.hertz))
  }

  /// The distance without its sign.
  @inlinable public var magnitude: Cents { Cents(unchecked: value.magnitude) }
}

/// Arithmetic.
///
/// - Precondition: Results are finite. A sum of two distances that a listener could meet always is.
extension Cents {
  @inlinable public static func + (left: Cents, right: Cents) -> Cents { Cents(unchecked: left.value + right.value) }
  @inlinable public static func - (left: Cents, right: Cents) -> Cents { Cents(unchecked: left.value - right.value) }
  @inlinable public static prefix func - (cents: Cents) -> Cents { Cents(unchecked: -cents.value) }
  @inlinable public static func * (cents: Cents, factor: Double) -> Cents { Cents(unchecked: cents.value * factor) }
  @inlinable public static func * (factor: Double, cents: Cents) -> Cents { cents * factor }
  @inlinable public static func / (cents: Cents, divisor: Double) -> Cents { Cents(unchecked: cents.value / divisor) }
  @inlinable public static func += (left: inout Cents, right: Cents) { left = left + right }
  @inlinable public static func -= (left: inout Cents, right: Cents) { left = left - right }
}

extension Cents: Comparable {
  @inlinable public static func < (left: Cents, right: Cents) -> Bool { left.value < right.value }
}

extension Cents: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  @inlinable public init(floatLiteral value: Double) { self.init(unchecked: value) }
  @inlinable public init(integerLiteral value: Int) { self.init(unchecked: Double(value)) }
}

extension Cents: CustomStringConvertible {
  public var description: String { "\(value) cents" }
}

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
  /// A distance of 0 cents.
  @inlinable public static var zero: Cents { Cents(unchecked: 0) }

  /// The distance in cents, finite.
  public let value: Double

  /// A distance in cents.
  ///
  /// - Throws: `PitchError` if the value is infinite or not a number.
  public init(_ value: Double) throws(PitchError) {
    guard value.isFinite else {
      throw PitchError(quantity: "distance", expected: "a finite number of cents", got: "\(value) cents")
    }
    self.value = value
  }

  /// Makes a distance in cents without throwing an error, for code that must be fast.
  ///
  /// - Precondition: `value` is finite; another value stops the program.
  @inlinable public init(unchecked value: Double) {
    precondition(value.isFinite, "the distance must be a finite number of cents")
    self.value = value
  }

  /// The distance in cents from `a` to `b`, positive if `b` is higher: 1200 · log2(b / a).
  ///
  /// - Precondition: The ratio b / a is a double above 0 and finite, as it is for any two audible frequencies.
  @inlinable public static func between(_ a: Frequency, _ b: Frequency) -> Cents {
    Cents(unchecked: perOctave * log2(b.hertz / a.hertz))
  }

  /// The distance without its sign, at least 0 cents.
  @inlinable public var magnitude: Cents { Cents(unchecked: value.magnitude) }
}

/// Arithmetic.
///
/// - Precondition: Results are finite. A sum of two distances that a listener could meet always is.
extension Cents {
  /// The sum of two distances.
  @inlinable public static func + (left: Cents, right: Cents) -> Cents { Cents(unchecked: left.value + right.value) }
  /// The difference of two distances.
  @inlinable public static func - (left: Cents, right: Cents) -> Cents { Cents(unchecked: left.value - right.value) }
  /// Returns the distance in the other direction.
  @inlinable public static prefix func - (cents: Cents) -> Cents { Cents(unchecked: -cents.value) }
  /// A multiple of a distance.
  @inlinable public static func * (cents: Cents, factor: Double) -> Cents { Cents(unchecked: cents.value * factor) }
  /// A multiple of a distance.
  @inlinable public static func * (factor: Double, cents: Cents) -> Cents { cents * factor }
  /// A part of a distance; the divisor must not be 0.
  @inlinable public static func / (cents: Cents, divisor: Double) -> Cents { Cents(unchecked: cents.value / divisor) }
  /// Adds a distance to another.
  @inlinable public static func += (left: inout Cents, right: Cents) { left = left + right }
  /// Subtracts a distance from another.
  @inlinable public static func -= (left: inout Cents, right: Cents) { left = left - right }
}

extension Cents: Comparable {
  /// Orders signed distances: downward ones come first.
  @inlinable public static func < (left: Cents, right: Cents) -> Bool { left.value < right.value }
}

extension Cents: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A literal number of cents, such as `50.5`.
  @inlinable public init(floatLiteral value: Double) { self.init(unchecked: value) }
  /// A literal whole number of cents, such as `50`.
  @inlinable public init(integerLiteral value: Int) { self.init(unchecked: Double(value)) }
}

extension Cents: CustomStringConvertible {
  /// The number with its unit: `701.955 cents`.
  public var description: String { "\(value) cents" }
}

/// The numbers that a parameter accepts: an interval whose ends are open, closed or absent. Infinity is never
/// accepted.
///
/// ```swift
/// let bounds = Bounds.within(0..<0.5).with(hint: "write the rate as a share, such as 0.02")
/// let isValid = bounds.contains(0.02)  // true
/// ```
public struct Bounds: Hashable, Sendable, CustomStringConvertible {
  /// An end of the interval.
  public struct End: Hashable, Sendable {
    /// The number at the end.
    public var value: Double
    /// Whether the number itself is accepted.
    public var isIncluded: Bool
  }

  /// The lower end; `nil` if there is none.
  public var lower: End?
  /// The upper end; `nil` if there is none.
  public var upper: End?
  /// Advice on what to write instead of a number outside the bounds, for the message about it; `nil` for no advice.
  public var hint: String?

  /// Any finite number.
  public static let finite = Bounds(lower: nil, upper: nil)
  /// Numbers above 0.
  public static let positive = above(0)

  /// Numbers above `value`.
  public static func above(_ value: Double) -> Bounds {
    Bounds(lower: End(value: value, isIncluded: false), upper: nil)
  }

  /// `value` and the numbers above it.
  public static func atLeast(_ value: Double) -> Bounds {
    Bounds(lower: End(value: value, isIncluded: true), upper: nil)
  }

  /// The numbers of an interval that includes both ends.
  public static func within(_ range: ClosedRange<Double>) -> Bounds {
    Bounds(
      lower: End(value: range.lowerBound, isIncluded: true), upper: End(value: range.upperBound, isIncluded: true))
  }

  /// The numbers of an interval that includes its lower end and excludes its upper end.
  public static func within(_ range: Range<Double>) -> Bounds {
    Bounds(
      lower: End(value: range.lowerBound, isIncluded: true), upper: End(value: range.upperBound, isIncluded: false))
  }

  /// The numbers above `low` and below `high`.
  public static func between(_ low: Double, _ high: Double) -> Bounds {
    Bounds(lower: End(value: low, isIncluded: false), upper: End(value: high, isIncluded: false))
  }

  /// Returns a copy of the bounds with a hint for numbers outside them.
  public func with(hint: String) -> Bounds {
    var bounds = self
    bounds.hint = hint
    return bounds
  }

  /// Whether a number is accepted; `false` for infinity and NaN.
  public func contains(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    if let lower, lower.isIncluded ? value < lower.value : value <= lower.value { return false }
    if let upper, upper.isIncluded ? value > upper.value : value >= upper.value { return false }
    return true
  }

  /// Text such as "in [0, 0.5)", "> 0" or "≥ 1"; empty if every finite number is allowed.
  public var description: String {
    switch (lower, upper) {
    case (nil, nil): ""
    case (let lower?, nil): (lower.isIncluded ? "≥ " : "> ") + lower.value.shortest
    case (nil, let upper?): (upper.isIncluded ? "≤ " : "< ") + upper.value.shortest
    case (let lower?, let upper?):
      "in \(lower.isIncluded ? "[" : "(")\(lower.value.shortest), \(upper.value.shortest)\(upper.isIncluded ? "]" : ")")"
    }
  }

  /// A value inside the bounds, with which reading continues after a problem.
  package var sample: Double {
    switch (lower, upper) {
    case (nil, nil): 1
    case (let lower?, nil): lower.isIncluded ? lower.value : lower.value + 1
    case (nil, let upper?): upper.isIncluded ? upper.value : upper.value - 1
    case (let lower?, let upper?): (lower.value + upper.value) / 2
    }
  }

  /// Values just outside each end. Tests check that every parameter refuses them.
  package var outside: [Double] {
    [
      lower.map { $0.isIncluded ? ($0.value - 1).nextDown : $0.value },
      upper.map { $0.isIncluded ? ($0.value + 1).nextUp : $0.value },
    ].compactMap(\.self)
  }
}

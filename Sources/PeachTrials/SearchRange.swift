public import PeachSupport

/// The range in which a track can find its threshold, and the place in the file that sets it.
public struct SearchRange: Hashable, Sendable {
  /// The cause of a bound.
  public enum Bound: String, Sendable {
    case thresholds = "the threshold grid"
    case limits = "the limits"
  }

  public var bound: Bound
  public var levels: ClosedRange<Double>
  public var unit: String
  public var place: Place
  /// The dotted path of the value in the file.
  public var path: String

  /// - Parameter key: The key of `reader` that sets the bound.
  public init(_ bound: Bound, _ levels: ClosedRange<Double>, _ axis: Axis, at key: String, of reader: Reader) {
    self.bound = bound
    self.levels = levels
    unit = axis.unit
    place = reader.value(key)?.place ?? reader.place
    path = "\(reader.path).\(key)"
  }

  /// The levels for people: 20…80 dB.
  public var text: String { "\(levels.lowerBound.brief)…\(levels.upperBound.brief) \(unit)" }
}

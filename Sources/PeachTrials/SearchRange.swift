public import PeachSupport

/// The range in which a track can find its threshold, and the place in the file that sets it. Peach warns if the true
/// threshold lies outside.
public struct SearchRange: Hashable, Sendable {
  /// The setting that bounds a range: `thresholds` or `limits`. The raw value names the setting in messages.
  public enum Bound: String, Sendable {
    /// The grid of thresholds of a strategy with a posterior.
    case thresholds = "the threshold grid"
    /// The lowest and highest level of a track.
    case limits = "the limits"
  }

  /// The setting that bounds the range.
  public var bound: Bound
  /// The thresholds that the track can find, in `unit`.
  public var levels: ClosedRange<Double>
  /// The unit of the levels.
  public var unit: String
  /// The position of the setting in the file, or of the strategy's mapping if the file does not state the setting.
  public var place: Place
  /// The dotted path of the setting in the file, such as `strategies.staircase.limits`.
  public var path: String

  /// A range that a key of the file sets.
  ///
  /// - Parameters:
  ///   - bound: The kind of the setting, for messages.
  ///   - levels: The range in the unit of `axis`.
  ///   - axis: The axis of the task's levels, which gives the unit.
  ///   - key: The key that sets the bound, in the mapping of `reader`. The file need not state it.
  ///   - reader: The reader of the strategy's mapping, which gives place and path.
  public init(_ bound: Bound, _ levels: ClosedRange<Double>, _ axis: Axis, at key: String, of reader: Reader) {
    self.bound = bound
    self.levels = levels
    unit = axis.unit
    place = reader.value(key)?.place ?? reader.place
    path = "\(reader.path).\(key)"
  }

  /// The levels as messages show them, to three significant digits: `20…80 dB`.
  public var text: String { "\(levels.lowerBound.brief)…\(levels.upperBound.brief) \(unit)" }
}

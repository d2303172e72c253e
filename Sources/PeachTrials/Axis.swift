import PeachSupport

/// The axis of a level: its unit, whether it is linear or logarithmic, and whether levels have a sign.
public struct Axis: Hashable, Sendable {
  /// The scale of an axis. The raw value is the word for `scale` in experiment files.
  public enum Scale: String, CaseIterable, Sendable {
    /// Levels are any numbers, and errors are differences.
    case linear
    /// Levels are positive, and errors are ratios.
    case log
  }

  /// The unit of a level as column names write it: `cents`, `dB`.
  public var unit: String
  /// Whether the axis is linear or logarithmic.
  public var scale: Scale
  /// Whether a level may be negative and a response means "higher" rather than "correct".
  public var isSigned: Bool

  /// Makes an axis. A signed axis is linear.
  public init(unit: String, scale: Scale, isSigned: Bool) {
    self.unit = unit
    self.scale = scale
    self.isSigned = isSigned
  }

  /// The axis of a comparison: unsigned cents, logarithmic.
  public static let cents = Axis(unit: "cents", scale: .log, isSigned: false)

  /// Whether a level is a logarithm already, because its unit begins with dB: dB, dB SPL, dB(A).
  public var isDecibel: Bool { unit.lowercased().hasPrefix("db") }

  /// Whether the axis has a fixed 0, so that a share of a level has a meaning. Ratios and differences in cents have
  /// one. The 0 of dB and of other linear axes is a convention.
  public var hasTrueZero: Bool { !isDecibel && (scale == .log || unit == Axis.cents.unit) }

  /// The unit of an error of an estimate: `log2` for the log2 of a ratio (octaves) on a log axis, else the level's
  /// own unit.
  public var errorUnit: String { scale == .log ? "log2" : unit }

  /// The error of an estimate: log2(estimate / truth) on a log axis, otherwise estimate − truth.
  public func error(of estimate: Double, truth: Double) -> Double {
    scale == .log ? log2(estimate / truth) : estimate - truth
  }
}

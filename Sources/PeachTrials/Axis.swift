import PeachSupport

/// The axis of a level: its unit, whether it is linear or logarithmic, and whether levels have a sign.
public struct Axis: Hashable, Sendable {
  /// The scale of an axis. The raw value is the word for `scale` in experiment files.
  public enum Scale: String, CaseIterable, Sendable {
    /// Levels are any numbers, and errors are differences.
    case linear
    /// Levels are positive, and errors are ratios: log2(estimate / truth).
    case log
  }

  /// The unit of a level, which is a part of column names: `cents`, `dB`. The unit `cents` and units that begin with dB
  /// have effects: see `isDecibel` and `hasTrueZero`. In a file it consists of letters, digits, `+`, `.`, `_` and `-`,
  /// without spaces or brackets.
  public var unit: String
  /// Whether the axis is linear or logarithmic.
  public var scale: Scale
  /// Whether a level may be negative and a response means "higher" rather than "correct".
  public var isSigned: Bool

  /// Makes an axis. A signed axis must be linear; Peach does not check this.
  public init(unit: String, scale: Scale, isSigned: Bool) {
    self.unit = unit
    self.scale = scale
    self.isSigned = isSigned
  }

  /// The axis of a comparison and of a choice among notes: unsigned cents, logarithmic.
  public static let cents = Axis(unit: "cents", scale: .log, isSigned: false)

  /// Whether a level is a logarithm already, because its unit begins with dB in any case: `dB`, `dB_SPL`, `DBA`.
  public var isDecibel: Bool { unit.lowercased().hasPrefix("db") }

  /// Whether the axis has a fixed 0, so that a share of a level has a meaning. `true` on a log axis and for the unit
  /// `cents`; `false` for dB on either scale and for other linear axes, whose 0 is a convention.
  public var hasTrueZero: Bool { !isDecibel && (scale == .log || unit == Axis.cents.unit) }

  /// The unit of an error of an estimate: `log2` for the log2 of a ratio (octaves) on a log axis, else the level's
  /// own unit.
  public var errorUnit: String { scale == .log ? "log2" : unit }

  /// The error of an estimate, in `errorUnit`: log2(estimate / truth) on a log axis, otherwise estimate − truth. It is
  /// positive if the estimate is too high. On a log axis both levels must be above 0; otherwise the result is infinite
  /// or NaN.
  public func error(of estimate: Double, truth: Double) -> Double {
    scale == .log ? log2(estimate / truth) : estimate - truth
  }
}

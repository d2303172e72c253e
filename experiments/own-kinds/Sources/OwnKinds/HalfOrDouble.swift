public import PeachStrategies
public import PeachSupport
public import PeachTrials

/// Halves the level after a correct answer and multiplies it after a wrong one.
///
/// Source: none; it shows how a strategy is made.
public struct HalfOrDouble: TrackedStrategy, DeclaredLevelStrategy {
  public static let kind = "half-or-double"
  public static let family = StrategyFamily.staircases
  public static let summary = "halves after a correct answer, multiplies after a wrong one"
  public static let rule = "A correct answer halves the level, a wrong one multiplies it by factor."
  public static let use = "To see how a strategy is made. Not to measure: its steps stay large."
  public static let source = "none"
  public static let convergence = "50 % for a factor of 2"
  public static let example = "start: 100, factor: 2"
  public static let exampleNote = "The wrong answer at trial 5 brings back the level of trial 4."

  public struct Settings: Sendable {
    var track: TrackSettings
    var factor: Double
  }

  public var track: Track
  private let factor: Double

  /// Reads the settings of a file, each with its unit, bounds, default and meaning. `TrackSettings` reads the keys that
  /// all tracks have: start, limits, stop, estimator, at-limit, step-from.
  public static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    Settings(
      track: TrackSettings.read(reader, in: context, hasEstimator: true),
      factor: reader.number(
        "factor", unit: "1", in: .above(1), default: 2, "Ratio of levels after a wrong answer", source: source))
  }

  /// States facts of these settings: here, the proportion of correct answers on which the strategy converges.
  public static func facts(of settings: Settings) -> StrategyFacts {
    StrategyFacts(target: settings.factor == 2 ? 0.5 : nil)
  }

  /// Makes a fresh track. Draw random numbers (`streams.strategy.unit()`) only here and in `update`, never in `next`.
  public init(_ settings: Settings, using streams: inout Streams) {
    track = Track(settings.track)
    factor = settings.factor
  }

  /// Moves the level. `Track` counts trials and reversals, and applies the limits and the stop rule.
  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.move(response.isPositive ? .down : .up, at: presented)
    let base = track.base(presented)
    track.finishTrial(presented, response, proposed: response.isPositive ? base / 2 : base * factor)
  }
}

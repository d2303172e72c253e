public import Configuration
import Grids
public import Trials

/// ZEST: every trial at the mean of the threshold's posterior.
///
/// Source: King-Smith, Grigsby, Vingrys, Benes & Supowit (1994), Vision Res. 34:885–912,
/// doi:10.1016/0042-6989(94)90039-6.
/// Differs from the source: the function is any, its α the threshold; the prior is as stated.
public struct Zest: GridTrackStrategy {
  public static let kind = "zest"
  public static let family = StrategyFamily.likelihood
  public static let summary = "every trial at the posterior mean of the threshold"
  public static let rule =
    "After every answer the threshold's posterior is brought up to date, and the next trial is at its mean: of log α on "
    + "a log axis, the nearest of levels where they are stated."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    let mean = axis.scale == .log ? "its mean, that of log α" : "its mean"
    let level = settings["levels"] == nil ? "at \(mean)" : "at the stated level nearest to \(mean)"
    return "After every answer the threshold's posterior is brought up to date, and the next trial is \(level)."
  }

  public static let use =
    "For a threshold alone in few trials, with slope and guessing known and a fair idea of where it lies. The mean is a "
    + "steadier place than the mode of best-pest. A wrong slope biases it; for slope or lapses use psi or uml."
  public static let source = "King-Smith et al. (1994), doi:10.1016/0042-6989(94)90039-6"
  public static let convergence = "ψ(α): 75 % for normal and logistic with two alternatives and no lapses"
  public static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 61, spacing: log}, slope: 2, lapse: 0.02"
  public static let exampleNote =
    "Every level is the estimate after the trial before: 7.1605 cents at trial 2, and so on. From a uniform "
    + "prior the first is 10 cents, the middle of the thresholds on their log scale. A wrong answer, as at "
    + "trials 5, 10 and 13, raises the estimate by more than a correct one lowers it, as it must where 80 % are "
    + "correct at balance."

  public var track: GridTrack

  public static func read(_ reader: Reader, in context: StrategyContext) -> ThresholdSettings {
    ThresholdSettings.read(reader, in: context, default: .mean, source: source)
  }

  public static func facts(of settings: ThresholdSettings) -> StrategyFacts {
    StrategyFacts(
      target: settings.target, judgesSigns: true, reach: settings.grid.reach,
      valueAtThreshold: settings.grid.valueAtThreshold)
  }

  public init(_ settings: ThresholdSettings, using streams: inout Streams) {
    let grid = settings.grid
    track = GridTrack(grid, settings.belief) { grid.meanLevel($0.marginal(of: .threshold)) }
  }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.take(presented, response)
    track.place(at: track.settings.meanLevel(track.posterior.marginal(of: .threshold)))
  }
}

public import Configuration
import Grids
public import Trials

/// Best PEST: every trial at the most probable threshold, under a uniform prior the most likely one.
///
/// Source: Pentland (1980), Percept. Psychophys. 28:377–379, doi:10.3758/BF03204398.
/// Differs from the source: the function is any, its α the threshold, and there may be a prior.
public struct BestPest: GridTrackStrategy {
  public static let kind = "best-pest"
  public static let family = StrategyFamily.likelihood
  public static let summary = "every trial at the most probable threshold"
  public static let rule =
    "After every answer the threshold's posterior is brought up to date, and the next trial is at its mode, the lowest "
    + "of equally probable ones; without a prior that is the threshold of maximum likelihood. The first trial, when all "
    + "are equally probable, is at the middle one."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    guard settings["prior"] == nil else {
      return
        "After every answer the threshold's posterior is brought up to date, and the next trial is at its mode, the lowest "
        + "of equally probable ones."
    }
    return
      "After every answer the next trial is at the threshold of maximum likelihood, the lowest of equally likely ones; "
      + "the first trial is at the middle threshold."
  }

  public static let use =
    "As zest, where comparable results ask for it. The mode jumps between the ends of the thresholds in the first "
    + "trials, until there are answers of both kinds."
  public static let source = "Pentland (1980), doi:10.3758/BF03204398"
  public static let convergence = "ψ(α): 75 % for normal and logistic with two alternatives and no lapses"
  public static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 61, spacing: log}, slope: 2, lapse: 0.02"
  public static let exampleResponses = "10101101110110"
  public static let exampleNote =
    "One correct answer makes the lowest threshold the likeliest, and the second trial is there, at 1 cent: "
    + "without a prior the likeliest value jumps while the posterior is flat. From the first wrong answer on, "
    + "at trial 2, levels settle near 5 cents; the interval shows how little 14 trials say."

  public var track: GridTrack

  public static func read(_ reader: Reader, in context: StrategyContext) -> ThresholdSettings {
    ThresholdSettings.read(reader, in: context, default: .mode, source: source)
  }

  public static func facts(of settings: ThresholdSettings) -> StrategyFacts {
    StrategyFacts(
      target: settings.target, judgesSigns: true, reach: settings.grid.reach,
      valueAtThreshold: settings.grid.valueAtThreshold)
  }

  public init(_ settings: ThresholdSettings, using streams: inout Streams) {
    let grid = settings.grid.grid
    track = GridTrack(settings.grid, settings.belief) {
      let thresholds = $0.marginal(of: .threshold)
      let masses = thresholds.masses
      let isUniform = masses.allSatisfy { abs($0 - masses[0]) <= 1e-9 * masses[0] }
      return grid.level(isUniform ? thresholds.values[(masses.count - 1) / 2] : thresholds.mode)
    }
  }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.take(presented, response)
    track.place(at: track.settings.grid.level(track.posterior.marginal(of: .threshold).mode))
  }
}

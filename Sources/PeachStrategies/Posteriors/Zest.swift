package import PeachSupport
package import PeachTrials

/// ZEST: every trial at the mean of the threshold's posterior.
///
/// Source: King-Smith, Grigsby, Vingrys, Benes & Supowit (1994), Vision Res. 34:885–912,
/// doi:10.1016/0042-6989(94)90039-6.
/// Differs from the source: the function is any, its α the threshold; the prior is as stated.
package struct Zest: GridTrackStrategy {
  package static let kind = "zest"
  package static let family = StrategyFamily.likelihood
  package static let summary = "each trial at the mean of the threshold's posterior"
  package static let noun = "ZEST"
  package static let rule =
    "ZEST updates the threshold's posterior after every answer. The next trial is at the mean of this posterior; on a "
    + "log axis it is the mean of log α. If the parameter levels is stated, ZEST presents the level of its list "
    + "that is nearest."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let mean = "the mean of this distribution" + (axis.scale == .log ? ", computed on a logarithmic scale" : "")
    let level = settings["levels"] == nil ? mean : "the listed level nearest to \(mean)"
    return
      "ZEST updated the posterior distribution of the threshold after every answer. Each trial was placed at \(level)."
  }

  package static let use =
    "Use it for a threshold from few trials, if you know slope and guess rate and have a fair idea of the "
    + "threshold. The mean is a steadier place for trials than the mode, which best-pest uses. A wrong slope "
    + "biases the estimate. If you also want the slope or the lapse rate, use psi or uml."
  package static let source = "King-Smith et al. (1994), doi:10.1016/0042-6989(94)90039-6"
  package static let convergence =
    "ψ(α), the proportion correct at the function's threshold α: 75 % for normal and logistic with two "
    + "alternatives and no lapses"
  package static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 61, spacing: log}, slope: 2, lapse: 0.02"
  package static let exampleNote =
    "Each level is the estimate after the trial before: 7.1605 cents at trial 2, and so on. The prior is "
    + "uniform, so the first level is 10 cents, the middle of the thresholds on their log scale. Wrong answers, at "
    + "trials 5, 10 and 13, raise the estimate by more than a correct answer lowers it. The steps must be unequal, "
    + "because about 80 % of answers are correct once the track is in balance."

  package var track: GridTrack

  package static func read(_ reader: Reader, in context: StrategyContext) -> ThresholdSettings {
    ThresholdSettings.read(reader, in: context, default: .mean, source: source)
  }

  package static func facts(of settings: ThresholdSettings) -> StrategyFacts {
    StrategyFacts(
      target: settings.target, judgesSigns: true, reach: settings.grid.reach,
      valueAtThreshold: settings.grid.valueAtThreshold)
  }

  package init(_ settings: ThresholdSettings, using streams: inout Streams) {
    let grid = settings.grid
    track = GridTrack(grid, settings.belief) { grid.meanLevel($0.marginal(of: .threshold)) }
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.take(presented, response)
    track.place(at: track.settings.meanLevel(track.posterior.marginal(of: .threshold)))
  }
}

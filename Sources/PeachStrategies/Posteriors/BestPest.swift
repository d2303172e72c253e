package import PeachSupport
package import PeachTrials

/// Best PEST: every trial at the most probable threshold, under a uniform prior the most likely one.
///
/// Source: Pentland (1980), Percept. Psychophys. 28:377–379, doi:10.3758/BF03204398.
/// Differs from the source: the function is any, its α the threshold, and there may be a prior.
package struct BestPest: GridTrackStrategy {
  package static let kind = "best-pest"
  package static let family = StrategyFamily.likelihood
  package static let summary = "each trial at the most probable threshold"
  package static let noun = "Best PEST"
  package static let rule =
    "Best PEST updates the threshold's posterior after every answer. The next trial is at its mode, the most "
    + "probable threshold. If several thresholds are equally probable, it takes the lowest. Without a prior the "
    + "mode is the maximum-likelihood threshold. The first trial is at the middle threshold if all are equally "
    + "probable."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    guard settings["prior"] == nil else {
      return
        "Best PEST updated the posterior distribution of the threshold after every answer. Each trial was placed at the "
        + "mode of this distribution, or at the lowest of several equally probable thresholds."
    }
    return "Each trial was placed at the threshold with the highest likelihood, or at the lowest of several equally "
      + "likely thresholds. The first trial was placed at the middle threshold of the grid."
  }

  package static let use =
    "Choose it instead of zest if your results must be comparable with published results of Best PEST. Until there "
    + "are both correct and wrong answers, the next level (the posterior's mode) jumps between the ends of the grid."
  package static let source = "Pentland (1980), doi:10.3758/BF03204398"
  package static let convergence =
    "ψ(α), the proportion correct at the function's threshold α: 75 % for normal and logistic with two "
    + "alternatives and no lapses"
  package static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 61, spacing: log}, slope: 2, lapse: 0.02"
  package static let exampleResponses = "10101101110110"
  package static let exampleNote =
    "After one correct answer the lowest threshold is the most likely one, so the second trial is at 1 cent. "
    + "Without a prior the mode jumps while the posterior is flat. After the first wrong answer, at trial 2, the "
    + "levels settle near 5 cents. The wide interval shows how little 14 trials tell about the threshold."

  package var track: GridTrack

  package static func read(_ reader: Reader, in context: StrategyContext) -> ThresholdSettings {
    ThresholdSettings.read(reader, in: context, default: .mode, source: source)
  }

  package static func facts(of settings: ThresholdSettings) -> StrategyFacts {
    StrategyFacts(
      target: settings.target, judgesSigns: true, reach: settings.grid.reach,
      valueAtThreshold: settings.grid.valueAtThreshold)
  }

  package init(_ settings: ThresholdSettings, using streams: inout Streams) {
    let grid = settings.grid.grid
    track = GridTrack(settings.grid, settings.belief) {
      let thresholds = $0.marginal(of: .threshold)
      let masses = thresholds.masses
      let isUniform = masses.allSatisfy { abs($0 - masses[0]) <= 1e-9 * masses[0] }
      return grid.level(isUniform ? thresholds.values[(masses.count - 1) / 2] : thresholds.mode)
    }
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.take(presented, response)
    track.place(at: track.settings.grid.level(track.posterior.marginal(of: .threshold).mode))
  }
}

import PeachFitting
import PeachMath
package import PeachSupport
package import PeachTrials

/// The maximum-likelihood procedure: every trial where the likeliest of many candidate functions reaches a target.
///
/// Source: Green (1990), J. Acoust. Soc. Am. 87:2662–2674, doi:10.1121/1.399058, for the sweet point; Green (1993),
/// J. Acoust. Soc. Am. 93:2096–2105, doi:10.1121/1.406696; Grassi & Soranzo (2009), Behav. Res. Methods 41:20–28.
/// Differs from the source: the function is any.
package struct MaximumLikelihood: GridTrackStrategy {
  package static let kind = "mlp"
  package static let family = StrategyFamily.likelihood
  package static let summary = "each trial where the most likely candidate function reaches the target"
  package static let noun = "the maximum-likelihood procedure"
  package static let rule =
    "The candidates are all combinations of threshold, slope, guess rate and lapse rate. After every answer the "
    + "procedure finds the candidate with the highest likelihood. If several are equally likely, it takes the "
    + "first one: lowest threshold, then slope, guess rate and lapse rate. The next trial is where this candidate "
    + "reaches the target, and so is the estimate. The first trial takes the middle value of every parameter."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "The candidates were the psychometric functions with all combinations of threshold, slope, guess rate and lapse "
      + "rate on a grid. Each trial was placed at the level at which the candidate with the highest likelihood reached "
      + "the target proportion. If several candidates were equally likely, the procedure chose the one with the lowest "
      + "threshold, slope, guess rate and lapse rate, in this order."
  }

  package static let use =
    "Use it for a threshold from few trials. In yes/no tasks list several false-alarm rates among the "
    + "candidates. The first answers move the level far, so an early lapse costs many trials."
  package static let source = "Green (1990), doi:10.1121/1.399058; Green (1993), doi:10.1121/1.406696"
  package static let convergence =
    "the key target; by default the sweet point, where a trial tells most about the threshold. For the logistic with "
    + "guess rate γ and without lapses it is (2γ + 1 + √(1 + 8γ))/(3 + √(1 + 8γ)): 80.90 % with two alternatives"
  package static let example = "threshold: {from: 1, to: 100, count: 100}, slope: 0.3, lapse: 0, limits: [0.5, 200]"
  package static let exampleResponses = "10101101110110"
  package static let exampleNote =
    "The track starts at the middle candidate. After one correct answer the most likely candidate is the lowest "
    + "one. After the first wrong answer, at trial 2, it is one near 30 cents. From trial 5 on the levels stay "
    + "between 23 and 29 cents. Each answer then moves the level by at most four candidates."

  package struct Settings: Sendable {
    let grid: GridSettings
    let belief: GridEstimate
    /// The level at which each candidate reaches the target.
    let levels: LazyValue<[Double]>
    let target: Double
  }

  package var track: GridTrack
  private let levels: [Double]

  package static func facts(of settings: Settings) -> StrategyFacts {
    StrategyFacts(target: settings.target, judgesSigns: true, reach: settings.grid.reach)
  }

  package init(_ settings: Settings, using streams: inout Streams) {
    levels = settings.levels.value
    let levels = levels
    track = GridTrack(settings.grid, settings.belief) { _ in
      levels[settings.grid.grid.middle]
    }
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.take(presented, response)
    track.place(at: levels[track.posterior.bestPlace])
  }

  package var estimates: [Estimate] {
    var estimate = track.estimate
    if estimate.status == .ok, !track.settings.axis.isSigned {
      estimate.threshold = levels[track.posterior.bestPlace]
      estimate.contain()
    }
    return [estimate]
  }
}

extension MaximumLikelihood {
  /// Memory for each candidate: its level, the level on the scale of the task, and its rank.
  private static let bytesPerPlace = 24.0

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let grid = GridSettings.read(
      reader, in: context,
      GridSettings.Needs(
        levels: .optional, hasPrior: false, defaultFunction: LogisticFunction.name, staysAmongThresholds: false,
        hasTarget: false, source: source))
    let target = readTarget(reader, grid)
    _ = context.grids.claim(bytesPerPlace * Double(grid.grid.count), for: reader)
    let levels = LazyValue { (0..<grid.grid.count).map { grid.level(at: target, place: $0) } }
    let isLog = grid.axis.scale == .log
    let reading: GridEstimate.Reading =
      grid.axis.isSigned
      ? .level(grid.model.levelOfPlace(target: context.estimand))
      : .level(LazyValue { LevelOfPlace(isLog ? levels.value.map { log($0) } : levels.value) })
    let belief = GridEstimate(grid: grid.grid, axis: grid.axis, summary: .mode, reading: reading)
    grid.checkWidth(belief, reader)
    var bounded = grid
    bounded.reach?.levels = grid.levels(at: target)
    return Settings(
      grid: bounded, belief: belief, levels: levels, target: grid.axis.isSigned ? context.estimand : target)
  }

  /// A number, or the sweet point at the means of guess and lapse: what every candidate must reach.
  private static func readTarget(_ reader: Reader, _ grid: GridSettings) -> Double {
    let parameter = Parameter(
      name: "target", kind: .number(.between(0, 1)), unit: "1", fallback: "sweet-point",
      meaning:
        "Proportion correct at which the strategy places trials; or sweet-point, the proportion at which a trial "
        + "tells most about the threshold",
      source: source)
    let (guess, lapse) = (grid.grid.priorMean(.guess), grid.grid.priorMean(.lapse))
    let sweet = SweetPoint(function: grid.grid.function, guess: guess, lapse: lapse)
    var target = sweet.probability(at: sweet.threshold)
    let node = reader.node(parameter, required: false)
    if let node, node.text != "sweet-point" {
      guard let text = node.plainText, let number = NumberGrammar.double(text), 0 < number, number < 1 else {
        reader.report("expected \(parameter.expectation), or sweet-point, got \(node.shown)", at: "target")
        return target
      }
      target = number
      reader.resolve("target", .number(number))
    } else {
      reader.resolve("target", .text("sweet-point"))
    }
    let lapses = grid.grid.values[ParameterGrid.Parameter.lapse.rawValue]
    let guesses = grid.grid.tiesGuess ? lapses : grid.grid.values[ParameterGrid.Parameter.guess.rawValue]
    let (low, high) = (guesses[guesses.count - 1], 1 - lapses[lapses.count - 1])
    if target <= low || target >= high {
      reader.report(
        "expected a target that every candidate function (of the listed parameters) reaches, between "
          + "\(low.shortest) and \(high.shortest), "
          + "got \(target.shortest)", at: "target")
      return (low + high) / 2
    }
    return target
  }
}

extension GridSettings {
  /// Between which levels the candidates reach a probability.
  fileprivate func levels(at probability: Double) -> ClosedRange<Double> {
    let count = grid.count / grid.values[0].count
    let low = (0..<count).map { level(at: probability, place: $0) }.min() ?? 0
    let high = (grid.count - count..<grid.count).map { level(at: probability, place: $0) }.max() ?? low
    return low...max(low, high)
  }

  /// The level at which ψ of a place is a probability between its asymptotes.
  func level(at probability: Double, place: Int) -> Double {
    let at = grid.parameters(at: place)
    let inside = (probability - at.guess) / (1 - at.guess - at.lapse)
    return railed(grid.level(grid.function.inverse(inside, threshold: at.threshold, slope: at.slope)))
  }
}

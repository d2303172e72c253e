package import PeachSupport
package import PeachTrials

/// QUEST: a posterior of only the threshold, and every trial at its quantile, mean or mode.
///
/// Source: Watson & Pelli (1983), Percept. Psychophys. 33:113–120, doi:10.3758/BF03202828; with the conventions of
/// Psychtoolbox.
/// Differs from the source: the estimate is the posterior mean by default. A level beyond the
/// grid of thresholds counts as it is, and not as the end of the grid.
package struct Quest: GridTrackStrategy {
  package static let kind = "quest"
  package static let family = StrategyFamily.likelihood
  package static let summary = "each trial at a quantile of the threshold's posterior"
  package static let noun = "QUEST"
  package static let rule =
    "QUEST starts from a normal prior of the threshold and a Weibull function of known slope. It updates the "
    + "threshold's posterior after every answer. The next trial is at the posterior's quantile, mean or mode. By "
    + "default it is the quantile at which a trial reduces the threshold's variance most. On a log axis QUEST works "
    + "in log10 of the level."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let place: String
    switch settings["place"]?.word {
    case Place.mean.rawValue: place = "mean"
    case Place.mode.rawValue: place = "mode"
    default: place = settings["quantile"] == nil ? "most informative quantile" : "quantile"
    }
    return "QUEST assumed a normal prior distribution of the threshold\(axis.scale == .log ? ", in log₁₀ units," : "") "
      + "and a Weibull function of known slope. It updated the posterior distribution of the threshold after every "
      + "answer, and each trial was placed at the \(place) of this distribution."
  }

  package static let use =
    "QUEST is the most widely used Bayesian procedure. Choose it if your results must be comparable with published "
    + "results of QUEST. Choose a wide prior, with an sd of half a log unit or more. The default slope comes from "
    + "the source and suits visual contrast. For pitch a slope of about 1.3 is right; a slope that is too steep "
    + "makes the interval far too narrow. If slope or lapse rate is in doubt, use psi or psi-marginal."
  package static let source = "Watson & Pelli (1983), doi:10.3758/BF03202828"
  package static let convergence = "target"
  package static let example = "prior: {mean: 20, sd: 1}, slope: 1.3"
  package static let exampleNote =
    "The first level is the most informative quantile, above the prior's mean of 20 cents. While all answers are "
    + "correct, the level follows this quantile down and stays above the estimate. The wrong answer at trial 5 "
    + "raises the estimate from 3.98 to 18.12 cents. At so low a level one wrong answer outweighs four correct "
    + "ones."

  /// The statistic of the posterior at which trials are placed.
  package enum Place: String, CaseIterable, Sendable {
    case quantile, mean, mode
  }

  package struct Settings: Sendable {
    let model: QuestModel
    let grid: GridSettings
    let belief: GridEstimate
    let place: Place
    let target: Double
  }

  package var track: GridTrack
  private let model: QuestModel
  private let place: Place

  package static func facts(of settings: Settings) -> StrategyFacts {
    StrategyFacts(target: settings.target, judgesSigns: true, reach: settings.grid.reach)
  }

  package init(_ settings: Settings, using streams: inout Streams) {
    model = settings.model
    place = settings.place
    let (model, place) = (model, place)
    track = GridTrack(settings.grid, settings.belief) {
      settings.grid.grid.level(model.location($0, place))
    }
  }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    if let answer = model.likelihood(at: track.settings.grid.scaled(presented.value), response.isPositive) {
      track.take(response, likelihood: answer.likelihood, logarithm: answer.logarithm)
    } else {
      track.take(presented, response)
    }
    track.place(at: track.settings.grid.level(model.location(track.posterior, place)))
  }
}

extension Quest {
  /// Finer grids are refused.
  private static let mostThresholds = 10_001.0

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    if axis.isSigned {
      reader.report(
        "expected another kind for signed levels: quest has no bias parameter and assumes the slope", at: "kind",
        hint: "quest-plus finds bias, slope and lapse at once")
    }
    let isLog = axis.scale == .log
    let scale = isLog ? "log10 \(axis.unit)" : axis.unit
    let bounds = TrackSettings.levelBounds(axis)
    let prior = readPrior(reader, axis, scale: scale)
    var parameters = readFunction(reader, context.task, slopeUnit: "1/(\(scale))")
    parameters.mean = isLog ? log10(prior.mean) : prior.mean
    parameters.sd = prior.sd
    parameters.isLogLevel = isLog
    // The defaults of the source are for levels in log10 units.
    parameters.grain = number(
      reader, "grain", unit: scale, default: isLog ? 0.01 : nil,
      "Step between the thresholds of the grid; default 0.01 log10 units")
    parameters.range = number(
      reader, "range", unit: scale, default: isLog ? 5 : nil,
      "Range of the grid of thresholds, centred on the prior's mean; default 5 log10 units")
    parameters.order = reader.optionalNumber(
      "quantile", unit: "1", in: .between(0, 1),
      "Which quantile of the posterior is the next level, from 0 to 1; default the most informative one")
    let place: Place = reader.choice(
      "place", default: .quantile, "Which statistic of the threshold's posterior is the next level")
    let summary: GridSettings.Summary = reader.choice(
      "estimate", default: .mean, "Which statistic of the threshold's posterior is the estimate")
    let start = reader.optionalNumber(
      "start", unit: axis.unit, in: bounds, "Level of the first trial; by default the strategy chooses it")
    let model = model(parameters, reader)
    var grid = GridSettings(
      model: model.model, axis: axis, start: start, stop: TrackSettings.readStop(reader, in: context, hasBelief: true),
      pace: context.task.pace, limits: TrackSettings.limits(reader, axis, "Lowest and highest level"),
      target: parameters.target)
    grid.checkStart(reader)
    let belief = GridEstimate(grid: grid.grid, axis: axis, summary: summary, reading: .shifted(model.shift))
    grid.checkWidth(belief, reader)
    let ends = [-1, 1].map { grid.grid.level(model.centre + $0 * Double(model.reach) * model.grain) }
    grid.reach = SearchRange(
      .thresholds, ends[0]...ends[1], axis, at: reader.has("range") ? "range" : "prior", of: reader)
    return Settings(model: model, grid: grid, belief: belief, place: place, target: parameters.target)
  }

  private static func readPrior(_ reader: Reader, _ axis: Axis, scale: String) -> (mean: Double, sd: Double) {
    reader.section("prior", required: true, "The normal prior of the threshold") { prior in
      (
        mean: prior.number(
          "mean", unit: axis.unit, in: TrackSettings.levelBounds(axis), "Mean of the prior, as a level"),
        sd: prior.number("sd", unit: scale, in: .positive, "Standard deviation of the prior")
      )
    } ?? (mean: 1, sd: 1)
  }

  /// A positive number; required without a default.
  private static func number(
    _ reader: Reader, _ name: String, unit: String, default fallback: Double?, _ meaning: String
  ) -> Double {
    guard let fallback else { return reader.number(name, unit: unit, in: .positive, meaning, source: source) }
    return reader.number(name, unit: unit, in: .positive, default: fallback, meaning, source: source)
  }

  private static func readFunction(
    _ reader: Reader, _ task: TrialTask, slopeUnit: String
  ) -> QuestModel.Parameters {
    let target = reader.number(
      "target", unit: "1", in: .between(0, 1), default: 0.82, "The proportion correct at the threshold", source: source)
    let slope = number(
      reader, "slope", unit: slopeUnit, default: task.axis.scale == .log ? 3.5 : nil,
      "Slope β of the Weibull function; default 3.5 per log10 unit")
    let delta = reader.number(
      "delta", unit: "1", in: .within(0..<1), default: 0.01,
      "Lapse parameter δ of Watson & Pelli (1983): the lapse rate is λ = δ(1 − γ)", source: source)
    // With γ = λ on a signed axis γ = δ(1 − γ).
    let guess = reader.number(
      "guess", unit: "1", in: .within(0..<1), default: task.axis.isSigned ? delta / (1 + delta) : task.guessRate,
      "Guess rate γ, the proportion correct by guessing; default 1/alternatives (0.5 with two); in yes/no 0; with "
        + "signed levels λ")
    if reader.has("guess") { task.warn(ofGuess: [guess], reader) }
    return QuestModel.Parameters(
      mean: 0, sd: 1, target: target, slope: slope, guess: guess, lapse: delta * (1 - guess), grain: 0.01, range: 5,
      order: nil, isLogLevel: false)
  }

  /// The model, or after a problem one to continue reading with.
  private static func model(_ parameters: QuestModel.Parameters, _ reader: Reader) -> QuestModel {
    let half = QuestModel.reach(range: parameters.range, grain: parameters.grain)
    if 2 * half + 1 > mostThresholds {
      reader.report("expected at most 10001 thresholds, got range/grain of \((2 * half).shortest)", at: "range")
    } else if parameters.isLogLevel, abs(parameters.mean) + half * parameters.grain > 100 {
      reader.report("expected levels within 1e-100 and 1e100, got a range of \(parameters.range.shortest)", at: "range")
    } else {
      do {
        return try QuestModel(parameters)
      } catch {
        reader.report(
          "expected a target that the function can reach, between \(error.lowest.shortest) and "
            + "\(error.highest.shortest), got \(parameters.target.shortest)", at: "target")
      }
    }
    var sample = parameters
    (sample.target, sample.slope, sample.guess, sample.lapse) = (0.75, 3.5, 0.5, 0)
    (sample.grain, sample.range) = (0.01, 5)
    guard let model = try? QuestModel(sample) else { preconditionFailure("75 % lies between chance and certainty") }
    return model
  }
}

package import PeachSupport
package import PeachTrials

/// Weighted up-down: every correct answer steps down, every wrong one steps up, and the step up is p/(1 − p) times the
/// step down, so that the two balance where P(correct) = p.
///
/// Source: Kaernbach (1991), Percept. Psychophys. 49:227–229, doi:10.3758/BF03214307.
/// Differs from the source: for steps by factor, dB or log the ratio holds in log units.
package struct WeightedUpDown: StaircaseStrategy {
  package static let kind = "weighted-up-down"
  package static let family = StrategyFamily.staircases
  package static let summary =
    "down after each correct answer, up p/(1 − p) times as far after each wrong one (p: the target)"
  package static let noun = "a weighted up-down staircase"
  package static let rule =
    "The level steps down after every correct answer and up after every wrong answer. The step up is p/(1 − p) "
    + "times the step down, where p is the target. For steps by factor, dB or log this ratio holds in log units."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "The level stepped down after every correct answer and up after every wrong answer. "
      + (axis.scale == .log ? "In logarithmic units, the" : "The")
      + " step up was p/(1 − p) times the step down, where p was the target proportion."
  }

  package static let use =
    "Use it to converge on any proportion, with a step after every trial. It works well for targets of 75 to 80 "
    + "%. With large steps it converges slightly off its nominal point."
  package static let source = "Kaernbach (1991), doi:10.3758/BF03214307"
  package static let convergence = "the parameter target, 75 % by default"
  package static let example = "start: 100, target: 0.75, step: {factor: 1.414, after-reversals: {2: 1.189}}"
  package static let exampleNote =
    "A correct answer divides the level by 1.414. A wrong answer multiplies it by 1.414³ = 2.83, because 0.75/(1 "
    + "− 0.75) = 3. After the second reversal, at trial 6, the factors are 1.189 and 1.189³ = 1.68. Only later "
    + "reversals count. The first estimate comes at trial 11: √(35.39·59.48) = 45.88 cents."

  var staircase: Staircase

  package static func read(_ reader: Reader, in context: StrategyContext) -> Staircase.Settings {
    let target = reader.number(
      "target", unit: "1", in: .between(0, 1), default: 0.75, "Proportion correct on which the track converges",
      source: source)
    let track = TrackSettings.read(reader, in: context, hasEstimator: true)
    let step = StepRule.read(reader, in: context, upOverDown: target / (1 - target))
    return Settings(track: track, down: 1, up: 1, step: step)
  }

  package init(_ settings: Staircase.Settings, using streams: inout Streams) { staircase = Staircase(settings) }
}

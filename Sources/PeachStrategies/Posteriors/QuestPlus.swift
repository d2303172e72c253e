package import PeachSupport
package import PeachTrials

/// QUEST+: any of threshold, slope, guess and lapse at once, of any psychometric function.
///
/// On a signed axis with `guess: lapse` it is the procedure for our own task: answers "higher" or "lower" against signed
/// cents give bias, noise and lapse at once, p = λ + (1 − 2λ)·Φ((x − μ)/σ) with σ = 1/β.
///
/// Source: Watson (2017), J. Vision 17(3):10, doi:10.1167/17.3.10.
package struct QuestPlus: EntropyStrategy {
  package static let kind = "quest-plus"
  package static let family = StrategyFamily.likelihood
  package static let summary =
    "estimates any parameters of any function; each trial at the level expected to leave least uncertainty "
    + "(entropy)"
  package static let noun = "QUEST+"
  package static let rule =
    "QUEST+ keeps a posterior of threshold, slope, guess rate and lapse rate on a grid. The next trial is at the "
    + "level whose answer is expected to leave the least entropy (uncertainty) of all parameters together. With "
    + "n-lowest it is drawn at "
    + "random from the n best levels."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    EntropyTrack.rule(of: settings, on: axis, named: "QUEST+")
  }

  package static let use =
    "Use it if you also want the guess rate or the lapse rate. With signed: true it estimates the bias and the "
    + "noise of a listener who answers higher or lower. For only a threshold, psi or zest need less time."
  package static let source = "Watson (2017), doi:10.1167/17.3.10"
  package static let convergence =
    "ψ(α), the proportion correct at the function's threshold α; with signed levels, the proportion that the key "
    + "target states"
  package static let example =
    "signed: true, levels: {from: -60, to: 60, count: 41}, threshold: {from: -12, to: 12, count: 9}, "
    + "slope: {from: 0.02, to: 0.5, count: 15, spacing: log}, lapse: [0.01, 0.05]"
  package static let exampleResponses = "hlhlhlhllhlhlh"
  package static let exampleNote =
    "Levels have signs. The response 1 means higher and 0 means lower. The estimate is the level whose sign is "
    + "judged correctly in 75 % of trials. The answers at trials 2 to 8 agree with the sign, and the estimate "
    + "falls from 14.6 to 6.0 cents. The answer at trial 9, lower at +3 cents, does not. It raises the estimate to "
    + "8.9 cents, and trial 10 is farther out, at +9 cents."

  var track: EntropyTrack

  package static func read(_ reader: Reader, in context: StrategyContext) -> EntropyTrack.Settings {
    .read(reader, in: context, source: source)
  }

  package init(_ settings: EntropyTrack.Settings, using streams: inout Streams) {
    track = EntropyTrack(settings, using: &streams)
  }
}

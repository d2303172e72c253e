public import Configuration
public import Trials

/// QUEST+: any of threshold, slope, guess and lapse at once, of any psychometric function.
///
/// On a signed axis with `guess: lapse` it is the procedure for our own task: answers "higher" or "lower" against signed
/// cents give bias, noise and lapse at once, p = λ + (1 − 2λ)·Φ((x − μ)/σ) with σ = 1/β.
///
/// Source: Watson (2017), J. Vision 17(3):10, doi:10.1167/17.3.10.
public struct QuestPlus: EntropyStrategy {
  public static let kind = "quest-plus"
  public static let family = StrategyFamily.likelihood
  public static let summary = "any parameters of any function at once, each trial where it is expected to tell most"
  public static let rule =
    "Keeps a posterior of threshold, slope, guess and lapse on a grid and asks for the level whose answer is expected to "
    + "leave the least entropy of all of them; or draws one of the n best."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    let posterior = "Keeps a posterior of threshold, slope, guess and lapse on a grid and "
    let level = "whose answer is expected to leave the least entropy of all of them"
    guard let select = settings["select"], select.word != "min-entropy" else {
      return posterior + "asks for the level \(level)."
    }
    guard let lowest = select["n-lowest"], let count = lowest["n"]?.wholeNumber else { return rule }
    let repeats = lowest["max-repeats"]?.wholeNumber.map { ", the same one at most \($0) times in a row" } ?? ""
    return posterior + "draws one of the \(count) levels \(level)\(repeats)."
  }

  public static let use =
    "The general case: when guess or lapse are wanted for themselves, or with signed: true for bias and noise of a "
    + "listener who answers higher or lower. For a threshold alone psi or zest need less."
  public static let source = "Watson (2017), doi:10.1167/17.3.10"
  public static let convergence = "the threshold of the function, ψ(α); signed: the parameter target"
  public static let example =
    "signed: true, levels: {from: -60, to: 60, count: 41}, threshold: {from: -12, to: 12, count: 9}, "
    + "slope: {from: 0.02, to: 0.5, count: 15, spacing: log}, lapse: [0.01, 0.05]"
  public static let exampleResponses = "hlhlhlhllhlhlh"
  public static let exampleNote =
    "Levels have signs, and a response says higher (1) or lower (0). The estimate is the level whose sign is judged "
    + "correctly in 75 % of trials. From trial 2 to 8, where answers follow the sign, it shrinks from 14.6 to 6.0 "
    + "cents; the one that does not, lower at +3 cents in trial 9, takes it to 8.9, and trial 10 asks farther out, at "
    + "+9."

  var track: EntropyTrack

  public static func read(_ reader: Reader, in context: StrategyContext) -> EntropyTrack.Settings {
    .read(reader, in: context, source: source)
  }

  public init(_ settings: EntropyTrack.Settings, using streams: inout Streams) {
    track = EntropyTrack(settings, using: &streams)
  }
}

public import Configuration
import Grids
public import Trials

/// Psi-marginal: psi with the nuisance parameters, by default the lapse rate, in the posterior but summed out before the
/// entropy is taken.
///
/// Source: Prins (2013), J. Vision 13(7):3, doi:10.1167/13.7.3.
public struct PsiMarginal: EntropyStrategy {
  public static let kind = "psi-marginal"
  public static let family = StrategyFamily.likelihood
  public static let summary = "psi that allows for an unknown lapse rate without spending trials on it for its own sake"
  public static let rule =
    "Keeps a posterior of threshold, slope, guess and lapse on a grid, sums the nuisance parameters out, and asks for the "
    + "level whose answer is expected to leave the least entropy of the others."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    guard case .list(let words)? = settings["nuisance"], !words.isEmpty else { return rule }
    let nuisance = words.compactMap(\.word)
    let others = ["threshold", "slope", "guess", "lapse"].filter { !nuisance.contains($0) }
    return
      "Keeps a posterior of threshold, slope, guess and lapse on a grid, sums \(nuisance.joined(separator: " and ")) "
      + "out, and asks for the level whose answer is expected to leave the least entropy of \(others.joined(separator: " and "))."
  }

  public static let use =
    "When listeners may lapse at a rate not known: it places easy trials only when they help the threshold or slope. "
    + "Costs more time for each trial than psi."
  public static let source = "Prins (2013), doi:10.1167/13.7.3"
  public static let convergence = "the threshold of the function, ψ(α)"
  public static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 25, spacing: log}, "
    + "slope: {from: 0.7, to: 3, count: 5, spacing: log}, lapse: {from: 0, to: 0.1, count: 5}"
  public static let exampleNote =
    "The wrong answer at trial 5 takes the estimate from 3.63 to 7.60 cents. Psi with the same thresholds and "
    + "slopes and a lapse rate fixed at 0.02 goes from 3.62 to 9.13 under the same answers: here a part of the blame "
    + "falls on a lapse."

  var track: EntropyTrack

  public static func read(_ reader: Reader, in context: StrategyContext) -> EntropyTrack.Settings {
    .read(reader, in: context, nuisance: [.lapse], source: source)
  }

  public init(_ settings: EntropyTrack.Settings, using streams: inout Streams) {
    track = EntropyTrack(settings, using: &streams)
  }
}

public import Configuration
public import Trials

/// Psi: threshold and slope at once, each trial where its answer is expected to leave the least entropy.
///
/// Source: Kontsevich & Tyler (1999), Vision Res. 39:2729–2737, doi:10.1016/S0042-6989(98)00285-5.
/// Differs from the source: any psychometric function, levels in a list of their own, an estimate on the task's scale.
public struct Psi: EntropyStrategy {
  public static let kind = "psi"
  public static let family = StrategyFamily.likelihood
  public static let summary = "threshold and slope at once, each trial where it is expected to tell most of both"
  public static let rule =
    "Keeps a posterior of threshold and slope on a grid and asks for the level whose answer is expected to leave the "
    + "least entropy; of levels within 1e-11 nats the first listed."
  public static let use =
    "When the slope is wanted too, or not known: a threshold to about 2 dB in 30 trials, a slope in about 300. Assumes the "
    + "lapse rate; where that may be wrong, psi-marginal."
  public static let source = "Kontsevich & Tyler (1999), doi:10.1016/S0042-6989(98)00285-5"
  public static let convergence = "the threshold of the function, ψ(α)"
  public static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 41, spacing: log}, "
    + "slope: {from: 0.7, to: 3, count: 7, spacing: log}"
  public static let exampleNote =
    "The first level lies near the middle of the thresholds, on their log scale. Correct answers lower the level or "
    + "leave it, and the wrong one at trial 5 raises it from 4.47 to 12.59 cents and more than doubles the estimate, "
    + "from 3.68 to 8.88. After 14 trials the interval still reaches from 3.1 to 68.9 cents: so few say little of two "
    + "parameters at once."

  var track: EntropyTrack

  public static func read(_ reader: Reader, in context: StrategyContext) -> EntropyTrack.Settings {
    .read(reader, in: context, source: source)
  }

  public init(_ settings: EntropyTrack.Settings, using streams: inout Streams) {
    track = EntropyTrack(settings, using: &streams)
  }
}

package import PeachSupport
package import PeachTrials

/// Psi: threshold and slope at once, each trial where its answer is expected to leave the least entropy.
///
/// Source: Kontsevich & Tyler (1999), Vision Res. 39:2729–2737, doi:10.1016/S0042-6989(98)00285-5.
/// Differs from the source: any psychometric function, levels in a list of their own, an estimate on the task's scale.
package struct Psi: EntropyStrategy {
  package static let kind = "psi"
  package static let family = StrategyFamily.likelihood
  package static let summary =
    "estimates threshold and slope; each trial at the level expected to leave least uncertainty (entropy)"
  package static let noun = "the psi procedure"
  package static let rule =
    "Psi keeps a posterior of threshold and slope on a grid. The next trial is at the level whose answer is "
    + "expected to leave the least entropy. If levels differ by less than 1e-11 nats, psi takes the first one "
    + "listed."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    EntropyTrack.rule(of: settings, on: axis, named: "Psi")
  }

  package static let use =
    "Use it if you also want the slope, or do not know it. It finds a threshold to about 2 dB in 30 trials, and "
    + "a slope in about 300. Psi assumes the lapse rate. If that rate may be wrong, use psi-marginal."
  package static let source = "Kontsevich & Tyler (1999), doi:10.1016/S0042-6989(98)00285-5"
  package static let convergence = "ψ(α), the proportion correct at the function's threshold α"
  package static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 41, spacing: log}, "
    + "slope: {from: 0.7, to: 3, count: 7, spacing: log}"
  package static let exampleNote =
    "The first level lies near the middle of the thresholds on their log scale. Correct answers lower the level "
    + "or leave it unchanged. The wrong answer at trial 5 raises it from 4.47 to 12.59 cents and more than doubles "
    + "the estimate, from 3.68 to 8.88. After 14 trials the interval still reaches from 3.1 to 68.9 cents: so few "
    + "trials tell little about two parameters at once."

  var track: EntropyTrack

  package static func read(_ reader: Reader, in context: StrategyContext) -> EntropyTrack.Settings {
    .read(reader, in: context, source: source)
  }

  package init(_ settings: EntropyTrack.Settings, using streams: inout Streams) {
    track = EntropyTrack(settings, using: &streams)
  }
}

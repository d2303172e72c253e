package import PeachSupport
package import PeachTrials

/// Psi-marginal: psi with nuisance parameters, by default the lapse rate. They are part of the posterior, and are
/// summed out before the entropy is computed.
///
/// Source: Prins (2013), J. Vision 13(7):3, doi:10.1167/13.7.3.
package struct PsiMarginal: EntropyStrategy {
  package static let kind = "psi-marginal"
  package static let family = StrategyFamily.likelihood
  package static let summary = "psi with an unknown lapse rate; it never chooses a level only to learn the lapse rate"
  package static let noun = "the psi-marginal procedure"
  package static let rule =
    "Psi-marginal keeps a posterior of threshold, slope, guess rate and lapse rate on a grid. It averages over "
    + "the nuisance parameters, which are not of interest. The next trial is at the level whose answer is expected "
    + "to leave the least entropy of "
    + "the others."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    EntropyTrack.rule(of: settings, on: axis, named: "Psi-marginal")
  }

  package static let use =
    "Use it if listeners may lapse at an unknown rate. It places easy trials only if they help to estimate the "
    + "threshold or the slope. Each trial needs more computing time than with psi."
  package static let source = "Prins (2013), doi:10.1167/13.7.3"
  package static let convergence = "ψ(α), the proportion correct at the function's threshold α"
  package static let example =
    "function: weibull, threshold: {from: 1, to: 100, count: 25, spacing: log}, "
    + "slope: {from: 0.7, to: 3, count: 5, spacing: log}, lapse: {from: 0, to: 0.1, count: 5}"
  package static let exampleNote =
    "The wrong answer at trial 5 raises the estimate from 3.63 to 7.60 cents. Psi with the same thresholds and "
    + "slopes and a lapse rate fixed at 0.02 goes from 3.62 to 9.13 cents under the same answers. Psi-marginal "
    + "moves less because the wrong answer may have been a lapse."

  var track: EntropyTrack

  package static func read(_ reader: Reader, in context: StrategyContext) -> EntropyTrack.Settings {
    .read(reader, in: context, nuisance: [.lapse], source: source)
  }

  package init(_ settings: EntropyTrack.Settings, using streams: inout Streams) {
    track = EntropyTrack(settings, using: &streams)
  }
}

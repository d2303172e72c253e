import PeachSupport

/// How far a fit lies from the data.
///
/// Source: Wichmann & Hill (2001), *Perception & Psychophysics* 63(8):1293–1313, doi:10.3758/BF03194544.
package enum Deviance {
  /// Twice the log-likelihood that the proportions themselves would add; at least 0.
  package static func of(_ logLikelihood: Double, _ counts: Counts) -> Double {
    max(0, 2 * (counts.saturatedLogLikelihood - logLikelihood))
  }

  /// The signed square root of what one block adds to the deviance: positive where there are more positive responses
  /// than fitted.
  package static func residual(_ bin: Counts.Bin, fitted probability: Double) -> Double {
    let negatives = bin.trials - bin.positives
    let share = bin.positives / bin.trials
    let deviance =
      2
      * (Counts.term(bin.positives, share / max(probability, 1e-300))
        + Counts.term(negatives, (1 - share) / max(1 - probability, 1e-300)))
    let size = max(0, deviance).squareRoot()
    return share >= probability ? size : -size
  }

  /// The share of data sets drawn from the fit whose own fit lies at least as far from them, (1 + m) / (1 + N): in small
  /// samples the deviance does not follow its asymptotic χ².
  ///
  /// - Parameters:
  ///   - simulations: N, at least 1.
  ///   - refit: The log-likelihood of the fit of drawn data; `nil` if there is none.
  /// - Returns: `nil` if the fit gives no probabilities to draw from.
  /// - Complexity: O(simulations · trials) draws, and a fit for each simulation.
  package static func monteCarloP(
    _ counts: Counts, _ result: FitResult, _ fitter: any Fitter, simulations: Int,
    using random: inout some UniformSource, refit: (Counts) -> Double?
  ) -> Double? {
    guard let probabilities = fitter.probabilities(at: counts.bins.map(\.level), of: result),
      let logLikelihood = result.logLikelihood
    else { return nil }
    let own = of(logLikelihood, counts)
    var asFar = 0
    for _ in 0..<simulations {
      let drawn = Resample.counts(like: counts, probabilities, lapse: result.lapse, using: &random)
      guard let value = refit(drawn) else { continue }
      // Fits end within about 1e-9 of their peaks.
      if of(value, drawn) >= own - 1e-9 { asFar += 1 }
    }
    return Double(1 + asFar) / Double(1 + simulations)
  }
}

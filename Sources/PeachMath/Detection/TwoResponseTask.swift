/// A task with two kinds of trials and two answers, so that hits and false alarms can be told apart.
package protocol TwoResponseTask: DetectionTask {
  /// The meaning of a hit, such as `"yes" to a signal`.
  var hitMeaning: String { get }
  var falseAlarmMeaning: String { get }

  /// d′ and what goes with it, from the proportions of hits and false alarms, neither of them 0 or 1.
  ///
  /// - Throws: `SensitivityError.belowChance` where no d′ leads there.
  func estimate(hits: ObservedProportion, falseAlarms: ObservedProportion) throws(SensitivityError) -> RateEstimate
}

extension TwoResponseTask {
  /// d′, criterion and bias from hits and false alarms.
  ///
  /// The standard error is by the delta method, √(Σ (∂d′/∂p)² p(1 − p)/N). In yes/no that is the error of Gourevitch &
  /// Galanter. It is the limit for many trials: with few, or next to 0 and 1, d′ is not normal. A correction changes the
  /// proportions in it, not the numbers of trials.
  ///
  /// Source: Gourevitch & Galanter (1967), Psychometrika 32:25–33, doi:10.1007/BF02289402; Miller (1996), Percept.
  /// Psychophys. 58:65–72, doi:10.3758/BF03205476, for its limits.
  ///
  /// - Throws: `SensitivityError.infinite` where a proportion is 0 or 1; `.belowChance` where no d′ leads there.
  package func sensitivity(
    hits: ObservedProportion, falseAlarms: ObservedProportion
  ) throws(SensitivityError) -> Sensitivity {
    guard !hits.isExtreme, !falseAlarms.isExtreme else { throw .infinite }
    let estimate = try estimate(hits: hits, falseAlarms: falseAlarms)
    var error: Double?
    if let hitVariance = hits.variance, let falseAlarmVariance = falseAlarms.variance {
      let variance =
        estimate.hitSlope * estimate.hitSlope * hitVariance
        + estimate.falseAlarmSlope * estimate.falseAlarmSlope * falseAlarmVariance
      error = variance.isFinite ? variance.squareRoot() : nil
    }
    return Sensitivity(
      dPrime: estimate.dPrime, criterion: 0 - (hits.z + falseAlarms.z) / 2, bias: estimate.bias,
      standardError: error)
  }
}

/// Two observations, one of each stimulus, in either order: d′ = (z(H) − z(F))/√2, where a hit is the answer "first" to a
/// first interval that is the signal.
///
/// Source: Green & Swets (1966); Macmillan & Creelman (2005), ch. 7.
package struct TwoAlternativeForcedChoice: TwoResponseTask {
  package let title = "mafc, 2 alternatives"
  package let decision = "the alternative with the greater observation"
  package let source = "Green & Swets (1966); Macmillan & Creelman (2005), ch. 7"
  package let hitMeaning = "answers \"first\" if the signal is first"
  package let falseAlarmMeaning = "answers \"first\" if the signal is second"
  package let chance = 0.5
  package let isSigned = true

  package init() {}

  /// Φ(d′/√2).
  package func proportionCorrect(at dPrime: Double) -> Double { NormalDistribution.cumulative(dPrime * share) }

  package func proportionWrong(at dPrime: Double) -> Double { NormalDistribution.cumulative(-dPrime * share) }

  package func slope(at dPrime: Double) -> Double { NormalDistribution.density(dPrime * share) * share }

  package func dPrime(right: Double, wrong: Double) throws(SensitivityError) -> Double {
    if isExtreme(right, wrong) { throw .infinite }
    return 2.0.squareRoot() * normalScore(right, wrong)
  }

  package func estimate(hits: ObservedProportion, falseAlarms: ObservedProportion) -> RateEstimate {
    RateModel(hits: hits, falseAlarms: falseAlarms).estimate(share: share)
  }

  /// 1/√2: the difference of two observations has √2 of the standard deviation of one.
  private var share: Double { 0.5.squareRoot() }
}

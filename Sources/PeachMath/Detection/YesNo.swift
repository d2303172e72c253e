/// One observation, which is signal or noise: d′ = z(H) − z(F).
///
/// Source: Green & Swets (1966); Macmillan & Creelman (2005), ch. 1 and 2.
package struct YesNo: TwoResponseTask {
  package let title = "yes-no"
  package let decision = "yes if the observation is above a criterion"
  package let source = "Green & Swets (1966); Macmillan & Creelman (2005), ch. 1"
  package let hitMeaning = "answers \"yes\" to a signal"
  package let falseAlarmMeaning = "answers \"yes\" to noise"
  package let chance = 0.5
  package let isSigned = true

  package init() {}

  /// Φ(d′/2).
  package func proportionCorrect(at dPrime: Double) -> Double { NormalDistribution.cumulative(dPrime / 2) }

  package func proportionWrong(at dPrime: Double) -> Double { NormalDistribution.cumulative(-dPrime / 2) }

  package func slope(at dPrime: Double) -> Double { NormalDistribution.density(dPrime / 2) / 2 }

  package func dPrime(right: Double, wrong: Double) throws(SensitivityError) -> Double {
    if isExtreme(right, wrong) { throw .infinite }
    return 2 * normalScore(right, wrong)
  }

  package func estimate(hits: ObservedProportion, falseAlarms: ObservedProportion) -> RateEstimate {
    RateModel(hits: hits, falseAlarms: falseAlarms).estimate(share: 1)
  }
}

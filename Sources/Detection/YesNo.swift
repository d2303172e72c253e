import Psychometrics

/// One observation, which is signal or noise: d′ = z(H) − z(F).
///
/// Source: Green & Swets (1966); Macmillan & Creelman (2005), ch. 1 and 2.
public struct YesNo: TwoResponseTask {
  public let title = "yes-no"
  public let decision = "yes where the observation is above a criterion"
  public let source = "Green & Swets (1966); Macmillan & Creelman (2005), ch. 1"
  public let hitMeaning = "yes to a signal"
  public let falseAlarmMeaning = "yes to noise"
  public let chance = 0.5
  public let isSigned = true

  public init() {}

  /// Φ(d′/2).
  public func proportionCorrect(at dPrime: Double) -> Double { NormalDistribution.cumulative(dPrime / 2) }

  public func proportionWrong(at dPrime: Double) -> Double { NormalDistribution.cumulative(-dPrime / 2) }

  public func slope(at dPrime: Double) -> Double { NormalDistribution.density(dPrime / 2) / 2 }

  public func dPrime(right: Double, wrong: Double) throws(SensitivityError) -> Double {
    if isExtreme(right, wrong) { throw .infinite }
    return 2 * normalScore(right, wrong)
  }

  public func estimate(hits: ObservedProportion, falseAlarms: ObservedProportion) -> RateEstimate {
    RateModel(hits: hits, falseAlarms: falseAlarms).estimate(share: 1)
  }
}

import PeachSupport

/// A criterion k on the difference of two observations: "different" where they are farther apart.
///
/// The difference is normal with variance 2 and mean 0 (same) or ±d′ (different).
///
/// Source: Macmillan & Creelman (2005), ch. 9.
package struct DifferenceCriterion: Hashable, Sendable {
  /// k, in standard deviations of one observation.
  package let value: Double

  package init(_ value: Double) { self.value = value }

  /// The k that leads to these false alarms, 2Φ(−k/√2).
  package init(falseAlarms: ObservedProportion) {
    value = -2.0.squareRoot() * NormalDistribution.quantile(falseAlarms.value / 2)
  }

  /// The standard deviation of a difference.
  private static let deviation = 2.0.squareRoot()

  private func cumulative(_ difference: Double) -> Double {
    NormalDistribution.cumulative(difference / DifferenceCriterion.deviation)
  }

  private func density(_ difference: Double) -> Double {
    NormalDistribution.density(difference / DifferenceCriterion.deviation) / DifferenceCriterion.deviation
  }

  var falseAlarms: Double { 2 * cumulative(-value) }

  package var correctRejections: Double { erf(value / 2) }

  package func hits(at dPrime: Double) -> Double { cumulative(dPrime - value) + cumulative(-dPrime - value) }

  func misses(at dPrime: Double) -> Double { cumulative(value - dPrime) - cumulative(-value - dPrime) }

  /// The derivative of the hits with respect to d′.
  func hitSlope(at dPrime: Double) -> Double { density(dPrime - value) - density(dPrime + value) }

  /// The logarithm of how much likelier a difference of k is from different stimuli than from the same,
  /// ln cosh(k d′/2) − d′²/4.
  private func logLikelihoodRatio(at dPrime: Double) -> Double {
    let argument = (value * dPrime / 2).magnitude
    return argument + log1p(exp(-2 * argument)) - M_LN2 - dPrime * dPrime / 4
  }

  /// d′ where these hits are reached at this criterion.
  func estimate(
    _ observed: ObservedProportion, _ falseAlarms: ObservedProportion
  ) throws(SensitivityError) -> RateEstimate {
    let dPrime = try dPrime(observed, falseAlarms)
    let hitSlope = 1 / hitSlope(at: dPrime)
    // ∂H/∂k over ∂F/∂k.
    let exchange = (density(dPrime - value) + density(dPrime + value)) / (2 * density(value))
    return RateEstimate(
      dPrime: dPrime, hitSlope: hitSlope, falseAlarmSlope: -exchange * hitSlope,
      bias: logLikelihoodRatio(at: dPrime))
  }

  private func dPrime(
    _ observed: ObservedProportion, _ falseAlarms: ObservedProportion
  ) throws(SensitivityError) -> Double {
    if observed.value == falseAlarms.value && observed.complement == falseAlarms.complement { return 0 }
    guard observed.value >= falseAlarms.value, observed.complement <= falseAlarms.complement else {
      throw .belowChance
    }
    return observed.value < observed.complement
      ? Inversion.dPrime(
        where: hits, slope: hitSlope, is: observed.value, atZero: falseAlarms.value, isNegative: false)
      : Inversion.dPrime(
        where: misses, slope: { -hitSlope(at: $0) }, is: observed.complement, atZero: falseAlarms.complement,
        isNegative: false)
  }
}

/// Hits and false alarms whose z-scores lie on a line of slope 1: one criterion on an axis with two normal distributions
/// of equal variance, z(H) − z(F) apart.
///
/// That is the model itself in yes/no and forced choice of two. Elsewhere it takes the proportions to what an unbiased
/// observer of the same distance would have had.
///
/// Source: Macmillan & Creelman (2005), ch. 1, 2 and 9.
struct RateModel {
  private let hits: ObservedProportion
  private let falseAlarms: ObservedProportion

  init(hits: ObservedProportion, falseAlarms: ObservedProportion) {
    self.hits = hits
    self.falseAlarms = falseAlarms
  }

  /// z(H) − z(F).
  private var distance: Double { hits.z - falseAlarms.z }

  /// ln β = ½(z(F)² − z(H)²).
  private var bias: Double { (falseAlarms.z - hits.z) * (falseAlarms.z + hits.z) / 2 + 0 }

  /// dz/dp = 1/φ(z).
  private var hitSlope: Double { 1 / NormalDistribution.density(hits.z) }
  private var falseAlarmSlope: Double { 1 / NormalDistribution.density(falseAlarms.z) }

  /// d′ = share · (z(H) − z(F)).
  func estimate(share: Double) -> RateEstimate {
    RateEstimate(
      dPrime: share * distance, hitSlope: share * hitSlope, falseAlarmSlope: -share * falseAlarmSlope, bias: bias)
  }

  /// The d′ of the unbiased observer of the same distance, who is correct with probability Φ((z(H) − z(F))/2).
  func unbiasedEstimate(in task: some DetectionTask) throws(SensitivityError) -> RateEstimate {
    let half = distance / 2
    let dPrime = try task.dPrime(
      right: NormalDistribution.cumulative(half), wrong: NormalDistribution.cumulative(-half))
    let share = NormalDistribution.density(half) / (2 * task.slope(at: dPrime))
    return RateEstimate(
      dPrime: dPrime, hitSlope: share * hitSlope, falseAlarmSlope: -share * falseAlarmSlope, bias: bias)
  }
}

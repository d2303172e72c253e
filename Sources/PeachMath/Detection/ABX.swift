import PeachSupport

/// A, B and X, which is one of the two: A or B?
///
/// P = Φ(d′/√2) Φ(s d′) + Φ(−d′/√2) Φ(−s d′): the order of A and B and the side of X are both right or both wrong. X is
/// compared with the mean of A and B (difference; s = 1/√6) or against the midpoint of the two stimuli (independent;
/// s = ½).
///
/// Source: Kaplan, Macmillan & Creelman (1978), Behav. Res. Methods Instrum. 10:796–813, doi:10.3758/BF03205405;
/// Macmillan & Creelman (2005), ch. 9.
package struct ABX: TwoResponseTask {
  package let rule: DecisionRule
  package var title: String { "abx, \(rule.rawValue) rule" }
  package var decision: String {
    switch rule {
    case .difference: "whichever of A and B is nearer to X"
    case .independent: "the answer is A or B, whichever lies on the same side of their midpoint as X"
    }
  }
  package let source =
    "Kaplan, Macmillan & Creelman (1978), doi:10.3758/BF03205405; Macmillan & Creelman (2005), ch. 9"
  package let hitMeaning = "answers \"A\" if X is A"
  package let falseAlarmMeaning = "answers \"A\" if X is B"
  package let chance = 0.5
  package let isSigned = false

  package init(rule: DecisionRule) { self.rule = rule }

  package func proportionCorrect(at dPrime: Double) -> Double {
    let (order, side) = scores(dPrime)
    return NormalDistribution.cumulative(order) * NormalDistribution.cumulative(side)
      + NormalDistribution.cumulative(-order) * NormalDistribution.cumulative(-side)
  }

  package func proportionWrong(at dPrime: Double) -> Double {
    let (order, side) = scores(dPrime)
    return NormalDistribution.cumulative(order) * NormalDistribution.cumulative(-side)
      + NormalDistribution.cumulative(-order) * NormalDistribution.cumulative(side)
  }

  package func slope(at dPrime: Double) -> Double {
    let (order, side) = scores(dPrime)
    let (orderShare, sideShare) = scores(1)
    // 2Φ(z) − 1 = erf(z/√2).
    return orderShare * NormalDistribution.density(order) * erf(side * 0.5.squareRoot())
      + sideShare * NormalDistribution.density(side) * erf(order * 0.5.squareRoot())
  }

  package func estimate(
    hits: ObservedProportion, falseAlarms: ObservedProportion
  ) throws(SensitivityError) -> RateEstimate {
    try RateModel(hits: hits, falseAlarms: falseAlarms).unbiasedEstimate(in: self)
  }

  /// z-scores of putting A and B in order, and X on its side.
  private func scores(_ dPrime: Double) -> (order: Double, side: Double) {
    (dPrime * 0.5.squareRoot(), rule == .difference ? dPrime / 6.0.squareRoot() : dPrime / 2)
  }
}

import PeachSupport

/// Two observations, of one stimulus twice or of both: same or different? A hit is "different" to different stimuli.
///
/// Difference: "different" where the observations are more than k apart. H = Φ((d′ − k)/√2) + Φ((−d′ − k)/√2) and
/// F = 2Φ(−k/√2), so that both d′ and k follow from H and F.
///
/// Independent: "different" where the observations are on different sides of the midpoint of the two stimuli;
/// P = Φ(d′/2)² + Φ(−d′/2)². Hits and false alarms are taken to an unbiased observer first.
///
/// Source: Macmillan, Kaplan & Creelman (1977), Psychol. Rev. 84:452–471, doi:10.1037/0033-295X.84.5.452; Noreen (1981),
/// SIAM-AMS Proc. 13:237–279; Macmillan & Creelman (2005), ch. 9.
package struct SameDifferent: TwoResponseTask {
  package let rule: DecisionRule
  package var title: String { "same-different, \(rule.rawValue) rule" }
  package var decision: String {
    switch rule {
    case .difference: "different if the two observations are farther apart than a criterion"
    case .independent: "different if the two observations are on different sides of the midpoint"
    }
  }
  package let source =
    "Macmillan, Kaplan & Creelman (1977), doi:10.1037/0033-295X.84.5.452; Macmillan & Creelman (2005), ch. 9"
  package let hitMeaning = "answers \"different\" to two different sounds"
  package let falseAlarmMeaning = "answers \"different\" to the same sound twice"
  package let chance = 0.5
  package let isSigned = false

  package init(rule: DecisionRule) { self.rule = rule }

  package func proportionCorrect(at dPrime: Double) -> Double {
    switch rule {
    case .difference:
      let criterion = SameDifferent.unbiasedCriterion(at: dPrime)
      return (criterion.hits(at: dPrime) + criterion.correctRejections) / 2
    case .independent:
      let right = NormalDistribution.cumulative(dPrime / 2)
      let wrong = NormalDistribution.cumulative(-dPrime / 2)
      return right * right + wrong * wrong
    }
  }

  package func proportionWrong(at dPrime: Double) -> Double {
    switch rule {
    case .difference:
      let criterion = SameDifferent.unbiasedCriterion(at: dPrime)
      return (criterion.misses(at: dPrime) + criterion.falseAlarms) / 2
    case .independent:
      return 2 * NormalDistribution.cumulative(dPrime / 2) * NormalDistribution.cumulative(-dPrime / 2)
    }
  }

  package func slope(at dPrime: Double) -> Double {
    switch rule {
    case .difference:
      // The criterion is where the proportion is greatest: moving it changes nothing.
      SameDifferent.unbiasedCriterion(at: dPrime).hitSlope(at: dPrime) / 2
    case .independent:
      NormalDistribution.density(dPrime / 2) * erf(dPrime / 8.0.squareRoot())
    }
  }

  package func estimate(
    hits: ObservedProportion, falseAlarms: ObservedProportion
  ) throws(SensitivityError) -> RateEstimate {
    switch rule {
    case .difference: try DifferenceCriterion(falseAlarms: falseAlarms).estimate(hits, falseAlarms)
    case .independent: try RateModel(hits: hits, falseAlarms: falseAlarms).unbiasedEstimate(in: self)
    }
  }

  /// The criterion of the difference rule where both answers are equally likely, cosh(k d′/2) = exp(d′²/4); √2 at
  /// d′ = 0.
  package static func unbiasedCriterion(at dPrime: Double) -> DifferenceCriterion {
    let size = dPrime.magnitude
    // arcosh(eʸ) = y + ln(1 + √(1 − e^(−2y))), which neither overflows nor cancels.
    let exponent = size * size / 4
    let argument = exponent + log1p((-expm1(-2 * exponent)).squareRoot())
    return DifferenceCriterion(size > 1e-8 ? 2 * argument / size : 2.0.squareRoot())
  }
}

import PeachSupport

/// Three observations, two of one stimulus and one of the other, either of which may be the odd one: which is it?
///
/// Difference: the one farthest from the others, as in the triangular test. The integral of Frijters is
/// 1 − 4 T(d′/√6, √3), with Owen's T.
///
/// Independent: the likeliest, which is the one alone on its side of the midpoint of the two stimuli or, where all are on
/// one side, the one nearest to the midpoint. With the two stimuli at ±d′/2 the likelihood of the i-th grows with
/// |2xᵢ − Σx|. The integral of Versfeld et al. is 1 − 2 Φ(d′/2) Φ(−d′/2) − 2 T(d′/√2, 1/√3).
///
/// Source: Frijters, Kooistra & Vereijken (1980), Percept. Psychophys. 27:176–178; Versfeld, Dai & Green (1996), Percept.
/// Psychophys. 58:10–21.
/// Differs from the sources: the integrals are written with T, which keeps the digits of 1 − P.
package struct Oddity: DetectionTask {
  package let rule: DecisionRule
  package var title: String { "oddity, \(rule.rawValue) rule" }
  package var decision: String {
    switch rule {
    case .difference: "of three, the observation farthest from the others"
    case .independent:
      "of three, the observation alone on its side of the midpoint of the two distributions; or else the one "
        + "nearest to the midpoint"
    }
  }
  package let source = "Versfeld, Dai & Green (1996), Percept. Psychophys. 58:10–21; Macmillan & Creelman (2005), ch. 9"
  package let chance = 1.0 / 3
  package let isSigned = false

  package init(rule: DecisionRule) { self.rule = rule }

  package func proportionCorrect(at dPrime: Double) -> Double { 1 - proportionWrong(at: dPrime) }

  package func proportionWrong(at dPrime: Double) -> Double {
    switch rule {
    case .difference: 4 * OwensT.value(dPrime / 6.0.squareRoot(), 3.0.squareRoot())
    case .independent:
      2 * NormalDistribution.cumulative(dPrime / 2) * NormalDistribution.cumulative(-dPrime / 2)
        + 2 * OwensT.value(dPrime * 0.5.squareRoot(), 1 / 3.0.squareRoot())
    }
  }

  // −∂T/∂h = φ(h)(Φ(ah) − ½) = φ(h) erf(ah/√2)/2.

  package func slope(at dPrime: Double) -> Double {
    switch rule {
    case .difference:
      2 / 6.0.squareRoot() * NormalDistribution.density(dPrime / 6.0.squareRoot()) * erf(dPrime / 2)
    case .independent:
      NormalDistribution.density(dPrime / 2) * erf(dPrime / 8.0.squareRoot())
        + 0.5.squareRoot() * NormalDistribution.density(dPrime * 0.5.squareRoot()) * erf(dPrime / 12.0.squareRoot())
    }
  }
}

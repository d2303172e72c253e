import PeachSupport

/// One observation of the signal among several of noise: P = ∫ φ(x − d′) Φ(x)^(m−1) dx.
///
/// Source: Hacker & Ratcliff (1979), Percept. Psychophys. 26:168–170, doi:10.3758/BF03208311; Green & Dai (1991),
/// Percept. Psychophys. 49:100–101.
package struct ForcedChoice: DetectionTask {
  /// How many alternatives there can be.
  package static let alternativesRange = 2...1000

  package let alternatives: Int
  package var title: String { "mafc, \(alternatives) alternatives" }
  package let decision = "the alternative with the greatest observation"
  package let source = "Hacker & Ratcliff (1979), doi:10.3758/BF03208311; Macmillan & Creelman (2005), ch. 10"
  package var chance: Double { 1 / Double(alternatives) }
  package let isSigned = true

  /// - Precondition: `alternatives` is in `alternativesRange`.
  package init(alternatives: Int) {
    precondition(ForcedChoice.alternativesRange.contains(alternatives), "alternatives out of range")
    self.alternatives = alternatives
  }

  package func proportionCorrect(at dPrime: Double) -> Double {
    Integral.value(over: support(dPrime)) { x in
      NormalDistribution.density(x - dPrime) * exp(others * ForcedChoice.logCumulative(x))
    }
  }

  package func proportionWrong(at dPrime: Double) -> Double {
    Integral.value(over: support(dPrime)) { x in
      NormalDistribution.density(x - dPrime) * -expm1(others * ForcedChoice.logCumulative(x))
    }
  }

  package func slope(at dPrime: Double) -> Double {
    others
      * Integral.value(over: support(dPrime)) { x in
        NormalDistribution.density(x - dPrime) * NormalDistribution.density(x)
          * exp((others - 1) * ForcedChoice.logCumulative(x))
      }
  }

  private var others: Double { Double(alternatives - 1) }

  /// The range of the integrands: they peak between 0 and d′, or a little above 0, and outside of 9 standard deviations are
  /// below 1e-17 of their integral.
  private func support(_ dPrime: Double) -> ClosedRange<Double> { min(dPrime, 0) - 9...max(dPrime, 0) + 9 }

  /// ln Φ(x), without the loss of digits where Φ is close to 1.
  private static func logCumulative(_ x: Double) -> Double {
    x < 0 ? log(NormalDistribution.cumulative(x)) : log1p(-NormalDistribution.cumulative(-x))
  }
}

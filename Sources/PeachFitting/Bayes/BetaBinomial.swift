import PeachSupport

/// The probability of k positive answers of n that vary more than independent ones, without the binomial coefficient:
/// the proportion itself varies as Beta(ψν, (1 − ψ)ν), ν = 1/η² − 1.
///
/// Source: Schütt et al. (2016), *Vision Research* 122:105–123, doi:10.1016/j.visres.2016.02.002, equation A.4.
struct BetaBinomial {
  /// ν.
  let concentration: Double

  /// - Returns: `nil` if η is so small that the binomial holds: η² ≤ 1e-9, as in psignifit.
  init?(overdispersion: Double) {
    let variance = overdispersion * overdispersion
    guard variance > 1e-9 else { return nil }
    concentration = 1 / variance - 1
  }

  /// The part of the logarithm that does not depend on ψ.
  func logNormaliser(trials: Double) -> Double { -Self.logRising(concentration, trials) }

  /// The logarithm less `logNormaliser`.
  ///
  /// - Parameter complement: 1 − ψ; both above 0.
  func logShape(positives: Double, negatives: Double, probability: Double, complement: Double) -> Double {
    (positives == 0 ? 0 : Self.logRising(probability * concentration, positives))
      + (negatives == 0 ? 0 : Self.logRising(complement * concentration, negatives))
  }

  /// ln Γ(a + k) − ln Γ(a) for a > 0 and k > 0, with an absolute error that does not grow with a as that of the
  /// difference would, nor as that of GSL's `gsl_sf_lnpoch`: 5e-6 at a = 1e9, where the smallest η are.
  static func logRising(_ a: Double, _ k: Double) -> Double {
    // Γ(a + k)/Γ(a) = Π (a + j)/(a + k + j) · Γ(a + m + k)/Γ(a + m), with a + m where Stirling's series is good.
    var above = 1.0
    var below = 1.0
    var base = a
    while base < 15 {
      above *= base
      below *= base + k
      base += 1
    }
    let far = base + k
    return Glibc.log(above / below) + (base - 0.5) * log1p(k / base) + k * (Glibc.log(far) - 1) + stirling(far)
      - stirling(base)
  }

  /// The rest of Stirling's series for ln Γ; below 1e-16 beyond the terms for x ≥ 15.
  private static func stirling(_ x: Double) -> Double {
    let square = 1 / (x * x)
    let inner =
      1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square * (1.0 / 1188 - square * 691 / 360_360)))
    return (1.0 / 12 - square * inner) / x
  }
}

public import PeachSupport

/// The Weibull function of levels above 0: F = 1 − 1/e at the threshold.
///
/// On the logarithm of the level it is a Gumbel function: `GumbelFunction` on log10(x) with the same β and the
/// threshold log10(α) is the same curve. Quick's function has 2 instead of e: its α is (ln 2)^(1/β) times this one.
///
/// Source: Weibull (1951), "A statistical distribution function of wide applicability", *Journal of Applied Mechanics*
/// 18:293–297; for psychometric functions Quick (1974), *Kybernetik* 16:65–67, doi:10.1007/BF00271628.
@usableFromInline
package enum WeibullFunction: PsychometricFunction {
  package static let name = "weibull"
  package static let summary = "Weibull, for levels above 0; F = 1 − 1/e at the threshold"
  package static let formula = "1−exp(−(x/α)^β)"
  package static let pythonFormula = "-np.expm1(-np.exp(u))"
  package static let source =
    "Weibull (1951), Journal of Applied Mechanics 18:293–297; Quick (1974), Kybernetik 16:65–67, "
    + "doi:10.1007/BF00271628"
  @inlinable package static var usesLogarithm: Bool { true }

  // u = β ln(x / α), so that e^u is (x / α)^β.

  @inlinable package static func standardValue(_ u: Double) -> Double { -expm1(-exp(u)) }

  @inlinable package static func standardComplement(_ u: Double) -> Double { exp(-exp(u)) }

  @inlinable package static func standardDensity(_ u: Double) -> Double {
    let power = exp(u)
    // Beyond 800 the decay underflows, while the power may be infinite: ∞ · 0 would be NaN.
    return power > 800 ? 0 : power * exp(-power)
  }

  @inlinable package static func standardDensitySlope(_ u: Double) -> Double {
    let power = exp(u)
    return power > 800 ? 0 : power * exp(-power) * (1 - power)
  }

  @inlinable @inline(__always)
  package static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) {
    let power = exp(u)
    return (1 - power, -power)
  }

  @inlinable @inline(__always)
  package static func standardPoint(_ u: Double) -> FunctionPoint {
    let power = exp(u)
    if power > 800 { return FunctionPoint(value: 1, complement: 0, density: 0, densitySlope: 0) }
    let complement = exp(-power)
    let density = power * complement
    return FunctionPoint(
      value: -expm1(-power), complement: complement, density: density, densitySlope: density * (1 - power))
  }

  @inlinable package static func standardQuantile(_ p: Double) -> Double { log(-log1p(-p)) }
}

public import PeachSupport

/// The Gumbel function turned round, F(u) = 1 − Gumbel(−u): the long tail is the upper one. F = 1/e at the threshold.
///
/// Source: Schütt, Harmeling, Macke & Wichmann (2016), *Vision Research* 122:105–123,
/// doi:10.1016/j.visres.2016.02.002.
/// Differs from the source: the base is 10 and the parameters are α and β, as for `GumbelFunction`.
@usableFromInline
package enum ReversedGumbelFunction: PsychometricFunction {
  package static let name = "reversed-gumbel"
  package static let summary = "Reversed Gumbel, base 10; F = 1/e at the threshold"
  package static let formula = "exp(−10^(−β(x−α)))"
  package static let pythonFormula = "np.exp(-10.0**-u)"
  package static let source = "Schütt et al. (2016), Vision Research 122:105–123, doi:10.1016/j.visres.2016.02.002"
  @inlinable package static var usesLogarithm: Bool { false }

  @inlinable package static func standardValue(_ u: Double) -> Double { GumbelFunction.standardComplement(-u) }

  @inlinable package static func standardComplement(_ u: Double) -> Double { GumbelFunction.standardValue(-u) }

  @inlinable package static func standardDensity(_ u: Double) -> Double { GumbelFunction.standardDensity(-u) }

  @inlinable package static func standardDensitySlope(_ u: Double) -> Double {
    -GumbelFunction.standardDensitySlope(-u)
  }

  @inlinable @inline(__always)
  package static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) {
    let slopes = GumbelFunction.standardLogDensitySlopes(-u)
    return (-slopes.first, slopes.second)
  }

  @inlinable @inline(__always)
  package static func standardPoint(_ u: Double) -> FunctionPoint {
    let point = GumbelFunction.standardPoint(-u)
    return FunctionPoint(
      value: point.complement, complement: point.value, density: point.density, densitySlope: -point.densitySlope)
  }

  @inlinable package static func standardQuantile(_ p: Double) -> Double {
    // Not −Gumbel(1 − p): in the lower tail 1 − p has lost p's digits.
    -log10(-log(p))
  }
}

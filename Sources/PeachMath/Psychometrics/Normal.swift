public import PeachSupport

/// The cumulative normal: F = ½ at the threshold, 1 / β is the standard deviation. Probit analysis fits this one.
///
/// Source: Thurstone (1927), "A law of comparative judgment", *Psychological Review* 34(4):273–286,
/// doi:10.1037/h0070288.
@usableFromInline
package enum NormalFunction: PsychometricFunction {
  package static let name = "normal"
  package static let summary = "Cumulative normal; F = 1/2 at the threshold, the standard deviation is 1/β"
  package static let formula = "Φ(β(x−α))"
  package static let pythonFormula = "norm.cdf(u)"
  package static let source = "Thurstone (1927), Psychological Review 34(4):273–286, doi:10.1037/h0070288"
  @inlinable package static var usesLogarithm: Bool { false }

  @inlinable package static func standardValue(_ u: Double) -> Double { NormalDistribution.cumulative(u) }

  @inlinable package static func standardComplement(_ u: Double) -> Double { NormalDistribution.cumulative(-u) }

  @inlinable package static func standardDensity(_ u: Double) -> Double { NormalDistribution.density(u) }

  @inlinable package static func standardDensitySlope(_ u: Double) -> Double { -u * standardDensity(u) }

  @inlinable @inline(__always)
  package static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) { (-u, -1) }

  @inlinable @inline(__always)
  package static func standardPoint(_ u: Double) -> FunctionPoint {
    let tail = 0.5 * erfc(u.magnitude * 0.707_106_781_186_547_524_4)  // √½
    let density = standardDensity(u)
    return FunctionPoint(
      value: u > 0 ? 1 - tail : tail, complement: u > 0 ? tail : 1 - tail, density: density, densitySlope: -u * density)
  }

  @inlinable package static func standardQuantile(_ p: Double) -> Double { NormalDistribution.quantile(p) }
}

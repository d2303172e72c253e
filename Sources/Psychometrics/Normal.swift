public import Glibc

/// The cumulative normal: F = ½ at the threshold, 1 / β is the standard deviation. Probit analysis fits this one.
///
/// Source: Thurstone (1927), "A law of comparative judgment", *Psychological Review* 34(4):273–286,
/// doi:10.1037/h0070288.
public enum NormalFunction: PsychometricFunction {
  public static let name = "normal"
  public static let summary = "Cumulative normal; F = 1/2 at the threshold, the standard deviation is 1/slope"
  public static let formula = "Φ(β(x−α))"
  public static let source = "Thurstone (1927), Psychological Review 34(4):273–286, doi:10.1037/h0070288"
  @inlinable public static var usesLogarithm: Bool { false }

  @inlinable public static func standardValue(_ u: Double) -> Double { NormalDistribution.cumulative(u) }

  @inlinable public static func standardComplement(_ u: Double) -> Double { NormalDistribution.cumulative(-u) }

  @inlinable public static func standardDensity(_ u: Double) -> Double { NormalDistribution.density(u) }

  @inlinable public static func standardDensitySlope(_ u: Double) -> Double { -u * standardDensity(u) }

  @inlinable @inline(__always)
  public static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) { (-u, -1) }

  @inlinable @inline(__always)
  public static func standardPoint(_ u: Double) -> FunctionPoint {
    let tail = 0.5 * erfc(u.magnitude * 0.707_106_781_186_547_524_4)  // √½
    let density = standardDensity(u)
    return FunctionPoint(
      value: u > 0 ? 1 - tail : tail, complement: u > 0 ? tail : 1 - tail, density: density, densitySlope: -u * density)
  }

  @inlinable public static func standardQuantile(_ p: Double) -> Double { NormalDistribution.quantile(p) }
}

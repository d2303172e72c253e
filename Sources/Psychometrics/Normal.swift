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

  @inlinable public static func standardQuantile(_ p: Double) -> Double { NormalDistribution.quantile(p) }
}

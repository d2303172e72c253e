public import PeachSupport

/// The Gumbel or log-Weibull function to the base 10: F = 1 − 1/e at the threshold.
///
/// The Weibull function of a level is this function of its log10, with the same slope. With levels in dB the slope is
/// β / 20 of the Weibull's.
///
/// Source: Watson & Pelli (1983), "QUEST: A Bayesian adaptive psychometric method", *Perception & Psychophysics*
/// 33(2):113–120, doi:10.3758/BF03202828.
@usableFromInline
package enum GumbelFunction: PsychometricFunction {
  package static let name = "gumbel"
  package static let summary = "Gumbel (log-Weibull), base 10; F = 1 − 1/e at the threshold"
  package static let formula = "1−exp(−10^(β(x−α)))"
  package static let pythonFormula = "-np.expm1(-10.0**u)"
  package static let source =
    "Watson & Pelli (1983), Perception & Psychophysics 33(2):113–120, doi:10.3758/BF03202828"
  @inlinable package static var usesLogarithm: Bool { false }

  @inlinable package static func standardValue(_ u: Double) -> Double { -expm1(-pow(10, u)) }

  @inlinable package static func standardComplement(_ u: Double) -> Double { exp(-pow(10, u)) }

  @inlinable package static func standardDensity(_ u: Double) -> Double {
    let power = pow(10, u)
    // Beyond 800 the decay underflows, while the power may be infinite: ∞ · 0 would be NaN.
    return power > 800 ? 0 : 2.302_585_092_994_045_684 * power * exp(-power)  // ln 10
  }

  @inlinable package static func standardDensitySlope(_ u: Double) -> Double { standardPoint(u).densitySlope }

  @inlinable @inline(__always)
  package static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) {
    let scale = 2.302_585_092_994_045_684  // ln 10
    let slopes = WeibullFunction.standardLogDensitySlopes(u * scale)
    return (scale * slopes.first, scale * scale * slopes.second)
  }

  @inlinable @inline(__always)
  package static func standardPoint(_ u: Double) -> FunctionPoint {
    // On the natural logarithm it is the standard Weibull.
    let scale = 2.302_585_092_994_045_684  // ln 10
    var point = WeibullFunction.standardPoint(u * scale)
    point.density *= scale
    point.densitySlope *= scale * scale
    return point
  }

  @inlinable package static func standardQuantile(_ p: Double) -> Double { log10(-log1p(-p)) }
}

public import PeachSupport

/// The logistic function: F = ½ at the threshold, where its derivative is β / 4.
///
/// Source: Berkson (1944), "Application of the logistic function to bio-assay", *Journal of the American Statistical
/// Association* 39(227):357–365, doi:10.1080/01621459.1944.10500699.
@usableFromInline
package enum LogisticFunction: PsychometricFunction {
  package static let name = "logistic"
  package static let summary = "Logistic; F = 1/2 at the threshold"
  package static let formula = "1/(1+e^(−β(x−α)))"
  package static let pythonFormula = "expit(u)"
  package static let source =
    "Berkson (1944), Journal of the American Statistical Association 39(227):357–365, "
    + "doi:10.1080/01621459.1944.10500699"
  @inlinable package static var usesLogarithm: Bool { false }

  @inlinable package static func standardValue(_ u: Double) -> Double { 1 / (1 + exp(-u)) }

  @inlinable package static func standardComplement(_ u: Double) -> Double { 1 / (1 + exp(u)) }

  @inlinable package static func standardDensity(_ u: Double) -> Double {
    // The density is even; with the magnitude the exponential cannot overflow.
    let decay = exp(-u.magnitude)
    return decay / ((1 + decay) * (1 + decay))
  }

  @inlinable package static func standardDensitySlope(_ u: Double) -> Double { standardPoint(u).densitySlope }

  @inlinable @inline(__always)
  package static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) {
    let point = standardPoint(u)
    return (point.complement - point.value, -2 * point.density)
  }

  @inlinable @inline(__always)
  package static func standardPoint(_ u: Double) -> FunctionPoint {
    let small = exp(-u.magnitude)
    let rest = 1 / (1 + small)
    let tail = small * rest
    let density = tail * rest
    let slope = density * (tail - rest)
    return u > 0
      ? FunctionPoint(value: rest, complement: tail, density: density, densitySlope: slope)
      : FunctionPoint(value: tail, complement: rest, density: density, densitySlope: -slope)
  }

  @inlinable package static func standardQuantile(_ p: Double) -> Double {
    // ln(p / (1 − p)); from ¼ up 2p − 1 is exact, and so the zero at ½ keeps its digits.
    p < 0.25 ? log(p / (1 - p)) : log1p((2 * p - 1) / (1 - p))
  }
}

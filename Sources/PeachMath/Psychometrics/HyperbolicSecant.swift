public import PeachSupport

/// The integral of the hyperbolic secant: F = ½ at the threshold, where its derivative is β / 2. Its tails are heavier
/// than the normal's.
///
/// Source: Prins & Kingdom (2018), *Frontiers in Psychology* 9:1250, doi:10.3389/fpsyg.2018.01250 (Palamedes).
@usableFromInline
package enum HyperbolicSecantFunction: PsychometricFunction {
  package static let name = "sech"
  package static let summary = "Hyperbolic secant; F = 1/2 at the threshold"
  package static let formula = "(2/π)·arctan(e^(πβ(x−α)/2))"
  package static let pythonFormula = "2 / np.pi * np.arctan(np.exp(np.pi * u / 2))"
  package static let source = "Prins & Kingdom (2018), Frontiers in Psychology 9:1250, doi:10.3389/fpsyg.2018.01250"
  @inlinable package static var usesLogarithm: Bool { false }

  @inlinable package static func standardValue(_ u: Double) -> Double { atan(exp(u * (.pi / 2))) / (.pi / 2) }

  @inlinable package static func standardComplement(_ u: Double) -> Double { standardValue(-u) }

  @inlinable package static func standardDensity(_ u: Double) -> Double { 0.5 / cosh(u * (.pi / 2)) }

  @inlinable package static func standardDensitySlope(_ u: Double) -> Double { standardPoint(u).densitySlope }

  @inlinable @inline(__always)
  package static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) {
    let rise = tanh(u * (.pi / 2))
    return (-.pi / 2 * rise, -.pi * .pi / 4 * (1 - rise * rise))
  }

  @inlinable @inline(__always)
  package static func standardPoint(_ u: Double) -> FunctionPoint {
    let small = exp(-u.magnitude * (.pi / 2))
    let tail = atan(small) * (2 / .pi)
    let sum = 1 + small * small
    let density = small / sum
    let slope = (.pi / 2) * density * (1 - small * small) / sum
    return u > 0
      ? FunctionPoint(value: 1 - tail, complement: tail, density: density, densitySlope: -slope)
      : FunctionPoint(value: tail, complement: 1 - tail, density: density, densitySlope: slope)
  }

  @inlinable package static func standardQuantile(_ p: Double) -> Double {
    // The tangent has a period, which would give numbers to impossible probabilities.
    guard p >= 0, p <= 1 else { return .nan }
    // Towards 1 the tangent of πp/2 loses all digits; 1 − p is exact there.
    if p > 0.75 { return -log(tan((1 - p) * (.pi / 2))) / (.pi / 2) }
    // Around ½ the same function in the form that keeps the digits of p − ½.
    if p > 0.25 { return asinh(tan((p - 0.5) * .pi)) / (.pi / 2) }
    return log(tan(p * (.pi / 2))) / (.pi / 2)
  }
}

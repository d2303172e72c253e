public import PeachSupport

/// The half-normal function of levels above 0: with two alternatives it is Green and Swets' P(correct) = Φ(d′/√2).
///
/// The level is an unsigned difference with d′ = (x/α)^β, so that d′ is 1 at the threshold. With a slope of 1, d′ is
/// proportional to the difference, and ½ + ½·F = ½ + ½·erf(x/(2α)) = Φ(x/(α√2)).
///
/// Source: Green & Swets (1966), *Signal Detection Theory and Psychophysics*, ch. 3; Macmillan & Creelman (2005),
/// *Detection Theory: A User's Guide*, 2nd ed., ch. 7; the power of the level as in Foley & Legge (1981), *Vision Research*
/// 21:1041–1053.
@usableFromInline
package enum HalfNormalFunction: PsychometricFunction {
  package static let name = "half-normal"
  package static let summary =
    "Half-normal, for unsigned differences above 0; d′ = 1 and F = 0.52 at the threshold; with slope 1, d′ is "
    + "proportional to the level"
  package static let formula = "erf((x/α)^β/2)"
  package static let pythonFormula = "erf(np.exp(u) / 2)"
  package static let source =
    "Green & Swets (1966), Signal Detection Theory and Psychophysics; Macmillan & Creelman (2005), Detection Theory; "
    + "Foley & Legge (1981), Vision Research 21:1041–1053"
  @inlinable package static var usesLogarithm: Bool { true }

  // u = β ln(x / α), so that e^u is d′.

  @inlinable package static func standardValue(_ u: Double) -> Double { erf(exp(u) / 2) }

  @inlinable package static func standardComplement(_ u: Double) -> Double { erfc(exp(u) / 2) }

  @inlinable package static func standardDensity(_ u: Double) -> Double { standardPoint(u).density }

  @inlinable package static func standardDensitySlope(_ u: Double) -> Double { standardPoint(u).densitySlope }

  @inlinable @inline(__always)
  package static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double) {
    let square = exp(2 * u)
    return (1 - square / 2, -square)
  }

  @inlinable @inline(__always)
  package static func standardPoint(_ u: Double) -> FunctionPoint {
    let sensitivity = exp(u)
    // Beyond 60 the decay underflows, while the square may be infinite: ∞ · 0 would be NaN.
    if sensitivity > 60 { return FunctionPoint(value: 1, complement: 0, density: 0, densitySlope: 0) }
    let density = sensitivity * exp(-sensitivity * sensitivity / 4) * 0.564_189_583_547_756_287  // 1/√π
    return FunctionPoint(
      value: erf(sensitivity / 2), complement: erfc(sensitivity / 2), density: density,
      densitySlope: density * (1 - sensitivity * sensitivity / 2))
  }

  @inlinable package static func standardQuantile(_ p: Double) -> Double {
    guard p >= 0, p <= 1 else { return .nan }
    if p > 0.5 { return log(-NormalDistribution.quantile((1 - p) / 2)) + 0.346_573_590_279_972_655 }  // ln √2
    // Newton's steps on erf keep the digits that ½ + p/2 would lose.
    var half = p * 0.886_226_925_452_758_014  // √π/2
    for _ in 0..<5 { half -= (erf(half) - p) * exp(half * half) * 0.886_226_925_452_758_014 }
    return log(2 * half)
  }
}

public import PeachSupport

/// A family of psychometric functions F(x; α, β), from 0 to 1, before guessing and lapsing.
///
/// Every family is one standard function F(u) of u = β · (g(x) − g(α)), where α is the threshold, β > 0 the slope, and g
/// the identity, or ln for the Weibull. So a family states its standard function and what goes with it; values,
/// derivatives and inverses at any threshold and slope follow here.
///
/// To add one: a new file with a type that conforms, and its name in `BuiltInFunctions`.
///
/// Source: Wichmann & Hill (2001), *Perception & Psychophysics* 63(8):1293–1313, doi:10.3758/BF03194544, for
/// ψ(x) = γ + (1 − γ − λ) · F(x; α, β).
package protocol PsychometricFunction: StandardFunction {
  /// The name in files, columns and options, such as "logistic".
  static var name: String { get }
  /// One line that says what it is, and what F is at the threshold.
  static var summary: String { get }
  /// F(x; α, β) in letters, as computed.
  static var formula: String { get }
  /// F(u) in Python, as exported notebooks compute it: an expression of `u` with `np` (numpy), and `norm`, `expit` and
  /// `erf` of scipy.
  static var pythonFormula: String { get }
  /// The source of the definition.
  static var source: String { get }
  /// The publications of `source` that Peach does not know, in full.
  static var references: [Reference] { get }
}

extension PsychometricFunction {
  package static var references: [Reference] { [] }
}

/// The standard function F(u) of a family in numbers: its derivatives and its inverse.
///
/// Apart from `PsychometricFunction` and `@usableFromInline`, so that the loops of other modules can inline it.
@usableFromInline
package protocol StandardFunction: Sendable {
  /// Whether g is the natural logarithm: levels and the threshold are then above 0, and the slope is dimensionless.
  /// Otherwise levels may have any sign, and the slope is in 1 / level units.
  static var usesLogarithm: Bool { get }

  /// F(u), increasing from 0 at −∞ to 1 at ∞, accurate in the lower tail.
  static func standardValue(_ u: Double) -> Double
  /// 1 − F(u), accurate in the upper tail, where the subtraction would cancel.
  static func standardComplement(_ u: Double) -> Double
  /// dF/du, 0 at both infinities.
  static func standardDensity(_ u: Double) -> Double
  /// d²F/du², 0 at both infinities.
  static func standardDensitySlope(_ u: Double) -> Double
  /// The first two derivatives of ln F′ at u: how fast what a trial tells changes there.
  static func standardLogDensitySlopes(_ u: Double) -> (first: Double, second: Double)
  /// F and its derivatives at once: a fit asks for them together, and most families share their work. Left to its default it asks
  /// for each.
  static func standardPoint(_ u: Double) -> FunctionPoint
  /// F⁻¹(p): the u at which F is p. −∞ at 0, ∞ at 1, NaN outside 0…1.
  static func standardQuantile(_ p: Double) -> Double
}

extension StandardFunction {
  @inlinable package static func standardPoint(_ u: Double) -> FunctionPoint {
    FunctionPoint(
      value: standardValue(u), complement: standardComplement(u), density: standardDensity(u),
      densitySlope: standardDensitySlope(u))
  }

  /// F at the threshold, F(0).
  @inlinable package static var valueAtThreshold: Double { standardValue(0) }

  /// u = β · (g(x) − g(α)); −∞ where g is the logarithm and `x` is not above 0.
  @inlinable package static func standardised(_ x: Double, threshold: Double, slope: Double) -> Double {
    if usesLogarithm {
      // ln(x / α) loses nothing near the threshold, where the difference of two logarithms would.
      return x > 0 ? slope * log(x / threshold) : -.infinity
    }
    return slope * (x - threshold)
  }

  /// F(x; α, β), in 0…1.
  ///
  /// - Parameters:
  ///   - x: The level on the function's scale. Where g is the logarithm, F is 0 for levels not above 0.
  ///   - threshold: α, on the same scale; above 0 if g is the logarithm.
  ///   - slope: β, above 0.
  @inlinable package static func value(_ x: Double, threshold: Double, slope: Double) -> Double {
    standardValue(standardised(x, threshold: threshold, slope: slope))
  }

  /// 1 − F(x; α, β), accurate where F is close to 1. Parameters as for `value`.
  @inlinable package static func complement(_ x: Double, threshold: Double, slope: Double) -> Double {
    standardComplement(standardised(x, threshold: threshold, slope: slope))
  }

  /// dF/dx, per level unit, not negative. Parameters as for `value`; 0 if g is the logarithm and `x` is not above 0.
  @inlinable package static func derivative(_ x: Double, threshold: Double, slope: Double) -> Double {
    if usesLogarithm && x <= 0 { return 0 }
    let density = standardDensity(standardised(x, threshold: threshold, slope: slope)) * slope
    return usesLogarithm ? density / x : density
  }

  /// The level at which F is `p`: −∞ (0 if g is the logarithm) at p = 0, ∞ at 1, NaN outside 0…1.
  @inlinable package static func inverse(_ p: Double, threshold: Double, slope: Double) -> Double {
    level(at: standardQuantile(p), threshold: threshold, slope: slope)
  }

  /// The level whose distance from the threshold is u = β · (g(x) − g(α)).
  @inlinable package static func level(at u: Double, threshold: Double, slope: Double) -> Double {
    usesLogarithm ? threshold * exp(u / slope) : threshold + u / slope
  }
}

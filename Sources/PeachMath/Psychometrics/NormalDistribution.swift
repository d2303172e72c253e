public import PeachSupport

/// The standard normal distribution: mean 0, standard deviation 1.
@usableFromInline
package enum NormalDistribution {
  /// The end of the central 95 % of the distribution, to six decimals.
  package static let end95 = 1.959964

  /// Φ(z), the probability of a value below `z`: ½ · erfc(−z / √2).
  ///
  /// 1 − Φ(z) is Φ(−z), which stays accurate where the subtraction would not.
  ///
  /// - Accuracy: The relative error is below 1e-13 down to z = −20 and grows as z², to 3e-13 at z = −37, tested against
  ///   50-digit values; the rounding of z / √2 sets it.
  @inlinable package static func cumulative(_ z: Double) -> Double {
    0.5 * erfc(-z * 0.5.squareRoot())
  }

  /// φ(z) = exp(−z² / 2) / √(2π), the derivative of Φ.
  @inlinable package static func density(_ z: Double) -> Double {
    // 1 / √(2π), to more digits than a double holds.
    exp(-0.5 * z * z) * 0.398_942_280_401_432_677_94
  }

  /// Φ⁻¹(p), the value below which a share `p` lies.
  ///
  /// - Parameter p: In 0…1; the ends give −∞ and ∞.
  /// - Returns: The quantile, NaN if `p` is outside 0…1.
  /// - Accuracy: Relative error below 1e-15 from p = 1e-300 up to 1 − 2⁻⁵³, tested against 50-digit values.
  ///
  /// Source: Wichura (1988), "Algorithm AS 241: The percentage points of the normal distribution", *Applied Statistics*
  /// 37(3):477–484, routine PPND16, doi:10.2307/2347330.
  @usableFromInline
  package static func quantile(_ p: Double) -> Double {
    let q = p - 0.5
    if q.magnitude <= 0.425 {
      let r = 0.180625 - q * q
      return q * polynomial(centreNumerator, r) / polynomial(centreDenominator, r)
    }
    let tail = q < 0 ? p : 1 - p
    guard tail > 0 else { return tail == 0 ? (q < 0 ? -.infinity : .infinity) : .nan }
    let r = (-log(tail)).squareRoot()
    let size =
      r <= 5
      ? polynomial(tailNumerator, r - 1.6) / polynomial(tailDenominator, r - 1.6)
      : polynomial(farNumerator, r - 5) / polynomial(farDenominator, r - 5)
    return q < 0 ? -size : size
  }

  /// Horner's rule; coefficients from the constant term up.
  private static func polynomial(_ coefficients: [8 of Double], _ x: Double) -> Double {
    var sum = coefficients[7]
    for power in (0..<7).reversed() { sum = sum * x + coefficients[power] }
    return sum
  }

  // |p − ½| ≤ 0.425, in 0.425² − (p − ½)².
  private static let centreNumerator: [8 of Double] = [
    3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
    4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3,
  ]
  private static let centreDenominator: [8 of Double] = [
    1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3,
  ]
  // √(−ln tail) ≤ 5, in √(−ln tail) − 1.6.
  private static let tailNumerator: [8 of Double] = [
    1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
    1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
  ]
  private static let tailDenominator: [8 of Double] = [
    1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
  ]
  // Beyond, in √(−ln tail) − 5.
  private static let farNumerator: [8 of Double] = [
    6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
    2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
  ]
  private static let farDenominator: [8 of Double] = [
    1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
  ]
}

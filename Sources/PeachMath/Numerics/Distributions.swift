import CGSL

/// The binomial distribution, by GSL.
package enum Binomial {
  /// The probability of so many successes or fewer.
  ///
  /// - Parameters:
  ///   - successes: From 0 to `trials`.
  ///   - probability: Of a success, in 0…1.
  package static func lowerTail(_ successes: Int, of trials: Int, probability: Double) -> Double {
    _ = GSL.ready
    return gsl_cdf_binomial_P(UInt32(clamping: successes), probability, UInt32(clamping: trials))
  }
}

/// The beta distribution, by GSL.
package enum BetaDistribution {
  /// The shapes `a` and `b` for which `quantile` is checked.
  package static let shapes = 0.001...1e6

  /// The value below which a share of the distribution lies, to the last digits of `cumulative`.
  ///
  /// It bisects between 0 and 1, because `gsl_cdf_beta_Pinv` gives NaN for many shapes, such as 0.1 and 900, and does not return
  /// for some extreme ones. The ends of the interval are the bits of a `Double`, whose order is that of the numbers, so a tiny
  /// value has as many digits as a large one.
  ///
  /// - Parameters:
  ///   - share: Between 0 and 1.
  ///   - a: In `shapes`, as is `b`.
  package static func quantile(_ share: Double, a: Double, b: Double) -> Double {
    var (low, high) = (0.0.bitPattern, 1.0.bitPattern)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if cumulative(Double(bitPattern: middle), a: a, b: b) < share { low = middle } else { high = middle }
    }
    return Double(bitPattern: high)
  }

  /// The share of the distribution below a value.
  ///
  /// - Parameters:
  ///   - value: In 0…1.
  ///   - a: Above 0, as is `b`.
  package static func cumulative(_ value: Double, a: Double, b: Double) -> Double {
    _ = GSL.ready
    return gsl_cdf_beta_P(value, a, b)
  }
}

/// The χ² distribution, by GSL.
package enum ChiSquare {
  /// The probability of a value above `x`.
  ///
  /// - Parameters:
  ///   - x: Not negative.
  ///   - degreesOfFreedom: Above 0.
  package static func upperTail(_ x: Double, degreesOfFreedom: Double) -> Double {
    _ = GSL.ready
    return gsl_cdf_chisq_Q(x, degreesOfFreedom)
  }

  /// The value below which a share of the distribution lies.
  ///
  /// - Parameters:
  ///   - share: Between 0 and 1.
  ///   - degreesOfFreedom: Above 0.
  package static func quantile(_ share: Double, degreesOfFreedom: Double) -> Double {
    _ = GSL.ready
    return gsl_cdf_chisq_Pinv(share, degreesOfFreedom)
  }
}

/// Student's t distribution, by GSL.
package enum StudentT {
  /// The value below which a share of the distribution lies.
  ///
  /// - Parameters:
  ///   - share: Between 0 and 1.
  ///   - degreesOfFreedom: Above 0.
  package static func quantile(_ share: Double, degreesOfFreedom: Double) -> Double {
    _ = GSL.ready
    return gsl_cdf_tdist_Pinv(share, degreesOfFreedom)
  }

  /// The probability of a value as far from 0 as this or farther, to either side.
  package static func bothTails(_ value: Double, degreesOfFreedom: Double) -> Double {
    _ = GSL.ready
    return 2 * gsl_cdf_tdist_Q(abs(value), degreesOfFreedom)
  }
}

import CGSL

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

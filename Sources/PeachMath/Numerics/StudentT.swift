import CGSL

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

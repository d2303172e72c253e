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

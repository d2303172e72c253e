import CGSL

/// The beta distribution, by GSL.
package enum BetaDistribution {
  /// The value below which a share of the distribution lies.
  ///
  /// - Parameters:
  ///   - share: Between 0 and 1.
  ///   - a: Above 0, as is `b`.
  package static func quantile(_ share: Double, a: Double, b: Double) -> Double {
    _ = GSL.ready
    return gsl_cdf_beta_Pinv(share, a, b)
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

import CGSL

/// Student's t distribution, by GSL.
public enum StudentT {
  /// The value below which a share of the distribution lies.
  ///
  /// - Parameters:
  ///   - share: Between 0 and 1.
  ///   - degreesOfFreedom: Above 0.
  public static func quantile(_ share: Double, degreesOfFreedom: Double) -> Double {
    _ = GSL.ready
    return gsl_cdf_tdist_Pinv(share, degreesOfFreedom)
  }
}

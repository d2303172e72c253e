import CGSL

/// The points and weights of Gauss and Hermite, from GSL: ∫ exp(−x²) f(x) dx is about Σ weight · f(point).
///
/// Source: Abramowitz & Stegun (1972), Handbook of mathematical functions, 25.4.46.
package struct GaussHermite: Sendable {
  package let points: [Double]
  package let weights: [Double]

  package static let most = 64

  /// The rule with that many points, which is exact for polynomials up to the degree 2 · count − 1.
  ///
  /// - Parameter count: 1…`most`.
  package init(_ count: Int) {
    _ = GSL.ready
    precondition((1...Self.most).contains(count), "no rule with \(count) points")
    guard let rule = gsl_integration_fixed_alloc(peach_gsl_hermite(), count, 0, 1, 0, 0) else {
      preconditionFailure("no memory")
    }
    defer { gsl_integration_fixed_free(rule) }
    points = (0..<count).map { gsl_integration_fixed_nodes(rule)[$0] }
    weights = (0..<count).map { gsl_integration_fixed_weights(rule)[$0] }
  }
}

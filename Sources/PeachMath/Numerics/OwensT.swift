import PeachSupport

/// Owen's T(h, a): the probability that X > h and 0 < Y < aX, for independent standard normal X and Y.
///
/// Source: Owen (1956), Ann. Math. Statist. 27:1075–1090, doi:10.1214/aoms/1177728074.
package enum OwensT {
  /// T(h, a) = 1/(2π) ∫₀ᵃ exp(−h²(1 + x²)/2) / (1 + x²) dx, accurate relative to its size.
  ///
  /// - Parameter a: In 0…2.
  package static func value(_ h: Double, _ a: Double) -> Double {
    exp(-h * h / 2) / (2 * .pi) * Integral.value(over: 0...a) { x in exp(-h * h * x * x / 2) / (1 + x * x) }
  }
}

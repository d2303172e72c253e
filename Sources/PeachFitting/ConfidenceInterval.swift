import PeachMath

/// An interval whose ends may be unknown: an end that the data leave open is nil, and so is one beyond all numbers.
package struct ConfidenceInterval: Hashable, Sendable {
  package let low: Double?
  package let high: Double?

  package init(low: Double?, high: Double?) {
    self.low = low.finite
    self.high = high.finite
  }

  /// The estimate plus and minus its standard error times the normal quantile.
  package static func wald(_ estimate: Double, error: Double, confidence: Double) -> ConfidenceInterval {
    let reach = NormalDistribution.quantile((1 + confidence) / 2) * error
    return ConfidenceInterval(low: estimate - reach, high: estimate + reach)
  }

  /// A quarter of the length, about one standard error if this is a 95 % interval; `nil` if an end is open.
  package var approximateError: Double? {
    guard let low, let high else { return nil }
    return (high - low) / 4
  }

  /// An open end counts as infinite.
  package func contains(_ value: Double) -> Bool { value >= low ?? -.infinity && value <= high ?? .infinity }
}

extension Double? {
  /// Nil instead of what is beyond the numbers.
  package var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

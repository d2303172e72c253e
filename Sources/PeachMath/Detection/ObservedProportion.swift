/// A proportion of trials, and of how many.
package struct ObservedProportion: Hashable, Sendable {
  /// In 0…1.
  package let value: Double
  /// 1 − value, accurate where that is close to 1.
  package let complement: Double
  /// `nil` if only the proportion is known.
  package let trials: Int?

  /// A count out of a number of trials.
  ///
  /// - Precondition: `count` is in 0…`trials`, `trials` above 0.
  package init(_ count: Int, of trials: Int, correction: ProportionCorrection = .none) {
    precondition(trials > 0 && (0...trials).contains(count), "a count outside its trials")
    let counted = correction.counted(Double(count), Double(trials - count))
    let total = counted.positive + counted.negative
    value = counted.positive / total
    complement = counted.negative / total
    self.trials = trials
  }

  /// A proportion of an unknown number of trials.
  ///
  /// - Precondition: `value` is in 0…1.
  package init(_ value: Double) {
    precondition((0...1).contains(value), "a proportion outside 0…1")
    self.value = value
    complement = 1 - value
    trials = nil
  }

  /// z(p) = Φ⁻¹(p), infinite at 0 and 1.
  var z: Double { normalScore(value, complement) }

  /// Whether it is 0 or 1, or as good as that: there is no finite d′.
  package var isExtreme: Bool { PeachMath.isExtreme(value, complement) }

  /// p(1 − p)/N; `nil` if N is unknown.
  var variance: Double? { trials.map { value * complement / Double($0) } }
}

/// An observer's sensitivity and bias, estimated from answers.
package struct Sensitivity: Hashable, Sendable {
  /// d′, in standard deviations of one observation.
  package var dPrime: Double
  /// c = −½(z(H) + z(F)), 0 if misses are as frequent as false alarms; `nil` if only correct answers were counted.
  package var criterion: Double?
  /// ln β, the logarithm of the likelihood ratio at the criterion: above 0 for an observer who says yes (A, first,
  /// different) less often than an unbiased one; nil with the criterion.
  package var bias: Double?
  /// The standard error of d′ for many trials; `nil` if their number is unknown or d′ is at chance.
  package var standardError: Double?

  package init(dPrime: Double, criterion: Double?, bias: Double?, standardError: Double?) {
    self.dPrime = dPrime
    self.criterion = criterion
    self.bias = bias
    self.standardError = standardError
  }
}

/// d′ as a function of the proportions of hits and false alarms, at one point.
package struct RateEstimate: Hashable, Sendable {
  package var dPrime: Double
  /// ∂d′/∂H, infinite at chance where d′ rises as a root.
  package var hitSlope: Double
  /// ∂d′/∂F.
  package var falseAlarmSlope: Double
  /// ln β.
  package var bias: Double

  package init(dPrime: Double, hitSlope: Double, falseAlarmSlope: Double, bias: Double) {
    self.dPrime = dPrime
    self.hitSlope = hitSlope
    self.falseAlarmSlope = falseAlarmSlope
    self.bias = bias
  }
}

/// Why proportions have no d′.
package enum SensitivityError: Error, Hashable, Sendable {
  /// A proportion is 0 or 1, and d′ infinite or anything at all.
  case infinite
  /// Worse than chance, in a task where every d′ leads to chance or better.
  case belowChance
}

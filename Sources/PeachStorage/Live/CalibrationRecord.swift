package import PeachTrials

/// The result of a calibration run of a listener.
package struct CalibrationRecord: Hashable, Sendable {
  /// The session's number; 0 until it is stored.
  package internal(set) var session = 0
  /// When that began, ISO 8601 UTC; `nil` for a virtual clock.
  package internal(set) var startedAt: String?
  /// Why its session is excluded, in words; `nil` if it is not.
  package internal(set) var excluded: String?
  /// How it was fitted.
  package var method: String
  /// Why there is a threshold, or none: of a fit.
  package var status: EstimateStatus
  /// P(correct), averaged over both signs, at the threshold.
  package var target: Double
  package var trials: Int
  /// (high / low)^½ − 1 of the threshold: what was asked for, and what came of it.
  package var askedPrecision: Double
  package var reachedPrecision: Double?
  /// Cents, as are those below.
  package var threshold: IntervalEstimate?
  /// 0.67449 σ.
  package var jnd: IntervalEstimate
  /// Minus the point of subjective equality.
  package var bias: IntervalEstimate
  /// λ.
  package var lapse: IntervalEstimate
  /// dP(higher)/dx at the point of subjective equality, per cent.
  package var slope: IntervalEstimate
  /// Standard errors: of ln JND, of the bias in cents, and of the logit of λ.
  package var errors: [Double]
  /// Correlations of these: JND and bias, JND and lapse, bias and lapse.
  package var correlations: [Double]

  package init(
    method: String, status: EstimateStatus, target: Double, trials: Int, askedPrecision: Double,
    threshold: IntervalEstimate?,
    jnd: IntervalEstimate, bias: IntervalEstimate, lapse: IntervalEstimate, slope: IntervalEstimate, errors: [Double],
    correlations: [Double]
  ) {
    precondition(errors.count == 3 && correlations.count == 3, "expected three standard errors and three correlations")
    self.method = method
    self.status = status
    self.target = target
    self.trials = trials
    self.askedPrecision = askedPrecision
    self.threshold = threshold
    self.jnd = jnd
    self.bias = bias
    self.lapse = lapse
    self.slope = slope
    self.errors = errors
    self.correlations = correlations
    reachedPrecision = threshold.flatMap { $0.low > 0 ? ($0.high / $0.low).squareRoot() - 1 : nil }
  }
}

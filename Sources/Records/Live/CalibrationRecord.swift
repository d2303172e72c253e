public import Trials

/// What a calibration run found of a listener.
public struct CalibrationRecord: Hashable, Sendable {
  /// The session's number; 0 until it is stored.
  public internal(set) var session = 0
  /// When that began, ISO 8601 UTC; `nil` for a virtual clock.
  public internal(set) var startedAt: String?
  /// Why its session is excluded, in words; `nil` if it is not.
  public internal(set) var excluded: String?
  /// How it was fitted.
  public var method: String
  /// Why there is a threshold, or none: of a fit.
  public var status: String
  /// P(correct), averaged over both signs, at the threshold.
  public var target: Double
  public var trials: Int
  /// (high / low)^½ − 1 of the threshold: what was asked for, and what came of it.
  public var askedPrecision: Double
  public var reachedPrecision: Double?
  /// Cents, as are those below.
  public var threshold: IntervalEstimate?
  /// 0.67449 σ.
  public var jnd: IntervalEstimate
  /// Minus the point of subjective equality.
  public var bias: IntervalEstimate
  /// λ.
  public var lapse: IntervalEstimate
  /// dP(higher)/dx at the point of subjective equality, per cent.
  public var slope: IntervalEstimate
  /// Standard errors: of ln JND, of the bias in cents, and of the logit of λ.
  public var errors: [Double]
  /// Correlations of these: JND and bias, JND and lapse, bias and lapse.
  public var correlations: [Double]

  public init(
    method: String, status: String, target: Double, trials: Int, askedPrecision: Double, threshold: IntervalEstimate?,
    jnd: IntervalEstimate, bias: IntervalEstimate, lapse: IntervalEstimate, slope: IntervalEstimate, errors: [Double],
    correlations: [Double]
  ) {
    precondition(errors.count == 3 && correlations.count == 3, "three parameters have three errors")
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

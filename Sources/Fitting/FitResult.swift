/// A fitted psychometric function and the threshold read from it.
public struct FitResult: Hashable, Sendable {
  public var status: FitStatus
  /// In level units; nil where the data determine none.
  public var threshold: Double?
  /// dψ/dx at the threshold, per level unit.
  public var slope: Double?
  /// γ; nil where no function was fitted.
  public var guess: Double?
  /// λ; nil where no function was fitted.
  public var lapse: Double?
  /// Direction reading: minus the point of subjective equality, in level units.
  public var bias: Double?
  /// Where F is ½ (for symmetric functions), on the fit's scale.
  public var location: Double?
  /// 1/β, on the fit's scale.
  public var scale: Double?
  /// Without binomial coefficients.
  public var logLikelihood: Double?

  public init(status: FitStatus) { self.status = status }
}

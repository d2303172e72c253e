/// Maximum likelihood in the direction reading: P(higher) = λ + (1 − 2λ)·F((x − μ)/σ) against signed levels, λ fixed.
///
/// The threshold is the level at which P(correct), averaged over both signs, equals the estimand; the bias is −μ. |μ| is
/// at most twice the largest |level|, σ lies between the smallest |level| / 64 and 64 times the largest. Keeps memory
/// between fits: one for each thread.
public struct DirectionEstimator {
  private let body: (Counts) -> FitResult

  /// - Parameters:
  ///   - estimand: The proportion correct of the threshold; above ½, below 1 − λ.
  ///   - lapse: λ, in 0..<½.
  public init(_ function: any FitFunction.Type, estimand: Double, lapse: Double) {
    body = function.directionFit(estimand: estimand, lapse: lapse)
  }

  /// - Parameter counts: Signed levels; k counts "higher".
  public func fit(_ counts: Counts) -> FitResult { body(counts) }
}

/// Maximum likelihood in the accuracy reading: ψ(x) = γ + (1 − γ − λ)·F((x − t)/s) against levels, on a linear axis or
/// on log10 of the level.
///
/// The threshold lies within the levels plus or minus their range, the width (5–95 %) between 0.02 times the smallest
/// spacing and 300 times the range. Keeps memory between fits: one for each thread.
public struct AccuracyEstimator {
  private let body: (Counts) -> FitResult

  /// - Parameter estimand: The proportion of positive responses of the threshold; nil = where F is ½.
  public init(
    _ function: any FitFunction.Type, guess: FitModel.Asymptote, lapse: FitModel.Asymptote, isLogLevel: Bool,
    estimand: Double?
  ) {
    body = function.accuracyFit(guess: guess, lapse: lapse, isLogLevel: isLogLevel, estimand: estimand)
  }

  /// - Precondition: Levels are above 0 where the fit is on a log level.
  /// - Parameter counts: k counts positive responses: correct, or yes.
  public func fit(_ counts: Counts) -> FitResult { body(counts) }
}

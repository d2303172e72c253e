/// The status of an estimate: a threshold, or the reason why there is none. Estimates of strategies, fits and stored
/// runs have it. Its raw value appears in the column `status`.
public enum EstimateStatus: String, CaseIterable, Sendable {
  /// The threshold is valid.
  case ok

  // MARK: Strategies

  /// The track ran into its lower or upper limit.
  case floor, ceiling
  /// There are not enough reversals for the estimator.
  case tooFewReversals = "too-few-reversals"

  // MARK: Fits, and strategies that fit a function to their trials

  /// There are fewer distinct levels than free parameters of the fit.
  case tooFewLevels = "too-few-levels"
  /// Every answer is correct.
  case allCorrect = "all-correct"
  /// Every answer is the same.
  case oneAnswer = "one-answer"
  /// The proportions are equal at all levels.
  case constant
  /// The likelihood is no better than that of a function that does not rise.
  case decreasing
  /// The likelihood is highest for a step.
  case step
  /// The threshold lies outside the presented levels by more than half their range.
  case extrapolated
  /// The function does not reach the target.
  case unreachable
  /// The threshold of the fit lies on a bound of its search.
  case thresholdAtBound = "at-bound:threshold"
  /// The width of the fit lies on a bound of its search.
  case widthAtBound = "at-bound:width"
  /// The guess rate lies on its bound; the threshold is valid.
  case guessAtBound = "at-bound:guess"
  /// The lapse rate lies on its bound; the threshold is valid.
  case lapseAtBound = "at-bound:lapse"
  /// The search for the best fit did not converge.
  case notConverged = "not-converged"

  // MARK: Matchings

  /// Fewer than three errors are not at an end of the control.
  case tooFewTrials = "too-few-trials"
  /// All matchings began at one offset: its trace in the errors cannot be told from the constant error.
  case oneOffset = "one-offset"

  // MARK: Simulated runs

  /// An error stopped the run, or its estimate is not a finite number.
  case error

  /// Whether the threshold is valid, and counts in means over runs and listeners.
  public var hasThreshold: Bool {
    switch self {
    case .ok, .guessAtBound, .lapseAtBound: true
    default: false
    }
  }

  /// Whether the data alone explain it, whatever function is fitted.
  package var isOfData: Bool {
    switch self {
    case .tooFewLevels, .allCorrect, .oneAnswer, .constant, .decreasing, .step: true
    default: false
    }
  }
}

extension [EstimateStatus: Int] {
  /// Statuses with their numbers, the most frequent first.
  package var byCount: [(status: EstimateStatus, count: Int)] {
    map { (status: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.status.rawValue) < ($0.count, $1.status.rawValue) }
  }
}

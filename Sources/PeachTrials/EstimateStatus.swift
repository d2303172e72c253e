/// The status of an estimate: a threshold, or the reason why there is none. Estimates of strategies, fits and stored
/// runs have it. Its raw value appears in the column `status`.
public enum EstimateStatus: String, CaseIterable, Sendable {
  /// The threshold is valid.
  case ok

  // MARK: Strategies

  /// The threshold seems to lie below the lowest level of the track (`floor`) or above the highest (`ceiling`).
  case floor, ceiling
  /// There are fewer reversals, or fewer levels, than the estimator of the track needs.
  case tooFewReversals = "too-few-reversals"

  // MARK: Fits, and strategies that fit a function to their trials

  /// There are fewer distinct levels than free parameters of the fit, or no trials at all.
  case tooFewLevels = "too-few-levels"
  /// Every answer is correct.
  case allCorrect = "all-correct"
  /// Every answer is the same: all "higher", all "lower", all "yes", all "no", or all wrong.
  case oneAnswer = "one-answer"
  /// The proportion of positive answers is the same at all levels.
  case constant
  /// No function that rises with the level fits better than a constant proportion.
  case decreasing
  /// A step fits best: the answers jump between two levels, and do not determine the slope.
  case step
  /// The threshold lies far outside the presented levels: by more than half their range, or in a fit of signed levels
  /// below half the smallest or above twice the largest |level|.
  case extrapolated
  /// The fitted function does not reach the target, or the simulated listener never does.
  case unreachable
  /// The threshold of the fit lies on the lower or upper bound of its search.
  case thresholdAtBound = "at-bound:threshold"
  /// The width of the fitted function lies on a bound of its search.
  case widthAtBound = "at-bound:width"
  /// The guess rate lies on its upper bound; the threshold is valid.
  case guessAtBound = "at-bound:guess"
  /// The lapse rate lies on its upper bound; the threshold is valid.
  case lapseAtBound = "at-bound:lapse"
  /// The search for the best fit did not converge.
  case notConverged = "not-converged"

  // MARK: Matchings

  /// Fewer than three matchings have an error that is not at an end of the control.
  case tooFewTrials = "too-few-trials"
  /// All matchings began at one offset: its trace in the errors cannot be told from the constant error.
  case oneOffset = "one-offset"

  // MARK: Simulated runs

  /// An error stopped the run, or its estimate is not a finite number.
  case error

  /// Whether the threshold is valid, and counts in means over runs and listeners: `true` for `ok`, `guessAtBound` and
  /// `lapseAtBound`. With another status an estimate can still have a threshold; do not use it.
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

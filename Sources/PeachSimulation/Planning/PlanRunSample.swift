import PeachStorage
import PeachSupport
import PeachTrials

/// Runs of one cell with one number of trials, as far as a plan looks at them.
struct PlanRunSample: Sendable {
  /// The stated number of trials.
  let trials: Int
  private(set) var replicates = 0
  /// The trials of all runs.
  private(set) var trialsPlayed = 0
  /// Runs that the number of trials ended, and nothing else.
  private(set) var bounded = 0
  /// The errors of each estimator; a run that failed has none.
  private(set) var errors: [[Double]]

  init(trials: Int, estimators: Int) {
    self.trials = trials
    errors = [[Double]](repeating: [], count: estimators)
  }

  mutating func add(_ batch: BatchRecord, _ estimators: [EstimatorRecord], _ axis: Axis) {
    for run in batch.runs {
      replicates += 1
      trialsPlayed += run.trials
      if run.trials == trials, run.stopReason == StopReason.trials.rawValue { bounded += 1 }
    }
    for estimate in batch.estimates {
      let outcome = Summary.outcome(of: estimate, estimators[estimate.estimator], axis)
      if let error = outcome.error { errors[estimate.estimator].append(error) }
    }
  }

  func rootMeanSquare(_ estimator: Int) -> MonteCarloValue { Statistics.rootMeanSquare(errors[estimator]) }

  func figure(_ spread: Spread, _ estimator: Int) -> MonteCarloValue {
    switch spread {
    case .rootMeanSquareError: Statistics.rootMeanSquare(errors[estimator])
    case .standardDeviation: Statistics.standardDeviation(errors[estimator])
    }
  }

  /// The values that a search needs from the sample.
  func seen(_ spread: Spread, _ estimator: Int) -> TrialSearch.Seen {
    var seen = TrialSearch.Seen(replicates: replicates, endsByItself: bounded == 0)
    guard 2 * errors[estimator].count >= replicates, errors[estimator].count > 2 else { return seen }
    let figure = figure(spread, estimator)
    guard let value = figure.value, let error = figure.standardError, value > 0 else { return seen }
    seen.error = value
    seen.relativeError = error / value
    return seen
  }

  func bias(_ estimator: Int) -> MonteCarloValue { Statistics.meanFigure(errors[estimator]) }

  func failed(_ estimator: Int) -> MonteCarloValue {
    Statistics.proportion(replicates - errors[estimator].count, of: replicates)
  }
}

/// The measure of precision that must become small.
enum Spread: Hashable, Sendable {
  /// Bias included.
  case rootMeanSquareError
  /// Without it.
  case standardDeviation
}

import Fitting
import Pitch
import Records
import Trials

/// Runs successive replicates of one cell. The strategy and the listener are opened once for the batch; inside, all
/// types are known.
struct BatchRunner {
  let plan: Plan
  let cell: Cell
  let id: Int
  let estimators: [EstimatorRecord]
  /// Asked before each run; true ends the batch without a result.
  let isCancelled: @Sendable () -> Bool

  func run(_ replicates: ClosedRange<Int>) -> BatchRecord? {
    func open<F: StrategyFactory, L: Listener>(_ factory: F, _ listener: L) -> BatchRecord? {
      runs(replicates, factory, listener)
    }
    return open(cell.factory, cell.model)
  }

  private func runs<F: StrategyFactory, L: Listener>(
    _ replicates: ClosedRange<Int>, _ factory: F, _ prototype: L
  ) -> BatchRecord? {
    let clock = ContinuousClock()
    let start = clock.now
    let names = StreamNames(seed: plan.seed, listener: cell.listener, strategy: cell.strategy)
    let fit = CommonFit(task: cell.task, estimand: plan.estimand, lapse: plan.estimatorLapse)
    var batch = BatchRecord(cell: id, replicates: replicates, seconds: 0)
    batch.runs.reserveCapacity(replicates.count)
    batch.estimates.reserveCapacity(replicates.count * estimators.count)
    var trials: [CompletedComparison] = []
    for replicate in replicates {
      if isCancelled() { return nil }
      var streams = names.streams(replicate: replicate)
      var random = names.listener.stream(replicate: replicate)
      var listener = prototype
      var strategy = factory.make(using: &streams)
      var beliefs: [TrackPlayer.Belief]? = replicate <= plan.keepTrials ? [] : nil
      var failure = TrackPlayer.play(
        &strategy, &listener, streams: &streams, random: &random, trials: &trials, beliefs: &beliefs)
      if failure == nil, !strategy.estimates.allSatisfy(\.isFinite) { failure = "an estimate is not a finite number" }
      batch.runs.append(record(of: strategy, replicate, trials, failure))
      append(strategy, replicate, failure == nil ? fit.fit(trials) : nil, to: &batch)
      if let beliefs { append(trials, beliefs, replicate, to: &batch) }
    }
    let elapsed = start.duration(to: clock.now).components
    batch.seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    return batch
  }

  private func record<S: ComparisonStrategy>(
    of strategy: S, _ replicate: Int, _ trials: [CompletedComparison], _ failure: String?
  ) -> RunRecord {
    var correct = 0
    var judged = 0
    for done in trials {
      guard let isCorrect = cell.task.isCorrect(done) else { continue }
      judged += 1
      if isCorrect { correct += 1 }
    }
    return RunRecord(
      replicate: replicate, trials: trials.count, reversals: strategy.reversals, correct: correct, judged: judged,
      stopReason: failure == nil ? strategy.status.stopReason?.rawValue ?? "error" : "error", failure: failure)
  }

  /// One record for each estimate of the strategy's own and one for the common fit.
  private func append<S: ComparisonStrategy>(
    _ strategy: S, _ replicate: Int, _ fit: FitResult?, to batch: inout BatchRecord
  ) {
    let estimates = fit == nil ? [] : strategy.estimates
    for (place, estimator) in estimators.enumerated() {
      var record = EstimateRecord(replicate: replicate, estimator: place, status: "error")
      if let fit, estimator.name == "fit" {
        record.status = fit.status.name
        record.threshold = fit.threshold
        record.slope = fit.slope
        record.lapse = fit.lapse
        record.bias = cell.task.kind == .comparison ? fit.bias : nil
      } else if place < estimates.count {
        let estimate = estimates[place]
        record.status = estimate.status.rawValue
        record.threshold = estimate.threshold
        record.low = estimate.low
        record.high = estimate.high
        record.slope = estimate.slope
        record.lapse = estimate.lapse
        record.bias = estimate.bias
      }
      if estimator.target != nil, estimator.truth == nil, !Summary.isFailed(record.status) {
        record.status = "unreachable"
      }
      batch.estimates.append(record)
    }
  }

  private func append(
    _ trials: [CompletedComparison], _ beliefs: [TrackPlayer.Belief], _ replicate: Int, to batch: inout BatchRecord
  ) {
    for (index, (done, belief)) in zip(trials, beliefs).enumerated() {
      let comparison = done.comparison
      var record = TrialRecord(
        replicate: replicate, trial: index + 1, track: "", kind: comparison.level.kind.name,
        level: comparison.level.value, isReversal: belief.isReversal)
      if cell.task.kind == .comparison {
        record.reference = comparison.reference.number
        record.target = comparison.reference.number + comparison.interval.semitones
        record.interval = comparison.interval.name
        record.offset = comparison.offset
      }
      record.answer = cell.task.answerName(done)
      record.isCorrect = cell.task.isCorrect(done)
      if let estimate = belief.estimate, estimate.isFinite {
        record.estimate = estimate.threshold
        record.low = estimate.low
        record.high = estimate.high
      }
      batch.trials.append(record)
    }
  }
}

extension Estimate {
  /// Whether all that is stored of it can be: there is no text for infinity, and NaN would be stored as missing.
  fileprivate var isFinite: Bool {
    [threshold, low, high, slope, lapse, bias].allSatisfy { $0?.isFinite ?? true }
  }
}

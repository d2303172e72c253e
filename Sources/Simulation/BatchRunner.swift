import Fitting
import Pitch
import Records
import Trials

/// Runs successive replicates of one cell.
struct BatchRunner {
  let plan: Plan
  let cell: Cell
  let id: Int
  let estimators: [EstimatorRecord]
  /// Asked during and after each run; true ends the batch without a result.
  let isCancelled: @Sendable () -> Bool
  /// What stands before the names of the streams.
  var streamPath: [String] = []
  /// Who sits in the listener's place in each replicate; nil where it is the same one in all.
  var person: (@Sendable (_ replicate: Int) -> any Listener)?

  func run(_ replicates: ClosedRange<Int>) -> BatchRecord? {
    switch cell.work {
    case .trials(let factory, let model): run(replicates, factory, model)
    case .matchings(let listener, let stop): run(replicates, listener, stop)
    }
  }

  private func run(
    _ replicates: ClosedRange<Int>, _ factory: StrategyFactory, _ model: any Listener
  ) -> BatchRecord? {
    let clock = ContinuousClock()
    let start = clock.now
    let names = StreamNames(
      seed: plan.seed, listener: cell.listener, strategy: cell.strategy, within: streamPath)
    let fit = CommonFit(task: cell.task, estimand: plan.estimand, lapse: plan.estimatorLapse)
    var batch = BatchRecord(cell: id, replicates: replicates, seconds: 0)
    batch.runs.reserveCapacity(replicates.count)
    batch.estimates.reserveCapacity(replicates.count * estimators.count)
    let tracks = replicates.lowerBound <= plan.keepTrials ? factory.facts.tracks : []
    var log = TrackLog()
    log.isCancelled = isCancelled
    for replicate in replicates {
      var streams = names.streams(replicate: replicate)
      var random = names.listener.stream(replicate: replicate)
      log.beliefs = replicate <= plan.keepTrials ? [] : nil
      let listener = person?(replicate) ?? model
      let track = listener.sit(factory, using: &streams, random: &random, log: &log)
      if isCancelled() { return nil }
      batch.runs.append(record(of: track, replicate, log.trials))
      append(track, replicate, track.failure == nil ? fit.fit(log.trials) : nil, to: &batch)
      if let beliefs = log.beliefs { append(log.trials, beliefs, of: tracks, replicate, to: &batch) }
    }
    batch.seconds = start.duration(to: clock.now) / .seconds(1)
    return batch
  }

  private func record(of track: PlayedTrack, _ replicate: Int, _ trials: [CompletedComparison]) -> RunRecord {
    var correct = 0
    var judged = 0
    for done in trials {
      guard let isCorrect = cell.task.isCorrect(done) else { continue }
      judged += 1
      if isCorrect { correct += 1 }
    }
    let reason = track.failure == nil ? track.status.stopReason?.rawValue : nil
    return RunRecord(
      replicate: replicate, trials: trials.count, reversals: track.reversals, correct: correct, judged: judged,
      stopReason: reason ?? "error", failure: track.failure)
  }

  /// One record for each estimate of the strategy's own and one for the common fit.
  private func append(_ track: PlayedTrack, _ replicate: Int, _ fit: FitResult?, to batch: inout BatchRecord) {
    let estimates = fit == nil ? [] : track.estimates
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
    _ trials: [CompletedComparison], _ beliefs: [Belief], of tracks: [NamedTrack], _ replicate: Int,
    to batch: inout BatchRecord
  ) {
    for (index, (done, belief)) in zip(trials, beliefs).enumerated() {
      let record = TrialRecord(
        done, number: index + 1, in: cell.task, track: tracks.name(of: done.comparison.level), belief: belief)
      batch.trials.append(RunTrial(replicate: replicate, trial: record))
    }
  }
}

import PeachFitting
import PeachPitch
import PeachStorage
import PeachTrials

/// Runs successive replicates of one cell.
struct BatchRunner {
  let plan: Plan
  let cell: Cell
  let id: Int
  var estimators: [EstimatorRecord]
  /// Polled during and after each run. Return `true` to end the batch without a result.
  let isCancelled: @Sendable () -> Bool
  /// Prefix of every random-stream name.
  var streamPath: [String] = []
  /// The listener of each replicate; `nil` if all replicates share one listener.
  var person: (@Sendable (_ replicate: Int) -> any Listener)?
  /// Whether what is true of the listener is kept with each estimate: where each run has one of its own.
  var keepsTruth = false
  /// Counts the runs as they are made; `nil` if nobody asks.
  var counter: RunCounter?

  /// The same with the truth of the listener who sits down in one run.
  private func meeting(_ member: any Listener, _ factory: StrategyFactory, _ places: TaskPlaces) -> BatchRunner {
    var runner = self
    let truth = Truth(listener: member, task: cell.task, places: places, findsSweat: false)
    runner.estimators = plan.estimators(of: factory, member, truth, cell.task)
    runner.keepsTruth = truth.isKnown
    return runner
  }

  /// - Parameter take: Takes the trials of each replicate.
  func run(_ replicates: ClosedRange<Int>, take: ((Int, [CompletedComparison]) -> Void)? = nil) -> BatchRecord? {
    switch cell.work {
    case .trials(let factory, let model): run(replicates, factory, model, take)
    case .matchings(let listener, let stop): run(replicates, listener, stop)
    }
  }

  private func run(
    _ replicates: ClosedRange<Int>, _ factory: StrategyFactory, _ model: any Listener,
    _ take: ((Int, [CompletedComparison]) -> Void)?
  ) -> BatchRecord? {
    let clock = ContinuousClock()
    let start = clock.now
    let names = StreamNames(
      seed: plan.seed, listener: cell.listener, strategy: cell.strategy, within: streamPath)
    let common = CommonFits(plan, cell.task)
    var batch = BatchRecord(cell: id, replicates: replicates, seconds: 0)
    batch.runs.reserveCapacity(replicates.count)
    batch.estimates.reserveCapacity(replicates.count * estimators.count)
    let tracks = replicates.lowerBound <= plan.keepTrials ? factory.facts.tracks : []
    var log = TrackLog()
    log.isCancelled = isCancelled
    log.checkpoints = plan.checkpoints
    let places = TaskPlaces(cell.task)
    for replicate in replicates {
      var streams = names.streams(replicate: replicate)
      var random = names.listener.stream(replicate: replicate)
      log.beliefs = replicate <= plan.keepTrials ? [] : nil
      let invited = person?(replicate) ?? model
      var drawing = names.person.stream(replicate: replicate)
      let member = invited.member(using: &drawing)
      let runner = member.map { meeting($0, factory, places) } ?? self
      let heard = LoudnessHeard.by(
        (member ?? invited).hearing(names.sounds(replicate: replicate)), in: cell.task, loudness: names.loudness,
        replicate: replicate)
      let track = heard.sit(factory, using: &streams, random: &random, log: &log)
      if isCancelled() { return nil }
      take?(replicate, log.trials)
      batch.runs.append(record(of: track, replicate, log.trials))
      let made =
        track.failure == nil
        ? runner.estimates(log.trials, track.estimates, replicate, common) : runner.failed(replicate)
      batch.estimates += made
      if !plan.checkpoints.isEmpty { runner.append(log, of: track, replicate, ended: made, common, to: &batch) }
      if let beliefs = log.beliefs { append(log.trials, beliefs, of: tracks, replicate, to: &batch) }
      counter?.add()
    }
    batch.seconds = start.duration(to: clock.now) / .seconds(1)
    // Where no file keeps the runs nobody asks how long choices took.
    if streamPath.isEmpty, replicates.count >= BatchRunner.leastRunsOfTiming, !log.trials.isEmpty {
      let answers = log.trials.map { Answer(isHigher: $0.isHigher, seconds: $0.seconds) }
      let seconds = factory.seconds(of: answers, using: names.streams(replicate: replicates.upperBound))
      batch.selection = seconds / Double(answers.count)
    }
    return batch
  }

  /// The strategy of a batch with fewer is not timed by itself: that would take as long as a run of it.
  private static let leastRunsOfTiming = 10

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

  /// The estimates of all estimators from the trials of a track, or from its first trials: one record for each
  /// estimate of the strategy and one for each common fit.
  ///
  /// - Parameter own: The strategy's estimates after these trials.
  private func estimates(
    _ trials: [CompletedComparison], _ own: [Estimate], _ replicate: Int, _ common: CommonFits
  ) -> [EstimateRecord] {
    let fits = common.estimates(trials)
    let first = estimators.count - fits.count
    return estimators.enumerated().map { place, estimator in
      var record = EstimateRecord(replicate: replicate, estimator: place, status: .error)
      if estimator.isCommon {
        let fit = fits[place - first]
        record.status = fit.result.status
        record.threshold = fit.result.threshold
        record.low = fit.interval?.low
        record.high = fit.interval?.high
        record.slope = fit.result.slope
        record.lapse = fit.result.lapse
        record.bias = cell.task.kind == .comparison ? fit.result.bias : nil
      } else if place < own.count, own[place].isFinite {
        let estimate = own[place]
        record.status = estimate.status
        record.threshold = estimate.threshold
        record.low = estimate.low
        record.high = estimate.high
        record.slope = estimate.slope
        record.lapse = estimate.lapse
        record.bias = estimate.bias
      }
      return checked(record)
    }
  }

  /// The estimates of a run that ended with an error.
  private func failed(_ replicate: Int) -> [EstimateRecord] {
    estimators.indices.map { checked(EstimateRecord(replicate: replicate, estimator: $0, status: .error)) }
  }

  private func checked(_ record: EstimateRecord) -> EstimateRecord {
    let estimator = estimators[record.estimator]
    var record = record
    if keepsTruth {
      record.met = TrueListener(
        threshold: estimator.truth, lapse: estimator.trueLapse ?? 0, slope: estimator.trueSlope)
    }
    guard estimator.target != nil, estimator.truth == nil, record.status.hasThreshold,
      !estimator.isTruthUnknown
    else { return record }
    var unreachable = record
    unreachable.status = .unreachable
    return unreachable
  }

  /// The estimates of the first trials. A run that had ended by then, or that an error stopped, has its final ones.
  private func append(
    _ log: TrackLog, of track: PlayedTrack, _ replicate: Int, ended: [EstimateRecord], _ common: CommonFits,
    to batch: inout BatchRecord
  ) {
    for (place, trials) in plan.checkpoints.enumerated() {
      let hasEnded = track.failure != nil || trials >= log.trials.count || place >= log.looks.count
      let made =
        hasEnded
        ? ended
        : estimates(Array(log.trials.prefix(trials)), log.looks[place].estimates, replicate, common)
      batch.checkpoints += made.map { CheckpointRecord(trials: trials, estimate: $0) }
    }
  }

  private func append(
    _ trials: [CompletedComparison], _ beliefs: [TrialUpdate], of tracks: [NamedTrack], _ replicate: Int,
    to batch: inout BatchRecord
  ) {
    for (index, (done, belief)) in zip(trials, beliefs).enumerated() {
      let record = TrialRecord(
        done, number: index + 1, in: cell.task, track: tracks.name(of: done.comparison.level), belief: belief)
      batch.trials.append(RunTrial(replicate: replicate, trial: record))
    }
  }
}

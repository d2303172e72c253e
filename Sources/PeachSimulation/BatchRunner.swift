import PeachFitting
import PeachPitch
import PeachStorage
import PeachSupport
import PeachTrials
import Synchronization

/// Runs successive replicates of one cell.
struct BatchRunner {
  let plan: Plan
  let cell: Cell
  let id: Int
  var estimators: [EstimatorRecord]
  /// Polled during and after each run. Return `true` to end the batch without a result.
  var isCancelled: @Sendable () -> Bool
  /// Prefix of every random-stream name.
  var streamPath: [String] = []
  /// The listener of each replicate; `nil` if all replicates share one listener.
  var person: (@Sendable (_ replicate: Int) -> any Listener)?
  /// Whether what is true of the listener is kept with each estimate: where each run has one of its own.
  var keepsTruth = false
  /// Counts the runs as they are made; `nil` if nobody asks.
  var counter: RunCounter?
  /// Admits one thread at a time to the fits of a job; `nil` if a job has one thread.
  var fitting: Semaphore?

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
    let isDivided = cell.runsAtOnce > 1 && take == nil && replicates.count > 1
    guard
      let (played, last) = isDivided
        ? playAtOnce(replicates, factory, model) : play(replicates, factory, model, take)
    else { return nil }
    var batch = played
    batch.seconds = start.duration(to: clock.now) / .seconds(1)
    // Where no file keeps the runs nobody asks how long choices took.
    if streamPath.isEmpty, replicates.count >= BatchRunner.leastRunsOfTiming, !last.isEmpty {
      let names = StreamNames(seed: plan.seed, listener: cell.listener, strategy: cell.strategy)
      let seconds = factory.seconds(of: last, using: names.streams(replicate: replicates.upperBound))
      batch.selection = seconds / Double(last.count)
    }
    return batch
  }

  /// Plays parts of the replicates on threads of their own, which share programs. An error of a program stops all runs that
  /// it serves, so the runs with errors are repeated one by one, with programs of their own.
  ///
  /// - Returns: The runs in order, and the answers of the last one; `nil` after a cancellation.
  private func playAtOnce(
    _ replicates: ClosedRange<Int>, _ factory: StrategyFactory, _ model: any Listener
  ) -> (BatchRecord, last: [Answer])? {
    let count = min(cell.runsAtOnce, replicates.count)
    let parts = (0..<count).map { part in
      let bounds = [part, part + 1].map { replicates.lowerBound + replicates.count * $0 / count }
      return bounds[0]...(bounds[1] - 1)
    }
    let results = Mutex([(BatchRecord, last: [Answer])?](repeating: nil, count: count))
    let isDone = Semaphore()
    // The threads do not belong to the task that can be cancelled.
    let isAbandoned = Atomic<Bool>(false)
    var runner = cancelled { isCancelled() || isAbandoned.load(ordering: .relaxed) }
    let fitting = Semaphore()
    fitting.signal()
    runner.fitting = fitting
    for (place, part) in parts.enumerated() {
      let work: @Sendable () -> Void = { [runner] in
        let result = ProgramPool.$isShared.withValue(true) { runner.play(part, factory, model, nil) }
        results.withLock { $0[place] = result }
        isDone.signal()
      }
      // Without another thread this one does the work.
      do { try SignalFreeThread.start(work) } catch { work() }
    }
    for _ in parts { while !isDone.waitBriefly() { if isCancelled() { isAbandoned.store(true, ordering: .relaxed) } } }
    let made = results.withLock { $0 }.compactMap(\.self)
    guard made.count == count, let last = made.last?.last else { return nil }
    var batch = BatchRecord(cell: id, replicates: replicates, seconds: 0)
    for (part, _) in made { batch.append(part) }
    var alone = self
    alone.counter = nil
    for failed in batch.runs where failed.failure != nil {
      let replicate = failed.replicate
      guard let (run, _) = alone.play(replicate...replicate, factory, model, nil) else { return nil }
      batch.replace(run)
    }
    return (batch, last)
  }

  private func cancelled(if isCancelled: @escaping @Sendable () -> Bool) -> BatchRunner {
    var runner = self
    runner.isCancelled = isCancelled
    return runner
  }

  /// - Returns: The runs, and the answers of the last one; `nil` after a cancellation.
  private func play(
    _ replicates: ClosedRange<Int>, _ factory: StrategyFactory, _ model: any Listener,
    _ take: ((Int, [CompletedComparison]) -> Void)?
  ) -> (BatchRecord, last: [Answer])? {
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
      fitting?.wait()
      let made =
        track.failure == nil
        ? runner.estimates(log.trials, track.estimates, replicate, common) : runner.failed(replicate)
      batch.estimates += made
      if !plan.checkpoints.isEmpty { runner.append(log, of: track, replicate, ended: made, common, to: &batch) }
      fitting?.signal()
      if let beliefs = log.beliefs { append(log.trials, beliefs, of: tracks, replicate, to: &batch) }
      counter?.add()
    }
    return (batch, log.trials.map { Answer(isHigher: $0.isHigher, seconds: $0.seconds) })
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

extension BatchRecord {
  /// Adds the rows of later replicates of the same cell.
  fileprivate mutating func append(_ later: BatchRecord) {
    runs += later.runs
    estimates += later.estimates
    checkpoints += later.checkpoints
    trials += later.trials
  }

  /// Replaces the rows of the replicates of another batch.
  fileprivate mutating func replace(_ other: BatchRecord) {
    func replace<Row>(_ rows: inout [Row], _ new: [Row], _ replicate: (Row) -> Int) {
      let start = rows.firstIndex { replicate($0) >= other.replicates.lowerBound } ?? rows.endIndex
      let end = rows[start...].firstIndex { replicate($0) > other.replicates.upperBound } ?? rows.endIndex
      rows.replaceSubrange(start..<end, with: new)
    }
    replace(&runs, other.runs) { $0.replicate }
    replace(&estimates, other.estimates) { $0.replicate }
    replace(&checkpoints, other.checkpoints) { $0.estimate.replicate }
    replace(&trials, other.trials) { $0.replicate }
  }
}

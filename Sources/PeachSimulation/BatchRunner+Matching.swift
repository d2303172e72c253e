import PeachFitting
import PeachPitch
import PeachStorage
import PeachTrials

/// Runs of matchings: notes are drawn, tuned and analysed.
extension BatchRunner {
  func run(_ replicates: ClosedRange<Int>, _ listener: any MatchingListener, _ stop: StopRule) -> BatchRecord? {
    let clock = ContinuousClock()
    let start = clock.now
    let names = StreamNames(seed: plan.seed, listener: cell.listener, strategy: cell.strategy)
    var batch = BatchRecord(cell: id, replicates: replicates, seconds: 0)
    for replicate in replicates {
      guard let played = play(listener, until: stop, names, replicate) else { return nil }
      batch.runs.append(
        RunRecord(
          replicate: replicate, trials: played.done.count, reversals: 0, correct: 0, judged: 0,
          stopReason: played.failure == nil ? played.reason.rawValue : "error", failure: played.failure))
      batch.estimates += estimates(of: played, replicate)
      if replicate <= plan.keepTrials { batch.matchings += records(of: played.done, replicate) }
      counter?.add()
    }
    batch.seconds = start.duration(to: clock.now) / .seconds(1)
    return batch
  }

  private struct Played {
    var done: [CompletedPitchMatching] = []
    var reason = StopReason.trials
    /// Why it was stopped by an error.
    var failure: String?
  }

  /// - Returns: nil after a cancellation.
  private func play(
    _ model: any MatchingListener, until stop: StopRule, _ names: StreamNames, _ replicate: Int
  ) -> Played? {
    var draws = MatchingDraws(cell.task, plan.profile, using: names.task.stream(replicate: replicate))
    var random = names.listener.stream(replicate: replicate)
    var listener = model
    var played = Played()
    while played.failure == nil {
      if let reason = stop.reason(TrackProgress(trials: played.done.count)) {
        played.reason = reason
        return played
      }
      if played.done.count % TrackPlayer.askingInterval == 0, isCancelled() { return nil }
      let matching = draws.next()
      let tuned = listener.tune(matching, using: &random)
      if tuned.position.isFinite, tuned.seconds.isFinite, tuned.seconds >= 0, tuned.adjustments >= 0 {
        played.done.append(CompletedPitchMatching(matching, tuned))
        draws.heard(matching.reference)
      } else {
        played.failure =
          "the listener returned an invalid final position of the control, or an invalid time, at trial "
          + "\(played.done.count + 1)"
      }
    }
    return played
  }

  private func estimates(of played: Played, _ replicate: Int) -> [EstimateRecord] {
    let fit = played.failure == nil ? MatchingFit(played.done.map(MatchedNote.init)) : nil
    return estimators.enumerated().map { place, estimator in
      var record = EstimateRecord(replicate: replicate, estimator: place, status: fit?.status ?? .error)
      if let fit, let figure = MatchingEstimator(rawValue: estimator.name)?.figure(fit) {
        record.threshold = figure.value
        record.low = figure.interval.low
        record.high = figure.interval.high
      }
      return record
    }
  }

  private func records(of done: [CompletedPitchMatching], _ replicate: Int) -> [RunMatching] {
    let heard = Presentation(of: cell.task)
    return done.enumerated().map { index, done in
      var heard = heard
      heard.responseTime = done.seconds > 0 ? done.seconds : nil
      return RunMatching(replicate: replicate, matching: MatchingRecord(done, number: index + 1, heard: heard))
    }
  }
}

extension MatchedNote {
  init(_ done: CompletedPitchMatching) {
    let matching = done.matching
    self.init(
      note: matching.reference.number + matching.interval.semitones, initialOffset: matching.initialOffset.value,
      error: done.error.value, range: matching.range)
  }
}

/// The trials of one track, and what was believed after each where that is kept.
public struct TrackLog: Sendable {
  /// What is believed after a trial.
  public struct Belief: Hashable, Sendable {
    public var isReversal: Bool
    /// Of the track that the trial belongs to.
    public var estimate: Estimate?

    public init(isReversal: Bool, estimate: Estimate?) {
      self.isReversal = isReversal
      self.estimate = estimate
    }
  }

  public var trials: [CompletedComparison] = []
  /// One for each trial; nil where beliefs are not kept.
  public var beliefs: [Belief]?

  public init() {}
}

/// How a track ended.
public struct PlayedTrack: Sendable {
  public var status: Status
  public var reversals: Int
  public var estimates: [Estimate]
  /// Why the track was stopped by an error; nil where it ended by itself.
  public var failure: String?

  public init(status: Status, reversals: Int, estimates: [Estimate], failure: String?) {
    self.status = status
    self.reversals = reversals
    self.estimates = estimates
    self.failure = failure
  }
}

/// Plays one track to its end: asks, answers, tells. The same loop for every strategy and listener.
public enum TrackPlayer {
  /// A track longer than this is stopped as a failure: no stop rule reaches so far.
  public static let longestTrack = 1_000_000

  /// - Parameter log: Emptied, then filled.
  @inlinable
  public static func play<S: ComparisonStrategy>(
    _ strategy: inout S, using streams: inout Streams, log: inout TrackLog, answer: (Comparison) -> Bool
  ) -> PlayedTrack {
    log.trials.removeAll(keepingCapacity: true)
    log.beliefs?.removeAll(keepingCapacity: true)
    let keepsBeliefs = log.beliefs != nil
    var failure: String?
    while let comparison = strategy.next {
      if !comparison.offset.isFinite {
        failure = "trial \(log.trials.count + 1) has no finite level"
        break
      }
      if log.trials.count == longestTrack {
        failure = "the track did not stop in \(longestTrack) trials"
        break
      }
      let done = CompletedComparison(comparison, isHigher: answer(comparison), seconds: 0)
      log.trials.append(done)
      let before = keepsBeliefs ? strategy.reversals : 0
      strategy.update(done, using: &streams)
      if keepsBeliefs {
        let estimate = strategy.estimate(of: comparison.level)
        log.beliefs?.append(
          TrackLog.Belief(
            isReversal: strategy.reversals > before, estimate: estimate?.status == .ok ? estimate : nil))
      }
    }
    let estimates = strategy.estimates
    if failure == nil, !estimates.allSatisfy(\.isFinite) { failure = "an estimate is not a finite number" }
    return PlayedTrack(
      status: strategy.status, reversals: strategy.reversals, estimates: estimates, failure: failure)
  }
}

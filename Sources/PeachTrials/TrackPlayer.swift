/// The trials of one track, and settings of how the track is played and recorded.
public struct TrackLog: Sendable {
  /// All presented trials in order, with their answers, also noise, catch and comfort trials. It ends before the
  /// first trial that the listener could not answer.
  public var trials: [CompletedComparison] = []
  /// The estimate after each of `trials`, and whether the track reversed there. Set it to an empty list before the
  /// track to keep them; `nil`, the default, keeps none and is faster.
  public var beliefs: [TrialUpdate]?
  /// Numbers of trials after which Peach adds a snapshot of the estimates to `looks`; empty by default. They start from
  /// 1 and each is larger than the one before. Catch, comfort and skipped trials count. Peach ignores numbers that the
  /// track does not reach.
  public var checkpoints: [Int] = []
  /// Snapshots of the estimates, one for each number of `checkpoints` that the track reached, in the same order.
  public var looks: [TrackSnapshot] = []
  /// Peach calls it every 16 trials of a track. Return `true` to stop the track. Its result then has the status
  /// `running` and no `failure`: discard it. By default it returns `false`.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// An empty log that keeps only the trials: no estimates after each trial and no checkpoints.
  public init() {}

  /// Removes all trials but the first `count`, with their estimates and snapshots.
  @usableFromInline
  mutating func keep(_ count: Int) {
    trials.removeLast(trials.count - count)
    if let beliefs { self.beliefs = Array(beliefs.prefix(count)) }
    looks.removeAll { $0.trials > count }
  }
}

/// The state of a track at a checkpoint. Taking it draws no random number.
public struct TrackSnapshot: Sendable {
  /// The number of trials up to the checkpoint, also catch, comfort and skipped ones.
  public var trials: Int
  /// The estimates that the track would have if it had ended there. `StrategyFactory.play` replaces them by those of
  /// the factory's `estimator`, if it has one.
  public var estimates: [Estimate]
  /// A copy of `Streams.strategy` as it was after that trial. An estimator draws from the copy, so that checkpoints do
  /// not change the track.
  public var random: RandomStream

  @inlinable
  init(trials: Int, estimates: [Estimate], random: RandomStream) {
    self.trials = trials
    self.estimates = estimates
    self.random = random
  }
}

/// The result of a simulated track: its end, its estimates, or its failure. Its trials are in the `TrackLog`.
public struct PlayedTrack: Sendable {
  /// The way the strategy ended the track; `running` if an error or a cancellation stopped it before. With a `failure`
  /// it has no meaning.
  public var status: Status
  /// The number of reversals: changes of the direction in which the level moves. Only the
  /// trials of the `TrackLog` count.
  public var reversals: Int
  /// The estimates at the end, one for each of `StrategyFactory.estimated`, in that order; empty if there are none.
  /// With a `failure` they have no meaning.
  public var estimates: [Estimate]
  /// The error of the track, in words: in the strategy, in an estimate, or because the listener could not answer. `nil`
  /// if the track ended without an error or was cancelled.
  public var failure: String?

  /// Makes a result from its parts, which the properties explain. Only a `Listener` that implements `sit` itself needs
  /// it.
  public init(status: Status, reversals: Int, estimates: [Estimate], failure: String?) {
    self.status = status
    self.reversals = reversals
    self.estimates = estimates
    self.failure = failure
  }
}

/// Plays one simulated track to its end: asks the strategy, lets the listener answer, and reports the answer. All
/// simulated runs with a strategy use this loop. A live session makes the same calls, one trial at a time.
public enum TrackPlayer {
  /// The number of trials after which Peach stops a track that asks for more, as a failure: 1 000 000. No stop rule of
  /// a file allows more.
  public static let longestTrack = 1_000_000
  /// The number of trials between two calls of `TrackLog.isCancelled`, 16. It is small because a trial on a large grid
  /// takes milliseconds.
  public static let askingInterval = 16

  /// Plays a track to its end. A fault of the strategy, a level or an estimate that is not finite, a track that is too
  /// long or a listener who cannot answer becomes the `failure` of the result. `StrategyFactory.play` calls it.
  ///
  /// - Parameters:
  ///   - strategy: A fresh track; afterwards the track at its end.
  ///   - tracks: The named tracks that the strategy interleaves, from `StrategyFacts.tracks`; empty for a single track.
  ///   - streams: The random streams of the run, with which the strategy was made.
  ///   - log: The log to fill. Its earlier trials, beliefs and snapshots are removed; its `checkpoints` and
  ///     `isCancelled` apply.
  ///   - answer: Returns the listener's answer to a comparison. A listener who can no longer answer returns NaN seconds
  ///     from then on.
  /// - Complexity: O(trials), with one estimate after each trial if `log.beliefs` is kept, and otherwise one after each
  ///   number of trials in `log.checkpoints`.
  @inlinable
  public static func play<S: ComparisonStrategy>(
    _ strategy: inout S, of tracks: [NamedTrack], using streams: inout Streams, log: inout TrackLog,
    answer: (Comparison) -> Answer
  ) -> PlayedTrack {
    log.trials.removeAll(keepingCapacity: true)
    log.beliefs?.removeAll(keepingCapacity: true)
    log.looks.removeAll(keepingCapacity: true)
    let keepsBeliefs = log.beliefs != nil
    var nextLook = log.checkpoints.first ?? .max
    var failure: String?
    // The trials and reversals when the listener could no longer answer; the strategy goes on until the next check.
    var answered: (trials: Int, reversals: Int)?
    do throws(StrategyFault) {
      while let comparison = try strategy.ask(after: log.trials.count) {
        if log.trials.count == longestTrack {
          failure =
            "the track did not stop within \(longestTrack) trials; add a stop rule that is always reached: trials"
          break
        }
        if log.trials.count % askingInterval == askingInterval - 1, log.isCancelled() || answered != nil { break }
        let done = CompletedComparison(comparison, answer(comparison))
        if done.seconds.isNaN, answered == nil { answered = (log.trials.count, strategy.reversals) }
        log.trials.append(done)
        if keepsBeliefs {
          log.beliefs?.append(strategy.tell(done, of: tracks, using: &streams))
        } else {
          strategy.update(done, using: &streams)
        }
        if log.trials.count == nextLook {
          log.looks.append(
            TrackSnapshot(trials: nextLook, estimates: strategy.estimatesAtEnd, random: streams.strategy))
          nextLook = log.checkpoints.count > log.looks.count ? log.checkpoints[log.looks.count] : .max
        }
      }
    } catch {
      failure = error.description
    }
    let estimates = strategy.estimates
    if let answered {
      failure = "the listener could not answer"
      log.keep(answered.trials)
    } else if failure == nil, let fault = strategy.fault {
      failure = "trial \(log.trials.count): \(fault)"
    }
    if failure == nil, !estimates.allSatisfy(\.isFinite) {
      failure = "an estimate of the strategy is infinite or not a number"
    }
    return PlayedTrack(
      status: strategy.status, reversals: answered?.reversals ?? strategy.reversals, estimates: estimates,
      failure: failure)
  }
}

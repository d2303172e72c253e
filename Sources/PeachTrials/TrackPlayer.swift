/// The trials of one track, and settings of how the track is played and recorded.
public struct TrackLog: Sendable {
  /// All presented trials in order, with their answers.
  public var trials: [CompletedComparison] = []
  /// The estimate after each trial. Set it to an empty list to keep them; `nil`, the default, keeps none and is
  /// faster.
  public var beliefs: [TrialUpdate]?
  /// The numbers of trials after which Peach takes a snapshot, in ascending order, from 1; empty by default.
  public var checkpoints: [Int] = []
  /// Snapshots at the checkpoints that the track reached, in order.
  public var looks: [TrackSnapshot] = []
  /// Polled every few trials. Return `true` to abandon the track and discard its result.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// An empty log that keeps only the trials.
  public init() {}

  /// Whether the listener could not answer the last trial.
  @inlinable
  var isUnanswered: Bool { trials.last?.seconds.isNaN ?? false }

  /// Takes away the trials at the end that were not answered.
  @usableFromInline
  mutating func forgetUnanswered() {
    while isUnanswered { trials.removeLast() }
    if let beliefs { self.beliefs = Array(beliefs.prefix(trials.count)) }
    looks.removeAll { $0.trials > trials.count }
  }
}

/// The state of a track at a checkpoint. Taking it draws no random number.
public struct TrackSnapshot: Sendable {
  /// The number of trials so far.
  public var trials: Int
  /// The estimates that the track would have if it had ended there.
  public var estimates: [Estimate]
  /// A copy of the strategy's stream at that trial, for an estimator that draws.
  public var random: RandomStream

  @inlinable
  init(trials: Int, estimates: [Estimate], random: RandomStream) {
    self.trials = trials
    self.estimates = estimates
    self.random = random
  }
}

/// How a simulated track ended, and its estimates. Its trials are in the `TrackLog`.
public struct PlayedTrack: Sendable {
  /// The way the track ended; `running` if an error or a cancellation stopped it.
  public var status: Status
  /// The number of reversals of the level's direction.
  public var reversals: Int
  /// The estimates at the end, one for each estimated track of the strategy; empty if it has none.
  public var estimates: [Estimate]
  /// The error that stopped the track, in words; `nil` if it ended by itself or was cancelled.
  public var failure: String?

  /// Makes a result, for a listener with a `sit` of its own.
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
  /// The number of trials after which a track is stopped as a failure, 1 000 000. No stop rule allows more.
  public static let longestTrack = 1_000_000
  /// The number of trials between two checks for cancellation, 16. A trial on a large grid takes milliseconds.
  public static let askingInterval = 16

  /// Plays a track to its end. An error, a fault of the strategy, an estimate that is not finite or a listener who
  /// cannot answer becomes the `failure` of the result.
  ///
  /// - Parameters:
  ///   - strategy: A fresh track; afterwards the track at its end.
  ///   - tracks: The named tracks that the strategy interleaves, from `StrategyFacts.tracks`.
  ///   - streams: The random streams of the run.
  ///   - log: The log to empty and fill.
  ///   - answer: Returns the listener's answer to a comparison.
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
    // As they were when the listener could no longer answer; the strategy goes on counting until that is looked at.
    var reversals: Int?
    do throws(StrategyFault) {
      while let comparison = try strategy.ask(after: log.trials.count) {
        if log.trials.count == longestTrack {
          failure =
            "the track did not stop within \(longestTrack) trials; add a stop rule that is always reached: trials"
          break
        }
        if log.trials.count % askingInterval == askingInterval - 1, log.isCancelled() || log.isUnanswered { break }
        let done = CompletedComparison(comparison, answer(comparison))
        log.trials.append(done)
        if done.seconds.isNaN, reversals == nil { reversals = strategy.reversals }
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
    if failure == nil, let fault = strategy.fault { failure = "trial \(log.trials.count): \(fault)" }
    if failure == nil, log.isUnanswered { failure = "the listener could not answer" }
    if log.isUnanswered { log.forgetUnanswered() }
    if failure == nil, !estimates.allSatisfy(\.isFinite) {
      failure = "an estimate of the strategy is infinite or not a number"
    }
    return PlayedTrack(
      status: strategy.status, reversals: reversals ?? strategy.reversals, estimates: estimates, failure: failure)
  }
}

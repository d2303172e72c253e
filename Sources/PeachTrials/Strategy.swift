/// The reason why a track ended. The stop rule gives `trials`, `reversals`, `width`, `entropy`, `precision`, `minutes`
/// or `maximum`, a limit of the levels `floor` or `ceiling`, and the strategy's own rule `finished`. The raw value is
/// the name of the case; it appears in the column `stop_reason`. A failed run has `error` there instead.
public enum StopReason: String, Sendable {
  /// A condition of the stop rule: this number of trials or reversals is reached.
  case trials, reversals
  /// A condition of the stop rule: the threshold's 95 % interval or the posterior is narrow enough.
  case width, entropy, precision
  /// A condition of the stop rule: this time has passed.
  case minutes
  /// The stop rule's largest number of trials is reached.
  case maximum
  /// The track stayed at its lowest or highest level, and has no threshold.
  case floor, ceiling
  /// The strategy ended the track by its own rule.
  case finished
}

/// The state of a track, which is the sequence of levels that a strategy visits in one run: it runs, was ended by a
/// rule (`finished`), or ended without a threshold at its lower or upper limit (`floor`, `ceiling`).
public enum Status: Hashable, Sendable {
  /// The track asks for more trials.
  case running
  /// The track has ended by its stop rule or by the strategy's own rule.
  case finished(StopReason)
  /// The track ran into its lower limit and has no threshold.
  case floor
  /// The track ran into its upper limit and has no threshold.
  case ceiling

  /// The reason why the track ended; `nil` while it runs.
  public var stopReason: StopReason? {
    switch self {
    case .running: nil
    case .finished(let reason): reason
    case .floor: .floor
    case .ceiling: .ceiling
    }
  }
}

/// A track's estimate of its listener's psychometric function. A value that the strategy does not estimate is `nil`.
public struct Estimate: Hashable, Sendable {
  /// The name of the track, as in `NamedTrack.name`; empty if the strategy does not name its tracks.
  public var name: String = ""
  /// Whether the threshold is valid, or the reason why it is not.
  public var status: EstimateStatus
  /// The threshold in the axis's unit; `nil` if there is none, and `status` then gives the reason. It is valid only if
  /// `status.hasThreshold` is true.
  public var threshold: Double?
  /// The lower end of the threshold's 95 % interval, in the axis's unit; `nil` if the interval has no lower end, or if
  /// there is no interval.
  public var low: Double?
  /// The upper end of the threshold's 95 % interval, in the axis's unit; `nil` if the interval has no upper end, or if
  /// there is no interval.
  public var high: Double?
  /// The slope dψ/dx of the psychometric function at the threshold, per unit of the level, also on a log axis. On
  /// signed levels a strategy with a posterior gives the slope at the point of subjective equality instead (see
  /// `bias`). `nil` if there is no estimate of it.
  public var slope: Double?
  /// The guess rate γ, 0…1: the lower asymptote of the psychometric function, estimated or fixed; `nil` if it is
  /// unknown.
  public var guess: Double?
  /// The lapse rate λ, 0…1: the distance of the psychometric function's upper asymptote from 1, estimated or fixed;
  /// `nil` if it is unknown.
  public var lapse: Double?
  /// The response bias in cents; positive if "higher" is more likely than "lower" at offset 0. The point of subjective
  /// equality, at which both are equally likely, is −bias. `nil` if the answers "higher" and "lower" were not fitted
  /// against signed levels.
  public var bias: Double?
  /// The entropy of the posterior distribution of the parameters on their grid, in nats, at least 0; smaller is more
  /// certain. `nil` if the strategy does not have a posterior.
  public var entropy: Double?

  /// An estimate with a threshold in the axis's unit, or without one (`nil`). Its name is empty, and all other values
  /// are `nil`.
  public init(status: EstimateStatus, threshold: Double?) {
    self.status = status
    self.threshold = threshold
  }

  /// An estimate of a named track without a threshold, with the reason why there is none.
  public init(of track: NamedTrack, _ status: EstimateStatus) {
    self.init(status: status, threshold: nil)
    name = track.name
  }

  /// Whether all numbers of the estimate are finite or `nil`. If not, the track of a simulation fails, and a session
  /// stores no estimate: infinity cannot be stored, and NaN would be stored as missing.
  public var isFinite: Bool {
    func isSound(_ value: Double?) -> Bool { value?.isFinite ?? true }
    return isSound(threshold) && isSound(low) && isSound(high) && isSound(slope) && isSound(guess) && isSound(lapse)
      && isSound(bias) && isSound(entropy)
  }
}

/// Chooses the next level, one number on an axis, from the answers so far.
///
/// It is a value: a copy forks the track, and replaying the answers resumes it.
///
/// ```swift
/// struct FallingLevels: LevelStrategy {
///   var level = 100.0
///   var trials = 0
///
///   var next: Level? { trials < 40 ? Level(level) : nil }
///   var status: Status { trials < 40 ? .running : .finished(.trials) }
///   var estimates: [Estimate] { [] }
///   var reversals: Int { 0 }
///
///   mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
///     trials += 1
///     if response.isPositive { level *= 0.9 }
///   }
/// }
/// ```
public protocol LevelStrategy: Sendable {
  /// The level to present; `nil` once the track has stopped, or if the strategy cannot continue (`fault`). Peach reads
  /// it before each trial, perhaps several times, so reading must change nothing. Make the choice in `init` and
  /// `update`.
  var next: Level? { get }
  /// Learns from a response and chooses the next level. Peach calls it after each of the strategy's own trials, also
  /// noise trials. `presented` can differ from `next`, for example if that level cannot sound.
  /// - Precondition: `next` is not nil.
  mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// Counts a trial that was not the strategy's own (a catch trial, whose answer is known, or an easy comfort trial),
  /// or that was skipped because no answer came in time. Count the trial toward the stop rule and change nothing else.
  /// The default implementation does nothing, so that the trial does not count.
  mutating func pass(_ response: Response)
  /// Learns from a trial that another strategy chose, before its own first trial. A strategy of kind `sequence` calls
  /// it for the trials of earlier parts, except noise, catch, comfort and skipped trials. By default it calls `update`.
  /// - Precondition: `next` is not nil.
  mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// Makes the estimates final because something else ends the track: the strategy that contains this one, or a
  /// checkpoint, for which Peach closes a copy. It must change nothing if the track has already ended by itself; do not
  /// rely on the call then. By default it does nothing.
  mutating func close()
  /// The present estimates, one for each track in `StrategyFacts.estimated`, in that order; empty if the strategy has
  /// none. Peach may read them before the first trial and after any trial. An estimate without a threshold states the
  /// reason in its status.
  var estimates: [Estimate] { get }
  /// Whether the track still runs, and how it ended. It must not be `running` once `next` is `nil`, unless there is a
  /// `fault`.
  var status: Status { get }
  /// The number of reversals so far: changes of the direction in which the level moves. 0 if the strategy has none.
  var reversals: Int { get }
  /// The reason why the strategy cannot continue, in words; `nil` if it can, which is the default. If there is a
  /// reason, `next` must be `nil`, and the track ends with an error.
  var fault: String? { get }
}

extension LevelStrategy {
  /// `nil`: by default the strategy can always continue.
  public var fault: String? { nil }
  /// Changes nothing: by default a catch, comfort or skipped trial does not count toward the stop rule.
  public mutating func pass(_ response: Response) {}
  /// Changes nothing: by default the estimates do not depend on whether the track has ended.
  public mutating func close() {}
  /// Learns as from its own trial: calls `update`.
  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {
    update(presented, response, using: &streams)
  }
}

/// Chooses the next comparison: note, interval, sign and level. Simulations and sessions of all tasks but matching use
/// only this protocol.
///
/// Call `ask` for the next comparison, and `update` with the answer, or `tell` if you need the new estimate too. `ask`
/// throws if the strategy cannot continue. `update` calls `take` after the strategy's own trials and `pass` after
/// inserted and skipped ones, from which the strategy learns nothing.
///
/// ```swift
/// var track = factory.make(using: &streams)
/// while let comparison = try track.ask(after: trials) {
///   let answer = listener.answer(comparison, using: &random)
///   track.update(CompletedComparison(comparison, answer), using: &streams)
///   trials += 1
/// }
/// ```
public protocol ComparisonStrategy: Sendable {
  /// The comparison to present; `nil` once the track has stopped, or if the strategy cannot continue (`fault`). Peach
  /// reads it before each trial, perhaps several times, so reading must change nothing.
  var next: Comparison? { get }
  /// The comparison of `next` at the level that the strategy asked for, even if that level cannot sound; `nil` if
  /// `next` is. Peach compares it with trials of stored sessions. Keep the default, which is `next`, unless `next`
  /// limits levels.
  var unlimitedNext: Comparison? { get }
  /// Learns from the answer to a comparison of its own, as it was presented, and chooses the next one. Noise trials are
  /// its own; catch, comfort and skipped trials go to `pass`. Callers use `update`, which calls it.
  /// - Precondition: `next` is not nil.
  mutating func take(_ done: CompletedComparison, using streams: inout Streams)
  /// Counts an answer to a trial that was not the strategy's own (a catch or comfort trial), or that was skipped
  /// because no answer came in time. The trial must count toward the stop rule and change nothing else, except that the
  /// strategy draws the notes of its next comparison again. Callers use `update`, which calls it.
  mutating func pass(_ done: CompletedComparison, using streams: inout Streams)
  /// The present estimates, one for each track in `StrategyFacts.estimated`, in that order; empty if the strategy has
  /// none. Peach may read them before the first trial and after any trial. An estimate without a threshold states the
  /// reason in its status.
  var estimates: [Estimate] { get }
  /// The estimates that the track would have if it ended with the last trial; by default `estimates`. Peach reads them
  /// at the checkpoints of a simulation, and for the threshold of a stored session. Reading must change nothing.
  var estimatesAtEnd: [Estimate] { get }
  /// Whether the track still runs, and how it ended. It must not be `running` once `next` is `nil`, unless there is a
  /// `fault`.
  var status: Status { get }
  /// The number of reversals so far: changes of the direction in which the level moves. 0 if the strategy has none.
  var reversals: Int { get }
  /// The reason why the strategy cannot continue, in words; `nil` if it can, which is the default. If there is a
  /// reason, `next` must be `nil`, and the track ends with an error.
  var fault: String? { get }
}

extension ComparisonStrategy {
  /// The same as `next`: by default the strategy does not limit its level to what can sound.
  public var unlimitedNext: Comparison? { next }
  /// `nil`: by default the strategy can always continue.
  public var fault: String? { nil }
  /// The present estimates: by default an end of the track does not change them.
  public var estimatesAtEnd: [Estimate] { estimates }
}

/// The error of a track that cannot continue: the strategy asks for an invalid level, or the strategy or the listener
/// has failed.
public struct StrategyFault: Error, Hashable, CustomStringConvertible {
  /// The number of the trial that could not be presented or answered, from 1.
  public var trial: Int
  /// The failure in words; `nil` if the level is not a finite number.
  public var reason: String?

  /// An error at a trial, counted from 1. Omit `reason` if the level of the trial is not a finite number.
  @inlinable
  public init(trial: Int, reason: String? = nil) {
    self.trial = trial
    self.reason = reason
  }

  /// The message: the number of the trial and the reason. Without a reason it says that the level is not finite.
  public var description: String { reason.map { "trial \(trial): \($0)" } ?? "trial \(trial) has no finite level" }
}

extension ComparisonStrategy {
  /// The comparison to present, as in `next`, after a check; `nil` once the track has stopped. It changes nothing.
  ///
  /// - Parameter trials: The number of earlier trials in the track. An error names the trial after them.
  /// - Throws: `StrategyFault` if the level is not a finite number or the strategy cannot continue (`fault`).
  @inlinable
  @inline(__always)
  public func ask(after trials: Int) throws(StrategyFault) -> Comparison? {
    guard let comparison = next else {
      if let fault { throw StrategyFault(trial: trials + 1, reason: fault) }
      return nil
    }
    guard comparison.offset.isFinite else { throw StrategyFault(trial: trials + 1) }
    return comparison
  }

  /// Reports an answer to the strategy, which then has its next comparison in `next`. Catch, comfort and skipped trials
  /// count toward the stop rule, but the strategy learns nothing from them.
  @inlinable
  @inline(__always)
  public mutating func update(_ done: CompletedComparison, using streams: inout Streams) {
    if done.isPassed { pass(done, using: &streams) } else { take(done, using: &streams) }
  }
}

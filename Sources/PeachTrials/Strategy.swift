/// The reason why a track ended. Its raw value appears in the column `stop_reason`.
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

/// The state of a track, which is the sequence of levels that a strategy visits in one run.
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
  /// The name of the track, as in `NamedTrack.name`; empty if there is only one.
  public var name: String = ""
  /// Whether the threshold is valid, or the reason why it is not.
  public var status: EstimateStatus
  /// The threshold in the axis's unit.
  public var threshold: Double?
  /// The lower end of the threshold's 95 % interval, in the axis's unit; `nil` if it is open or unknown.
  public var low: Double?
  /// The upper end of the threshold's 95 % interval, in the axis's unit; `nil` if it is open or unknown.
  public var high: Double?
  /// The slope dψ/dx of the psychometric function at the threshold, per unit of the axis; on signed levels at the
  /// point of subjective equality (see `bias`).
  public var slope: Double?
  /// The guess rate γ, 0…1: the lower asymptote of the psychometric function.
  public var guess: Double?
  /// The lapse rate λ, 0…1: the distance of the upper asymptote from 1.
  public var lapse: Double?
  /// The response bias in cents. The point of subjective equality, at which "higher" and "lower" are equally likely,
  /// is −bias.
  public var bias: Double?
  /// The entropy of the posterior distribution of the parameters, in nats; smaller is more certain.
  public var entropy: Double?

  /// An estimate with a threshold in the axis's unit, or without one. All other values are `nil`.
  public init(status: EstimateStatus, threshold: Double?) {
    self.status = status
    self.threshold = threshold
  }

  /// An estimate of a named track without a threshold, with the reason why there is none.
  public init(of track: NamedTrack, _ status: EstimateStatus) {
    self.init(status: status, threshold: nil)
    name = track.name
  }

  /// Whether all numbers of the estimate are finite. Infinity cannot be stored, and NaN would be stored as missing.
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
  /// The level to present, `nil` once the track has stopped. Peach reads it before each trial, perhaps several times,
  /// so reading must change nothing. Make the choice in `init` and `update`.
  var next: Level? { get }
  /// Learns from a response and chooses the next level. Peach calls it after each of the strategy's own trials. The
  /// level that was presented need not be the level that was asked for.
  /// - Precondition: `next` is not nil.
  mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// Counts a trial that was not the strategy's own (a catch trial, whose answer is known, or an easy comfort trial),
  /// or that was skipped. The trial must count toward the stop rule and change nothing else. By default it does not
  /// count.
  mutating func pass(_ response: Response)
  /// Learns from a trial that another strategy chose, before its own first trial. A strategy of kind `succession`
  /// calls it. By default it calls `update`.
  /// - Precondition: `next` is not nil.
  mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// Makes the estimates final, if something else ends the track: the strategy that contains this one, or a checkpoint,
  /// which closes a copy. Peach does not call it if the strategy ends by itself. By default nothing changes.
  mutating func close()
  /// The estimates, one for each track that has one, in the order of the `StrategyFacts`; empty if the strategy has
  /// none. Peach may read them after any trial.
  var estimates: [Estimate] { get }
  /// Whether the track still runs, and how it ended. It must not be `running` once `next` is `nil`.
  var status: Status { get }
  /// The number of reversals so far: changes of the direction in which the level moves. 0 if the strategy has none.
  var reversals: Int { get }
  /// The reason why the strategy cannot continue; `nil` by default. `next` must then be `nil`.
  var fault: String? { get }
}

extension LevelStrategy {
  /// `nil`: by default the strategy can always continue.
  public var fault: String? { nil }
  /// Changes nothing: by default the trial does not count.
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
/// throws if the strategy cannot continue. `update` calls `take` after the strategy's own trials and `pass` after inserted
/// and skipped ones, from which the strategy learns nothing.
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
  /// The comparison to present, `nil` once the track has stopped. Peach reads it before each trial, perhaps several
  /// times, so reading must change nothing.
  var next: Comparison? { get }
  /// The comparison of `next` at the strategy's own level, even if that cannot sound. By default `next`.
  var unlimitedNext: Comparison? { get }
  /// Learns from the answer to a comparison of its own, as it was presented, and chooses the next one. Callers use
  /// `update`, which calls it.
  /// - Precondition: `next` is not nil.
  mutating func take(_ done: CompletedComparison, using streams: inout Streams)
  /// Counts an answer to a trial that was not the strategy's own (a catch or comfort trial), or that was skipped. The
  /// trial must count toward the stop rule and change nothing else, but the strategy draws its next comparison again.
  /// Callers use `update`.
  mutating func pass(_ done: CompletedComparison, using streams: inout Streams)
  /// The estimates, one for each track that has one, in the order of the `StrategyFacts`; empty if the strategy has
  /// none. Peach may read them after any trial.
  var estimates: [Estimate] { get }
  /// The estimates if the track had ended with the last trial. By default they are the same. Peach reads them at
  /// checkpoints.
  var estimatesAtEnd: [Estimate] { get }
  /// Whether the track still runs, and how it ended.
  var status: Status { get }
  /// The number of reversals so far: changes of the direction in which the level moves.
  var reversals: Int { get }
  /// The reason why the strategy cannot continue; `nil` by default. `next` must then be `nil`.
  var fault: String? { get }
}

extension ComparisonStrategy {
  /// The next comparison: by default its level is not limited.
  public var unlimitedNext: Comparison? { next }
  /// `nil`: by default the strategy can always continue.
  public var fault: String? { nil }
  /// The present estimates: by default an end of the track does not change them.
  public var estimatesAtEnd: [Estimate] { estimates }
}

/// The error of a track that cannot continue: the strategy asks for an invalid level, or the strategy or the listener
/// has failed.
public struct StrategyFault: Error, Hashable, CustomStringConvertible {
  /// The number of the trial that could not be presented, from 1.
  public var trial: Int
  /// The failure in words; `nil` if the level is not a finite number.
  public var reason: String?

  /// An error of a trial, counted from 1. Without a reason its level is not a finite number.
  @inlinable
  public init(trial: Int, reason: String? = nil) {
    self.trial = trial
    self.reason = reason
  }

  /// The message: the trial, and the reason in words.
  public var description: String { reason.map { "trial \(trial): \($0)" } ?? "trial \(trial) has no finite level" }
}

extension ComparisonStrategy {
  /// The next comparison, checked; `nil` once the track has stopped.
  ///
  /// - Parameter trials: The number of earlier trials.
  /// - Throws: `StrategyFault` if the level is not a finite number or the strategy cannot continue.
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

  /// Reports an answer to the strategy. Catch, comfort and skipped trials count towards the length of the track, and the
  /// strategy learns nothing from them.
  @inlinable
  @inline(__always)
  public mutating func update(_ done: CompletedComparison, using streams: inout Streams) {
    if done.isPassed { pass(done, using: &streams) } else { take(done, using: &streams) }
  }
}

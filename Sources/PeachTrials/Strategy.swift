/// The reason why a track ended. Its raw value appears in the column `stop_reason`.
public enum StopReason: String, Sendable {
  case trials, reversals, width, entropy, precision, minutes, maximum, floor, ceiling, finished
}

/// The state of a track.
public enum Status: Hashable, Sendable {
  case running
  case finished(StopReason)
  /// The track ran into its lower limit and has no threshold.
  case floor
  /// The track ran into its upper limit and has no threshold.
  case ceiling

  public var stopReason: StopReason? {
    switch self {
    case .running: nil
    case .finished(let reason): reason
    case .floor: .floor
    case .ceiling: .ceiling
    }
  }
}

/// A track's estimate of its listener; unknown values are `nil`.
public struct Estimate: Hashable, Sendable {
  /// The status of an estimate: a threshold, or the reason why there is none. Its raw value appears in the column
  /// `status`.
  public enum Status: String, Sendable {
    case ok, floor, ceiling
    case tooFewReversals = "too-few-reversals"
    // Of strategies that fit a function to their trials, the words of a fit.
    case tooFewLevels = "too-few-levels"
    case allCorrect = "all-correct"
    case oneAnswer = "one-answer"
    case constant, decreasing, step, extrapolated, unreachable
    case thresholdAtBound = "at-bound:threshold"
    case widthAtBound = "at-bound:width"
    case guessAtBound = "at-bound:guess"
    case lapseAtBound = "at-bound:lapse"
    case notConverged = "not-converged"
  }

  /// The name of the track; empty if there is only one.
  public var name: String = ""
  public var status: Status
  /// The threshold in the axis's unit.
  public var threshold: Double?
  /// The ends of the threshold's 95 % interval.
  public var low: Double?
  public var high: Double?
  /// dψ/dx at the threshold; of signed levels at the point of subjective equality.
  public var slope: Double?
  public var guess: Double?
  public var lapse: Double?
  /// Cents; the point of subjective equality is −bias.
  public var bias: Double?
  /// The entropy of the posterior, in nats.
  public var entropy: Double?

  public init(status: Status, threshold: Double?) {
    self.status = status
    self.threshold = threshold
  }

  /// An estimate of one track without a threshold.
  public init(of track: NamedTrack, _ status: Status) {
    self.init(status: status, threshold: nil)
    name = track.name
  }

  /// Whether all stored numbers are finite. Infinity cannot be stored, and NaN would be stored as missing.
  public var isFinite: Bool {
    func isSound(_ value: Double?) -> Bool { value?.isFinite ?? true }
    return isSound(threshold) && isSound(low) && isSound(high) && isSound(slope) && isSound(guess) && isSound(lapse)
      && isSound(bias) && isSound(entropy)
  }
}

/// Chooses the next level from the answers so far: one number on an axis.
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
  /// The level to present, `nil` once the track has stopped. A pure read, however often it is asked; the choice is made
  /// in `init` and `update`.
  var next: Level? { get }
  /// Takes in a response to `presented`, which need not be the level that was asked for.
  /// - Precondition: `next` is not nil.
  mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// Records the response to a trial that was not the strategy's own (catch, comfort), or that was skipped. The trial
  /// counts toward the stop rule and changes nothing else. By default it does not count.
  mutating func pass(_ response: Response)
  /// Learns from a trial that another strategy chose, before its own first trial. By default like `update`.
  /// - Precondition: `next` is not nil.
  mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams)
  /// Called when the strategy that contains this one has ended, so that the estimates are final. By default nothing
  /// changes.
  mutating func close()
  /// One estimate for each track that has one, in the order of the `StrategyFacts`; empty if the strategy has none.
  var estimates: [Estimate] { get }
  /// Whether the track still runs, and how it ended.
  var status: Status { get }
  /// Number of reversals so far.
  var reversals: Int { get }
  /// The reason why the strategy cannot continue; `nil` by default. It then asks for no level.
  var fault: String? { get }
}

extension LevelStrategy {
  public var fault: String? { nil }
  public mutating func pass(_ response: Response) {}
  public mutating func close() {}
  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {
    update(presented, response, using: &streams)
  }
}

/// Chooses the next comparison: note, interval, sign and level. Simulations and sessions use only this protocol.
///
/// Call `ask` for the next comparison, and `tell` or `update` with the answer. They hide what the strategy must not
/// see.
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
  /// The comparison to present, `nil` once the track has stopped. A pure read, however often it is asked.
  var next: Comparison? { get }
  /// `next` at the strategy's own level, even if that cannot sound. By default `next`.
  var unlimitedNext: Comparison? { get }
  /// Takes in the answer to a comparison of its own, as it was presented.
  /// - Precondition: `next` is not nil.
  mutating func take(_ done: CompletedComparison, using streams: inout Streams)
  /// Records an answer to a trial that was not the strategy's own (catch, comfort), or that was skipped. The trial
  /// counts toward the stop rule and changes nothing else; the strategy draws its next comparison again.
  mutating func pass(_ done: CompletedComparison, using streams: inout Streams)
  var estimates: [Estimate] { get }
  /// The estimates if the track had ended with the last trial. By default they are the same.
  var estimatesAtEnd: [Estimate] { get }
  var status: Status { get }
  var reversals: Int { get }
  /// The reason why the strategy cannot continue; `nil` by default. It then asks for no comparison.
  var fault: String? { get }
}

extension ComparisonStrategy {
  public var unlimitedNext: Comparison? { next }
  public var fault: String? { nil }
  public var estimatesAtEnd: [Estimate] { estimates }
}

/// The track cannot continue: the strategy asks for an invalid level, or the strategy or the listener has failed.
public struct StrategyFault: Error, Hashable, CustomStringConvertible {
  /// The number of the invalid trial, from 1.
  public var trial: Int
  /// The failure in words; `nil` if the level is not a finite number.
  public var reason: String?

  @inlinable
  public init(trial: Int, reason: String? = nil) {
    self.trial = trial
    self.reason = reason
  }

  public var description: String { reason.map { "trial \(trial): \($0)" } ?? "trial \(trial) has no finite level" }
}

extension ComparisonStrategy {
  /// The next comparison, checked; `nil` once the track has stopped.
  ///
  /// - Parameter trials: The number of earlier trials.
  /// - Throws: An error if the level is not a finite number or the strategy cannot continue.
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

  /// Reports an answer. Catch, comfort and skipped trials teach a strategy nothing, whoever inserted them.
  @inlinable
  @inline(__always)
  public mutating func update(_ done: CompletedComparison, using streams: inout Streams) {
    if done.isPassed { pass(done, using: &streams) } else { take(done, using: &streams) }
  }
}

/// A listener's answer to a comparison, with its time.
public struct Answer: Hashable, Sendable {
  /// Whether the answer is "higher"; in other tasks, whether it is positive (correct, yes).
  public var isHigher: Bool
  /// Response time from target onset; 0 if the model has none, NaN if the listener cannot answer.
  public var seconds: Double

  @inlinable
  public init(isHigher: Bool, seconds: Double = 0) {
    self.isHigher = isHigher
    self.seconds = seconds
  }
}

/// A simulated listener who answers comparisons. It is a value and draws from a random stream of its own.
///
/// ```swift
/// struct Coin: Listener {
///   var lapse: Double { 0 }
///
///   func probability(of comparison: Comparison) -> Double { 0.5 }
///
///   func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
///     Answer(isHigher: random.unit() < 0.5)
///   }
/// }
/// ```
public protocol Listener: Sendable {
  /// Answers a trial. The listener may remember it, because trials come in order. Every trial draws the same number
  /// of values, whatever the level and the outcome, so that all strategies meet the same listener draw by draw.
  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer
  /// The probability that the next answer is "higher", or positive. Before the first trial it is the truth of a
  /// simulation.
  func probability(of comparison: Comparison) -> Double
  /// Whether `probability` holds only for the next trial, given the trials so far, as in a listener who learns,
  /// remembers or drifts. `false` by default: the probability is the same on every trial.
  var isConditional: Bool { get }
  /// Whether the level at which the listener reaches a target is known; `true` by default. If it is unknown, as for a
  /// program, Peach looks for no truth, and estimates have no errors.
  var hasKnownTruth: Bool { get }
  /// A simulation that finds the truth; `nil` by default.
  var truthSimulation: TruthSimulation? { get }
  /// λ: the distance from 1 of the upper asymptote of accuracy.
  var lapse: Double { get }
  /// The listener of one run, drawn from a population; `nil` by default, for a single listener. It draws the
  /// same number of values for every member.
  func member(using random: inout RandomStream) -> (any Listener)?
  /// Whether the `loudness` of a comparison affects the answers; `false` by default.
  var hearsLoudness: Bool { get }
  /// A copy that hears the composed sounds of one run, trial after trial. By default it is the listener itself, who
  /// hears none.
  func hearing(_ sounds: RunSounds) -> any Listener
  /// Whether `probability` is the same at every reference note and interval, so that one note stands for all of them.
  /// By default `false`: every note is then evaluated.
  var isSameOnAllNotes: Bool { get }
  /// The reason why the listener can no longer answer; `nil` if it can, which is the default. Answers then take NaN
  /// seconds.
  var fault: String? { get }
  /// Lets a copy of this listener answer one track. Keep the default implementation: it is a requirement only so that
  /// the loop is compiled for each type of listener.
  func sit(
    _ strategy: StrategyFactory, using streams: inout Streams, random: inout RandomStream, log: inout TrackLog
  ) -> PlayedTrack
}

extension Listener {
  public var isConditional: Bool { false }
  public var hasKnownTruth: Bool { true }
  public var truthSimulation: TruthSimulation? { nil }
  public var fault: String? { nil }
  public var hearsLoudness: Bool { false }
  public func hearing(_ sounds: RunSounds) -> any Listener { self }
  public var isSameOnAllNotes: Bool { false }
  public func member(using random: inout RandomStream) -> (any Listener)? { nil }

  @inlinable
  public func sit(
    _ strategy: StrategyFactory, using streams: inout Streams, random: inout RandomStream, log: inout TrackLog
  ) -> PlayedTrack {
    var listener = self
    var played = strategy.play(using: &streams, log: &log) { listener.answer($0, using: &random) }
    if let fault = listener.fault { played.failure = "trial \(log.trials.count + 1): \(fault)" }
    return played
  }
}

/// A simulation that finds the truth of a listener without a formula, from its answers to a range of levels.
///
/// ```swift
/// let simulation = TruthSimulation(listener: listener, levels: 1...200, trials: 10_000)
/// ```
public struct TruthSimulation: Sendable {
  /// The listener who answers, before the first trial.
  public var listener: any Listener
  /// The range of levels, in the unit of the task.
  public var levels: ClosedRange<Double>
  public var trials: Int

  public init(listener: any Listener, levels: ClosedRange<Double>, trials: Int) {
    (self.listener, self.levels, self.trials) = (listener, levels, trials)
  }
}

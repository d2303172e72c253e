/// A listener's answer to a comparison, with its time.
public struct Answer: Hashable, Sendable {
  /// "Higher"; in other tasks a positive response (correct, yes).
  public var isHigher: Bool
  /// Response time from target onset; 0 if the model has none, NaN if the listener cannot answer.
  public var seconds: Double

  @inlinable
  public init(isHigher: Bool, seconds: Double = 0) {
    self.isHigher = isHigher
    self.seconds = seconds
  }
}

/// A simulated listener who answers comparisons: a value with its own random stream.
public protocol Listener: Sendable {
  /// Answers a trial and may remember it: trials come in order. Draws the same number of values on every trial, whatever
  /// the level and the outcome, so that strategies meet the same listener draw by draw.
  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer
  /// The probability that the next answer is "higher", or positive. That of a listener who has heard nothing yet is the
  /// truth of a simulation.
  func probability(of comparison: Comparison) -> Double
  /// Whether `probability` holds for the next trial alone, given those so far, as of a listener who learns, remembers or
  /// drifts. False by default: it is then the same on every trial.
  var isConditional: Bool { get }
  /// Whether it is known at which level it reaches a target. Where nobody knows, as of a program, `probability` stands in,
  /// no truth is looked for and estimates have no errors. By default it is known.
  var hasKnownTruth: Bool { get }
  /// How to find the truth by simulation; `nil` by default.
  var truthSimulation: TruthSimulation? { get }
  /// λ: the distance from 1 of the upper asymptote of accuracy.
  var lapse: Double { get }
  /// The listener of one run, drawn from a population; `nil` by default, for a single listener. It draws the
  /// same number of values for every member.
  func member(using random: inout RandomStream) -> (any Listener)?
  /// Whether the `loudness` of a comparison matters to it. By default not.
  var hearsLoudness: Bool { get }
  /// A copy that hears the composed sounds of one run, trial after trial. By default the listener itself, who hears none.
  func hearing(_ sounds: RunSounds) -> any Listener
  /// Whether `probability` is the same at every reference note and interval, so that one note stands for all of them.
  /// By default `false`: every note is then evaluated.
  var isSameOnAllNotes: Bool { get }
  /// Why it cannot answer, where that is an error, in words; all its answers take NaN seconds then. By default nil.
  var fault: String? { get }
  /// Sits a copy of this listener down to one track, which it answers as `answer` does. Leave it to the default: a requirement
  /// so that the loop is compiled for every listener's own type.
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

/// A listener's answer to a trial, with the response time. It serves every task with a strategy.
public struct Answer: Hashable, Sendable {
  /// Whether the answer is "higher" in a comparison, "yes" in yes/no, or correct in a choice.
  public var isHigher: Bool
  /// Response time in seconds from the onset of the last note or interval, which in a comparison is the target; 0 if
  /// the model has none. NaN means that the listener can no longer answer: the track then fails, and all later answers
  /// must be NaN too. Then also state a reason in `Listener.fault`, because a session reads only that.
  public var seconds: Double

  /// An answer with its response time in seconds; 0, the default, if the model has none.
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
///   // Half of the answers are wrong at any level, so the upper asymptote lies 0.5 below 1.
///   var lapse: Double { 0.5 }
///
///   func probability(of comparison: Comparison) -> Double { 0.5 }
///
///   func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
///     Answer(isHigher: random.unit() < 0.5)
///   }
/// }
/// ```
public protocol Listener: Sendable {
  /// Answers a trial. Peach calls it once for each trial, in order, so the listener may remember earlier trials.
  /// Every trial must draw the same number of values from `random`, whatever the level and the outcome, so that all
  /// strategies meet the same listener draw by draw.
  mutating func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer
  /// Returns the probability (0…1) that the next answer is "higher" in a comparison, "yes" in yes/no, or correct in a
  /// choice. Peach computes the true threshold from it before the first trial, also at levels far beyond those of a
  /// track. If the truth is unknown (see `hasKnownTruth`), return any probability, such as 0.5.
  func probability(of comparison: Comparison) -> Double
  /// Whether `probability` holds only for the next trial, given the trials so far, as in a listener who learns,
  /// remembers or drifts. `false` by default: the probability is the same on every trial. Only `checkListener` reads
  /// it, and then compares each answer with the probability before that trial.
  var isConditional: Bool { get }
  /// Whether `probability` gives the level at which the listener reaches a target; `true` by default. If it is `false`,
  /// as for a program, and `truthSimulation` finds no truth, Peach computes no truth, and estimates have no errors.
  var hasKnownTruth: Bool { get }
  /// A simulation that finds the truth if no formula states it. `nil` by default: Peach then uses `probability`, or no
  /// truth if `hasKnownTruth` is `false`. The same holds if the simulated answers show no threshold.
  var truthSimulation: TruthSimulation? { get }
  /// The lapse rate λ, in 0..<1: the distance from 1 of the upper asymptote of accuracy. In a comparison, a listener
  /// who answers a share ℓ of the trials at random has λ = ℓ/2.
  var lapse: Double { get }
  /// Returns the listener of one run, drawn from a population; `nil` by default, for a single listener. Peach calls
  /// it before each run. It must draw the same number of values for every member.
  func member(using random: inout RandomStream) -> (any Listener)?
  /// Whether the `loudness` of a comparison affects the answers; `false` by default. If `true`, and the task varies
  /// loudness, Peach sets a loudness on every trial that the listener answers. It is `nil` in a task that does not, and
  /// in calls of `probability`, which then returns the mean over all loudnesses.
  var hearsLoudness: Bool { get }
  /// Returns a copy that hears the composed sounds of one run, trial after trial. Peach calls it before each run. By
  /// default it returns the listener itself, who hears none.
  func hearing(_ sounds: RunSounds) -> any Listener
  /// Whether `probability` is the same at every reference note and interval, so that one note stands for all of them.
  /// It may depend on `order`. `false` by default: Peach then evaluates every note and interval.
  var isSameOnAllNotes: Bool { get }
  /// The reason why the listener can no longer answer, in words; `nil` if it can, which is the default. The reason
  /// becomes the failure of the track, and ends a session with an error. Peach reads it after a track, and in a session
  /// after each answer. A listener with a fault returns only answers with NaN seconds.
  var fault: String? { get }
  /// Plays one track of `strategy` with a copy of this listener, and returns its result; `log` receives the trials.
  /// `streams` are those of the strategy, and `random` is the listener's own. Keep the default implementation: it is a
  /// requirement only so that the loop is compiled for each type of listener.
  func sit(
    _ strategy: StrategyFactory, using streams: inout Streams, random: inout RandomStream, log: inout TrackLog
  ) -> PlayedTrack
}

extension Listener {
  /// `false`: by default the probability is the same on every trial.
  public var isConditional: Bool { false }
  /// `true`: by default the truth follows from `probability`.
  public var hasKnownTruth: Bool { true }
  /// `nil`: by default the truth follows from `probability`.
  public var truthSimulation: TruthSimulation? { nil }
  /// `nil`: by default the listener can always answer.
  public var fault: String? { nil }
  /// `false`: by default loudness does not matter.
  public var hearsLoudness: Bool { false }
  /// Returns the listener itself, who hears no composed sounds.
  public func hearing(_ sounds: RunSounds) -> any Listener { self }
  /// `false`: by default Peach evaluates every note and interval.
  public var isSameOnAllNotes: Bool { false }
  /// Returns `nil`: by default there is a single listener.
  public func member(using random: inout RandomStream) -> (any Listener)? { nil }

  /// Plays a track with a copy of this listener, answer by answer. If the listener then has a `fault`, the failure of
  /// the track is that reason with the number of the trial.
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

/// A simulation that finds the truth of a listener without a formula, from its answers to a range of levels. Peach fits
/// a smooth function to the answers. The truth is unknown outside the levels.
///
/// ```swift
/// let simulation = TruthSimulation(listener: listener, levels: 1...200, trials: 10_000)
/// ```
public struct TruthSimulation: Sendable {
  /// The listener who answers, as it is before its first trial.
  public var listener: any Listener
  /// The range of levels at which the listener answers, in the unit of the task; above 0 on a log axis. The two
  /// ends must differ. At the lowest level most answers should be guesses, and at the highest most should be correct.
  public var levels: ClosedRange<Double>
  /// The number of trials, spread evenly over 20 levels; in yes/no a fifth of them present noise instead. Files state
  /// at least 200. More trials make the truth more precise.
  public var trials: Int

  /// A simulation of a listener by a number of trials (above 0) at levels in the unit of the task.
  public init(listener: any Listener, levels: ClosedRange<Double>, trials: Int) {
    (self.listener, self.levels, self.trials) = (listener, levels, trials)
  }
}

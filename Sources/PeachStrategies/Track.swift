import PeachSupport
public import PeachTrials

/// The settings that all adaptive tracks share. `TrackSettings.read` reads them from a file.
public struct TrackSettings: Hashable, Sendable {
  /// The level from which a step starts. The raw value is the word for `step-from` in experiment files.
  public enum StepFrom: String, CaseIterable, Sendable {
    /// The level that was presented.
    case presented
    /// The level that the strategy asked for.
    case recommended
  }

  /// The level of the first trial, in the axis's unit.
  public var start: Double
  /// The lowest level, in the axis's unit; −infinity if there is no limit.
  public var lowest = -Double.infinity
  /// The highest level, in the axis's unit; infinity if there is no limit.
  public var highest = Double.infinity
  /// The rule that ends the track.
  public var stop: StopRule
  /// The assumed duration of a trial, for stop rules in minutes; usually the task's `pace`.
  public var pace: TrialTask.Pace
  /// The estimator of the threshold; `nil` for strategies without an estimate of their own.
  public var estimator: Estimator?
  /// The number of successive trials at a limit that end the track with status `floor` or `ceiling`; `nil`, the
  /// default of this type, for never. A trial counts if the rule would have gone beyond the limit.
  public var atLimit: Int?
  /// The level from which a step starts.
  public var stepFrom: StepFrom = .presented
  /// The range in which the track can find a threshold; `nil` if it has no limits.
  var reach: SearchRange?
  /// The range of levels without limits: far beyond any axis in use, and safe for arithmetic.
  var rails = -1e100...1e100

  /// Settings without limits and without an estimator. The start is in the axis's unit.
  public init(start: Double, stop: StopRule, pace: TrialTask.Pace) {
    self.start = start
    self.stop = stop
    self.pace = pace
  }

  func clamped(_ level: Double) -> Double { min(max(level, lowest), highest) }
}

/// The bookkeeping of one track: levels, limits, reversals, stopping, and the estimate. The rule that moves the level
/// belongs to the strategy, which calls `move` and then `finishTrial` after each response.
public struct Track: Sendable {
  /// The direction in which the level moves; down makes the task harder.
  public enum Direction: Int8, Sendable {
    /// To a lower level.
    case down = -1
    /// To a higher level.
    case up = 1
  }

  // Not all of its settings: tracks are made and copied by the million, and lists and texts with them.
  private let lowest: Double
  private let highest: Double
  private let rails: ClosedRange<Double>
  private let atLimit: Int?
  private let stepFrom: TrackSettings.StepFrom
  /// The level to present next, in the axis's unit and inside the limits.
  public private(set) var level: Double
  private var course: Course
  /// The number of reversals so far: changes of the direction in which the level moves.
  public private(set) var reversals = 0
  /// Whether it has an estimate of its own.
  private let hasEstimate: Bool
  private var tally: EstimatorTally
  private var direction: Direction?
  private var trialsAtLimit = 0
  private let keepsLevels: Bool
  private let hasLimits: Bool
  /// Whether the trials are another strategy's: they move the level and end nothing but by a stop of its own.
  var isLearning = false

  /// Starts a track at the start level of the settings.
  public init(_ settings: TrackSettings) {
    lowest = settings.lowest
    highest = settings.highest
    rails = settings.rails
    atLimit = settings.atLimit
    stepFrom = settings.stepFrom
    level = settings.start
    course = Course(settings.stop, pace: settings.pace)
    keepsLevels = settings.estimator?.needsLevels ?? false
    hasEstimate = settings.estimator != nil
    // One that keeps nothing where there is none.
    tally = EstimatorTally(settings.estimator ?? .next)
    hasLimits = settings.lowest > -.infinity || settings.highest < .infinity
  }

  /// The number of trials so far, including catch, comfort and skipped ones.
  public var trials: Int { course.trials }
  /// Whether the track still runs, and how it ended.
  public var status: Status { course.status }
  /// Whether the track asks for more trials.
  public var isRunning: Bool { course.isRunning }

  /// The level to present next; `nil` once the track has stopped.
  public var next: Level? { isRunning ? Level(level) : nil }

  /// The level that a step starts from, in the axis's unit: the presented one, or with `step-from: recommended` the
  /// one that the strategy asked for. If the recommended level could not sound, this is the presented one.
  public func base(_ presented: Level) -> Double {
    stepFrom == .presented || presented.end != .none ? presented.value : level
  }

  /// Records that the rule moves the level after a response at `presented`. A change of direction is a reversal at
  /// the level whose response caused it. Call it before `finishTrial`, and not if the level stays.
  @inline(__always)
  public mutating func move(_ new: Direction, at presented: Level) {
    if let direction, direction != new {
      reversals += 1
      tally.addReversal(presented.value)
    }
    direction = new
  }

  /// Records that the size of the step has changed. Earlier reversals no longer count for an estimate from reversals.
  public mutating func stepChanged() { tally.stepChanged() }

  /// Ends the trial: counts it, sets the next level, and asks the stop rule. Call it once for each trial.
  ///
  /// - Parameter proposed: The level that the rule would choose without limits, in the axis's unit.
  @inline(__always)
  public mutating func finishTrial(_ presented: Level, _ response: Response, proposed: Double) {
    if keepsLevels { tally.addLevel(presented.value) }
    level = min(max(proposed, rails.lowerBound), rails.upperBound)
    if hasLimits || presented.end != .none { applyLimits(presented, proposed) }
    course.count(response, reversals: reversals)
  }

  /// Counts a trial that was not the track's own, such as a catch trial. The level stays.
  public mutating func pass(_ response: Response) { course.count(response, reversals: reversals) }

  /// Keeps the level inside the limits, and ends the track when it leans on one.
  private mutating func applyLimits(_ presented: Level, _ proposed: Double) {
    // What can sound ends where the trial was presented, if it was presented at an end.
    let low = presented.end == .lowest ? max(presented.value, lowest) : lowest
    let high = presented.end == .highest ? min(presented.value, highest) : highest
    countLimit(presented.value, proposed, in: (low, high))
    level = min(max(proposed, lowest), highest)
    if let atLimit, trialsAtLimit >= atLimit {
      course.end(proposed <= low ? .floor : .ceiling)
    }
  }

  /// Ends the track by the strategy's own rule, with the stop reason `finished`. It does nothing if the track has
  /// ended, or if it learns from another strategy's trials.
  public mutating func finish() { if !isLearning { course.end(.finished(.finished)) } }

  /// A trial at a limit counts only if the rule would have gone beyond; one that leaves the limit ends the count.
  private mutating func countLimit(_ presented: Double, _ proposed: Double, in limits: (low: Double, high: Double)) {
    if isLearning { return }
    let isBelow = presented <= limits.low && proposed < min(presented, limits.low)
    let isAbove = presented >= limits.high && proposed > max(presented, limits.high)
    let isAtLimit = presented <= limits.low || presented >= limits.high
    if isBelow || isAbove {
      trialsAtLimit += 1
    } else if !isAtLimit || proposed != presented {
      trialsAtLimit = 0
    }
  }

  /// The estimate of the threshold; empty without an estimator. The status is `floor` or `ceiling` if the track ended
  /// there, and `too-few-reversals` if there are too few levels for the estimator.
  public var estimates: [Estimate] {
    guard hasEstimate else { return [] }
    switch status {
    case .floor: return [Estimate(status: .floor, threshold: nil)]
    case .ceiling: return [Estimate(status: .ceiling, threshold: nil)]
    case .running, .finished:
      let threshold = tally.threshold(next: level)
      return [Estimate(status: threshold == nil ? .tooFewReversals : .ok, threshold: threshold)]
    }
  }
}

/// A level strategy whose bookkeeping is a `Track`.
///
/// ```swift
/// struct HalfOrDouble: TrackedStrategy {
///   var track: Track
///
///   mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
///     track.move(response.isPositive ? .down : .up, at: presented)
///     let base = track.base(presented)
///     track.finishTrial(presented, response, proposed: response.isPositive ? base / 2 : base * 2)
///   }
/// }
/// ```
public protocol TrackedStrategy: LevelStrategy {
  /// The bookkeeping of the strategy's only track. Peach reads level, estimates, status and reversals from it.
  var track: Track { get set }
}

extension TrackedStrategy {
  /// Counts the trial in `track`; the level stays.
  public mutating func pass(_ response: Response) { track.pass(response) }

  /// Learns by `update` from a trial of another strategy. The trial moves the level; it does not count at a limit.
  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.isLearning = true
    update(presented, response, using: &streams)
    track.isLearning = false
  }
  /// The next level of `track`.
  public var next: Level? { track.next }
  /// The estimates of `track` from its trials so far: one, or one for each named track.
  public var estimates: [Estimate] { track.estimates }
  /// The status of `track`.
  public var status: Status { track.status }
  /// The number of reversals of `track`.
  public var reversals: Int { track.reversals }
}

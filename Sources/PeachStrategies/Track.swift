import PeachSupport
public import PeachTrials

/// The settings of a `Track` that do not belong to one rule, for staircases and step procedures: start, limits, stop
/// rule, estimator, and where a step starts. Posterior procedures such as QUEST have settings of their own.
/// `TrackSettings.read` reads them from a file.
public struct TrackSettings: Hashable, Sendable {
  /// The level from which a step starts. The two cases differ if a trial is presented at another level than the
  /// strategy asked for, such as a trial of an earlier part of a `sequence`. The raw value is the word for `step-from`
  /// in experiment files.
  public enum StepFrom: String, CaseIterable, Sendable {
    /// The level that was presented.
    case presented
    /// The level that the strategy asked for.
    case recommended
  }

  /// The level of the first trial, in the axis's unit. `TrackSettings.read` keeps it inside the limits; `Track` does
  /// not check it.
  public var start: Double
  /// The lowest level, in the axis's unit; −infinity if there is no limit.
  public var lowest = -Double.infinity
  /// The highest level, in the axis's unit; infinity if there is no limit.
  public var highest = Double.infinity
  /// The rule that ends the track.
  public var stop: StopRule
  /// The assumed duration of a trial, for stop rules in minutes; usually the task's `pace`.
  public var pace: TrialTask.Pace
  /// The estimator of the threshold. If it is `nil`, the track has no estimate of its own.
  public var estimator: Estimator?
  /// The number of trials in a row at a limit that end the track with status `floor` or `ceiling`. If it is `nil`, the
  /// default of this type, no limit ends the track; the default in files is 8. A trial counts if the rule would have
  /// gone beyond the limit, which can also be the lowest or highest level that can sound.
  public var atLimit: Int?
  /// The level from which a step starts: the presented one, by default, or the one that the strategy asked for. They
  /// differ after a trial that this strategy did not choose, such as one of an earlier part of a `sequence`. A trial at an
  /// end of what can sound always counts as presented. `Track.base` applies it.
  public var stepFrom: StepFrom = .presented
  /// The range in which the track can find a threshold; `nil` if it has no limits.
  var reach: SearchRange?
  /// The range of levels without limits: far beyond any axis in use, and safe for arithmetic.
  var rails = -1e100...1e100

  /// Settings without limits and without an estimator. The start is in the axis's unit. `pace` is usually the task's
  /// `pace`.
  public init(start: Double, stop: StopRule, pace: TrialTask.Pace) {
    self.start = start
    self.stop = stop
    self.pace = pace
  }

  func clamped(_ level: Double) -> Double { min(max(level, lowest), highest) }
}

/// The bookkeeping of one track: levels, limits, reversals, stopping, and the estimate. The rule that moves the level
/// belongs to the strategy. After each response it calls `move`, if the level moves, and then `finishTrial`.
public struct Track: Sendable {
  /// The direction in which the level moves: to a lower or to a higher value. On an unsigned axis, lower levels are
  /// harder. The raw value is −1 or 1.
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
  /// The level to present next, in the axis's unit. It is inside the limits if the start is. After the end of the track
  /// it is the level that would have come next.
  public private(set) var level: Double
  private var course: Course
  /// The number of reversals so far: calls of `move` with another direction than the call before.
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

  /// Starts a track at the start level of the settings, even if that lies outside their limits.
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

  /// The number of trials so far: the calls of `finishTrial` and `pass`. It includes catch, comfort and skipped trials,
  /// except in a part of another strategy.
  public var trials: Int { course.trials }
  /// Whether the track still runs, and how it ended.
  public var status: Status { course.status }
  /// Whether the track asks for more trials.
  public var isRunning: Bool { course.isRunning }

  /// The level to present next; `nil` once the track has stopped.
  public var next: Level? { isRunning ? Level(level) : nil }

  /// The level that a step starts from, in the axis's unit: the presented one, or with `step-from: recommended` the
  /// one that the strategy asked for. A level presented at an end of what can sound is always the base.
  ///
  /// - Parameter presented: The presented level, as `update` receives it.
  public func base(_ presented: Level) -> Double {
    stepFrom == .presented || presented.end != .none ? presented.value : level
  }

  /// Records the direction in which the rule moves the level after the response at `presented`. Another direction than in
  /// the call before is a reversal, at the level `presented`. Call it before `finishTrial`, which sets the next level, and
  /// also if a limit then keeps the level where it is; but not if the rule leaves the level unchanged.
  @inline(__always)
  public mutating func move(_ new: Direction, at presented: Level) {
    if let direction, direction != new {
      reversals += 1
      tally.addReversal(presented.value)
    }
    direction = new
  }

  /// Records that the size of the step has changed. Call it after `move` and before `finishTrial`. The reversals so far
  /// then no longer count for an estimate from reversals, except among the first ones that the estimator skips. The
  /// number `reversals` does not change.
  public mutating func stepChanged() { tally.stepChanged() }

  /// Ends the trial: counts it, sets the next level inside the limits, and ends the track if the stop rule holds or
  /// the level has stayed at a limit for `TrackSettings.atLimit` trials. Call it once for each trial, with the
  /// presented level and the response that `update` receives.
  ///
  /// - Parameter proposed: The level that the rule would choose without limits, in the axis's unit. If the rule does
  ///   not move the level, pass `base`. NaN makes the track fail.
  @inline(__always)
  public mutating func finishTrial(_ presented: Level, _ response: Response, proposed: Double) {
    if keepsLevels { tally.addLevel(presented.value) }
    level = min(max(proposed, rails.lowerBound), rails.upperBound)
    if hasLimits || presented.end != .none { applyLimits(presented, proposed) }
    course.count(response, reversals: reversals)
  }

  /// Counts a catch, comfort or skipped trial toward the stop rule. Level, reversals and estimate do not change.
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

  /// The estimate of the threshold from the trials so far, as a list of one; empty without an estimator. Its status is
  /// `ok` if it has a threshold, `floor` or `ceiling` if the track ended there, and `too-few-reversals` if there are
  /// too few levels or reversals for the estimator.
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

/// A level strategy whose bookkeeping is a `Track`. A type that conforms needs only `track` and `update`.
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
  /// Counts a catch, comfort or skipped trial in `track`, toward its stop rule. The level stays.
  public mutating func pass(_ response: Response) { track.pass(response) }

  /// Learns from a trial of another strategy: calls `update`. The trial moves the level and counts toward the stop rule
  /// of `track`, but it does not count as a trial at a limit.
  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.isLearning = true
    update(presented, response, using: &streams)
    track.isLearning = false
  }
  /// The next level of `track`; `nil` once it has stopped.
  public var next: Level? { track.next }
  /// The estimate of `track` from its trials so far, as a list of one; empty if it has no estimator.
  public var estimates: [Estimate] { track.estimates }
  /// The status of `track`.
  public var status: Status { track.status }
  /// The number of reversals of `track`.
  public var reversals: Int { track.reversals }
}

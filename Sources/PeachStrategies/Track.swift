import PeachSupport
public import PeachTrials

/// The settings that all tracks share.
public struct TrackSettings: Hashable, Sendable {
  public enum StepFrom: String, CaseIterable, Sendable {
    case presented, recommended
  }

  public var start: Double
  /// The range of the levels; ±infinity if there is no limit.
  public var lowest = -Double.infinity
  public var highest = Double.infinity
  public var stop: StopRule
  /// The duration of a trial.
  public var pace: TrialTask.Pace
  /// The estimator of the threshold; `nil` for strategies without an estimate of their own.
  public var estimator: Estimator?
  /// Successive trials at a limit that end the track; `nil` = never.
  public var atLimit: Int?
  public var stepFrom: StepFrom = .presented
  /// The range in which the track can find a threshold; `nil` if it has no limits.
  var reach: SearchRange?
  /// The range of levels without limits: far beyond any axis in use, and safe for arithmetic.
  var rails = -1e100...1e100

  public init(start: Double, stop: StopRule, pace: TrialTask.Pace) {
    self.start = start
    self.stop = stop
    self.pace = pace
  }

  func clamped(_ level: Double) -> Double { min(max(level, lowest), highest) }
}

/// The bookkeeping of one track: levels, limits, reversals, stopping, and the estimate. The rule that moves the level
/// belongs to the strategy.
public struct Track: Sendable {
  /// The direction in which the level moves; down makes the task harder.
  public enum Direction: Int8, Sendable {
    case down = -1
    case up = 1
  }

  // Not all of its settings: tracks are made and copied by the million, and lists and texts with them.
  private let lowest: Double
  private let highest: Double
  private let rails: ClosedRange<Double>
  private let atLimit: Int?
  private let stepFrom: TrackSettings.StepFrom
  /// The level to present next.
  public private(set) var level: Double
  private var course: Course
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

  public var trials: Int { course.trials }
  public var status: Status { course.status }
  public var isRunning: Bool { course.isRunning }

  public var next: Level? { isRunning ? Level(level) : nil }

  /// The level that a step starts from. If the recommended level could not sound, this is the presented one.
  public func base(_ presented: Level) -> Double {
    stepFrom == .presented || presented.end != .none ? presented.value : level
  }

  /// Records that the rule moves the level after a response at `presented`. A change of direction is a reversal at
  /// the level whose response caused it.
  @inline(__always)
  public mutating func move(_ new: Direction, at presented: Level) {
    if let direction, direction != new {
      reversals += 1
      tally.addReversal(presented.value)
    }
    direction = new
  }

  /// Records that the step has changed: earlier reversals no longer count for the estimate.
  public mutating func stepChanged() { tally.stepChanged() }

  /// Ends the trial. `proposed` is the level that the rule would choose without limits.
  @inline(__always)
  public mutating func finishTrial(_ presented: Level, _ response: Response, proposed: Double) {
    if keepsLevels { tally.addLevel(presented.value) }
    level = min(max(proposed, rails.lowerBound), rails.upperBound)
    if hasLimits || presented.end != .none { applyLimits(presented, proposed) }
    course.count(response, reversals: reversals)
  }

  /// Counts a trial that was not the track's own.
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

  /// Ends the track by its own rule.
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
  /// The bookkeeping of the strategy's only track.
  var track: Track { get set }
}

extension TrackedStrategy {
  public mutating func pass(_ response: Response) { track.pass(response) }

  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {
    track.isLearning = true
    update(presented, response, using: &streams)
    track.isLearning = false
  }
  public var next: Level? { track.next }
  public var estimates: [Estimate] { track.estimates }
  public var status: Status { track.status }
  public var reversals: Int { track.reversals }
}

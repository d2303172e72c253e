public import Configuration
public import Trials

/// The same level on every trial; only notes, intervals and signs are drawn.
///
/// Source: none; this is a control without adaptation.
public struct RandomLevel: DeclaredLevelStrategy {
  public static let kind = "random"
  public static let family = StrategyFamily.classical
  public static let summary = "random notes at one fixed level"
  public static let noun = "a strategy with one fixed level"
  public static let rule =
    "Every trial has the same level. Only the notes, the intervals and the signs are drawn at random."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    "Every trial had the same level. Only the notes, the intervals and the signs were drawn at random."
  }

  public static let use =
    "Use it as a control, to practise at a fixed difficulty, or to measure the proportion correct at one level."
  public static let source = "none: the control that adapts nothing"
  public static let convergence = "none: the level is fixed"
  public static let example = "level: 20"
  public static let exampleNote =
    "Every level is 20 cents, whatever the answer; only the notes change from trial to trial. There is no "
    + "estimate. The result is the proportion of correct answers, here 11 of 14."

  public struct Settings: Sendable {
    public var level: Double
    public var stop: StopRule
    public var pace: TrialTask.Pace
  }

  private let level: Double
  private var course: Course
  public let reversals = 0

  public static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    let level = reader.number(
      "level", unit: axis.unit, in: TrackSettings.levelBounds(axis), "The level of every trial")
    SoundAdvice(reader, in: context.task).check([level], at: "level")
    return Settings(level: level, stop: TrackSettings.readStop(reader, in: context), pace: context.task.pace)
  }

  public static func facts(of settings: Settings) -> StrategyFacts { StrategyFacts(target: nil, hasEstimate: false) }

  public init(_ settings: Settings, using streams: inout Streams) {
    level = settings.level
    course = Course(settings.stop, pace: settings.pace)
  }

  public var next: Level? { course.isRunning ? Level(level) : nil }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    course.count(response)
  }

  public mutating func pass(_ response: Response) { course.count(response) }
  /// Answers change nothing.
  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {}

  public var status: Status { course.status }
  public var estimates: [Estimate] { [] }
}

package import PeachSupport
package import PeachTrials

/// The same level on every trial; only notes, intervals and signs are drawn.
///
/// Source: none; this is a control without adaptation.
package struct RandomLevel: DeclaredLevelStrategy {
  package static let kind = "random"
  package static let family = StrategyFamily.classical
  package static let summary = "random notes at one fixed level"
  package static let noun = "a control with one fixed level"
  package static let rule =
    "Every trial has the same level. Only the notes, the intervals and the signs are drawn at random."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "The level did not depend on the answers."
  }

  package static let use =
    "Use it as a control, to practise at a fixed difficulty, or to measure the proportion correct at one level."
  package static let source = "none: a control condition without adaptation"
  package static let convergence =
    "none: every trial has the same level, whatever the answers; only notes, intervals and signs are random"
  package static let example = "level: 20"
  package static let exampleNote =
    "Every level is 20 cents, whatever the answer; only the notes change from trial to trial. There is no "
    + "estimate. The result is the proportion of correct answers, here 11 of 14."

  package struct Settings: Sendable {
    package var level: Double
    package var stop: StopRule
    package var pace: TrialTask.Pace
  }

  private let level: Double
  private var course: Course
  package let reversals = 0

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    let level = reader.number(
      "level", unit: axis.unit, in: TrackSettings.levelBounds(axis), "The level of every trial")
    SoundAdvice(reader, in: context.task).check([level], at: "level")
    return Settings(level: level, stop: TrackSettings.readStop(reader, in: context), pace: context.task.pace)
  }

  package static func facts(of settings: Settings) -> StrategyFacts { StrategyFacts(target: nil, hasEstimate: false) }

  package init(_ settings: Settings, using streams: inout Streams) {
    level = settings.level
    course = Course(settings.stop, pace: settings.pace)
  }

  package var next: Level? { course.isRunning ? Level(level) : nil }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    course.count(response)
  }

  package mutating func pass(_ response: Response) { course.count(response) }
  /// Answers change nothing.
  package mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {}

  package var status: Status { course.status }
  package var estimates: [Estimate] { [] }
}

public import Configuration
public import Trials

/// The same level on every trial; only notes, intervals and signs are drawn.
///
/// Source: none; it is the control that adapts nothing.
public struct RandomLevel: DeclaredLevelStrategy {
  public static let kind = "random"
  public static let summary = "random notes at one fixed level"
  public static let source = "none: the control that adapts nothing"
  public static let convergence = "none: the level is fixed"
  public static let example = "level: 20"

  public struct Settings: Sendable {
    public var level: Double
    public var stop: StopRule
  }

  private let settings: Settings
  private var trials = 0
  public private(set) var status = Status.running
  public let reversals = 0

  public static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    let level = reader.number(
      "level", unit: axis.unit, in: TrackSettings.levelBounds(axis), "The level of every trial")
    return Settings(level: level, stop: TrackSettings.readStop(reader, in: context))
  }

  public init(_ settings: Settings, using streams: inout Streams) { self.settings = settings }

  public var next: Level? { status == .running ? Level(settings.level) : nil }

  public mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    trials += 1
    if let reason = settings.stop.reason(trials: trials, reversals: 0) { status = .finished(reason) }
  }

  public var estimates: [Estimate] { [] }
  public var target: Double? { nil }
}

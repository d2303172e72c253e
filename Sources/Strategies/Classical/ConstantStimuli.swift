public import Configuration
public import Trials

/// The method of constant stimuli: each level of a list as often as stated, whatever the answers.
///
/// Source: Fechner (1860), Elemente der Psychophysik; Gescheider (1997), Psychophysics: the fundamentals, ch. 3.
public struct ConstantStimuli: DeclaredLevelStrategy {
  public static let kind = "constant-stimuli"
  public static let family = StrategyFamily.classical
  public static let summary = "each level of a list as often as stated"
  public static let rule =
    "Each level of the list is presented repetitions times, shuffled, in blocks or as listed; answers change nothing."
  public static func rule(of settings: Value, on axis: Axis) -> String {
    guard let order = settings["order"]?.word.flatMap(Order.init(rawValue:)) else { return rule }
    let times = settings["repetitions"]?.wholeNumber.map { "\($0) times" } ?? "repetitions times"
    return switch order {
    case .random: "Each level of the list is presented \(times), all of them shuffled; answers change nothing."
    case .blocks:
      "Each level of the list is presented \(times), in shuffled blocks of one each; answers change nothing."
    case .listed: "The levels are presented as listed, \(times); answers change nothing."
    }
  }

  public static let use =
    "To measure a whole psychometric function when its place is roughly known. Costly for a threshold alone, "
    + "or where levels may miss the rising part."
  public static let source = "Fechner (1860); Gescheider (1997), Psychophysics: the fundamentals, ch. 3"
  public static let convergence = "none: the levels are fixed"
  public static let example = "levels: [2, 5, 10, 20, 40], repetitions: 12"
  public static let exampleNote =
    "The order is shuffled once, from the seed; answers change nothing, not even the wrong one at 40 cents in trial "
    + "10. The strategy has no estimate of its own: the common fit of a simulation reads these trials."

  public enum Order: String, CaseIterable, Sendable {
    /// All trials shuffled.
    case random
    /// Each level once, shuffled, then each once again.
    case blocks
    /// As listed, then again.
    case listed
  }

  public struct Settings: Sendable {
    public var levels: [Double]
    public var repetitions: Int
    public var order: Order
    /// Ends the track early, before its list is used up.
    public var stop: StopRule
    public var pace: TrialTask.Pace
  }

  private let levels: [Double]
  /// How many of the list have been presented.
  private var presented = 0
  private var course: Course
  public let reversals = 0

  public static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    let levels = reader.grid(
      "levels", unit: axis.unit, in: TrackSettings.levelBounds(axis), "The levels to present")
    SoundAdvice(reader, in: context.task).check(levels ?? [], at: "levels")
    let repetitions = reader.integer(
      "repetitions", unit: "trials", in: 1...100_000, "How often each level is presented")
    let order: Order = reader.choice(
      "order", default: .random,
      "random: all shuffled; blocks: each level once, shuffled, again and again; listed: as listed")
    let stop = StopRule.read(from: reader, "Ends a track before its list is used up") ?? context.stop ?? .never
    if (levels?.count ?? 1) * repetitions > 1_000_000 {
      reader.report(
        "expected at most 1000000 trials in all, got \((levels?.count ?? 1) * repetitions)", at: "repetitions")
    }
    return Settings(
      levels: levels ?? [1], repetitions: repetitions, order: order, stop: stop, pace: context.task.pace)
  }

  public static func facts(of settings: Settings) -> StrategyFacts {
    var facts = StrategyFacts(target: nil, hasEstimate: false)
    facts.ownEnd = .afterTrials(settings.levels.count * settings.repetitions)
    return facts
  }

  public init(_ settings: Settings, using streams: inout Streams) {
    course = Course(settings.stop, pace: settings.pace)
    var all: [Double] = []
    all.reserveCapacity(settings.levels.count * settings.repetitions)
    for _ in 0..<settings.repetitions {
      var block = settings.levels
      if settings.order == .blocks { streams.strategy.shuffle(&block) }
      all += block
    }
    if settings.order == .random { streams.strategy.shuffle(&all) }
    levels = all
  }

  public var next: Level? { course.isRunning ? Level(levels[presented]) : nil }

  public mutating func update(_ level: Level, _ response: Response, using streams: inout Streams) {
    presented += 1
    course.count(response)
    if presented == levels.count { course.end(.finished(.finished)) }
  }

  public mutating func pass(_ response: Response) { course.count(response) }
  /// Answers change nothing.
  public mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {}

  public var status: Status { course.status }
  public var estimates: [Estimate] { [] }
}

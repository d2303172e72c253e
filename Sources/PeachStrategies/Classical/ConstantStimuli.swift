package import PeachSupport
package import PeachTrials

/// The method of constant stimuli: each level of a list as often as stated, whatever the answers.
///
/// Source: Fechner (1860), Elemente der Psychophysik; Gescheider (1997), Psychophysics: the fundamentals, ch. 3.
package struct ConstantStimuli: DeclaredLevelStrategy {
  package static let kind = "constant-stimuli"
  package static let family = StrategyFamily.classical
  package static let summary = "each listed level a fixed number of times"
  package static let noun = "the method of constant stimuli"
  package static let rule =
    "Each listed level is presented as often as repetitions says. The order is shuffled, in shuffled blocks, or "
    + "as listed. The answers do not change the levels."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let times = settings["repetitions"]?.wholeNumber.map { $0 == 1 ? "once" : "\($0.spelled) times" } ?? "several times"
    let order =
      switch settings["order"]?.word.flatMap(Order.init(rawValue:)) {
      case .random?, nil: "in random order"
      case .blocks?: "in shuffled blocks of one trial per level"
      case .listed?: "in the order of the list"
      }
    let levels = settings["levels"]?.items.count
    return
      "Each of \(levels.map { "the \($0.spelled)" } ?? "the") levels was presented \(times), \(order). The answers did not change the levels."
  }

  package static let use =
    "Use it to measure a whole psychometric function if you roughly know where it lies. For only a threshold it "
    + "is costly, and it fails if the levels miss the rising part of the function."
  package static let source = "Fechner (1860); Gescheider (1997), Psychophysics: the fundamentals, ch. 3"
  package static let convergence = "none: the levels are fixed"
  package static let example = "levels: [2, 5, 10, 20, 40], repetitions: 12"
  package static let exampleNote =
    "The order is shuffled once, from the seed. The answers change nothing, not even the wrong one at 40 cents "
    + "in trial 10. The strategy has no estimate of its own. In a simulation, the common fit estimates the "
    + "threshold from these trials."

  package enum Order: String, CaseIterable, Sendable {
    /// All trials shuffled.
    case random
    /// Each level once, shuffled, then each once again.
    case blocks
    /// The order of the list, repeated.
    case listed
  }

  package struct Settings: Sendable {
    package var levels: [Double]
    package var repetitions: Int
    package var order: Order
    /// Ends the track early, before its list is used up.
    package var stop: StopRule
    package var pace: TrialTask.Pace
  }

  private let levels: [Double]
  /// How many of the list have been presented.
  private var presented = 0
  private var course: Course
  package let reversals = 0

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    let levels = reader.grid(
      "levels", unit: axis.unit, in: TrackSettings.levelBounds(axis), "The levels to present")
    SoundAdvice(reader, in: context.task).check(levels ?? [], at: "levels")
    let repetitions = reader.integer(
      "repetitions", unit: "trials", in: 1...100_000, "How often each level is presented")
    let order: Order = reader.choice(
      "order", default: .random,
      "Order of the trials: random: all shuffled; blocks: shuffled within blocks that have each level once; "
        + "listed: as listed")
    let stop =
      StopRule.read(from: reader, "Stop rule that ends a track before its list of levels is finished") ?? context.stop
      ?? .never
    if (levels?.count ?? 1) * repetitions > 1_000_000 {
      reader.report(
        "expected at most 1000000 trials in all, got \((levels?.count ?? 1) * repetitions)", at: "repetitions")
    }
    return Settings(
      levels: levels ?? [1], repetitions: repetitions, order: order, stop: stop, pace: context.task.pace)
  }

  package static func facts(of settings: Settings) -> StrategyFacts {
    var facts = StrategyFacts(target: nil, hasEstimate: false)
    facts.ownEnd = .afterTrials(settings.levels.count * settings.repetitions)
    return facts
  }

  package init(_ settings: Settings, using streams: inout Streams) {
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

  package var next: Level? { course.isRunning ? Level(levels[presented]) : nil }

  package mutating func update(_ level: Level, _ response: Response, using streams: inout Streams) {
    presented += 1
    course.count(response)
    if presented == levels.count { course.end(.finished(.finished)) }
  }

  package mutating func pass(_ response: Response) { course.count(response) }
  /// Answers change nothing.
  package mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {}

  package var status: Status { course.status }
  package var estimates: [Estimate] { [] }
}

package import PeachSupport
package import PeachTrials

/// The method of limits: series that go through a list of levels, down until the first negative response or up until the
/// first positive one. The crossing lies midway between the last two levels presented, on a log axis at their geometric
/// mean; the threshold is the mean of the crossings, of the same kind.
///
/// A series that comes to the end of the list, or turns at its very first level, has no crossing. Where no series has
/// one the status is floor, if most responses were positive, or else ceiling, and there is no threshold. A crossing counts
/// as a reversal.
///
/// Source: Fechner (1860), Elemente der Psychophysik; Gescheider (1997), Psychophysics: the fundamentals, ch. 3.
package struct MethodOfLimits: DeclaredLevelStrategy {
  package static let kind = "limits"
  package static let family = StrategyFamily.classical
  package static let summary = "series down and up a list of levels until the answer changes"
  package static let noun = "the method of limits"
  package static let rule =
    "A descending series starts at the highest level and goes down the list until the first wrong answer (or "
    + "no). An ascending series starts at the lowest level and goes up until the first correct answer (or yes). "
    + "Each crossing lies midway between the last two levels. The threshold is the mean of the crossings."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    let descending =
      "A descending series started at the highest level and went down the list until the first wrong answer (“no” in a yes–no task)."
    let ascending =
      "An ascending series started at the lowest level and went up until the first correct answer (“yes” in a yes–no task)."
    let midway = "Each crossing lay midway between the last two levels\(axis.scale == .log ? ", geometrically" : "")."
    return switch settings["direction"]?.word.flatMap(Direction.init(rawValue:)) {
    case .both?, nil: "\(descending) \(ascending) Both kinds of series took turns. \(midway)"
    case .descending?: "\(descending) \(midway)"
    case .ascending?: "\(ascending) \(midway)"
    }
  }

  package static let use =
    "Use it to show the classical method, or for a quick yes/no threshold. It does not converge on a known "
    + "proportion: the spacing of the levels and the direction decide that. Listeners also come to expect the "
    + "change."
  package static let source = "Fechner (1860); Gescheider (1997), Psychophysics: the fundamentals, ch. 3"
  package static let convergence = "none stated: it depends on the levels and the direction"
  package static let example = "levels: [2, 4, 8, 16, 32, 64], series: 10"
  package static let exampleResponses = "11110000111110"
  package static let exampleNote =
    "The example shows three series: down to the wrong answer at 4 cents, up to the correct answer at 16 cents, "
    + "and down again. Each crossing is the geometric mean of the last two levels: √(8·4) = 5.66, √(8·16) = 11.31, "
    + "and 5.66 again. The estimate is the geometric mean of the crossings so far, 7.13 cents after three."

  package enum Direction: String, CaseIterable, Sendable {
    case ascending, descending
    /// In turn, the first descending.
    case both
  }

  package struct Settings: Sendable {
    /// Rising.
    var levels: [Double]
    var direction: Direction
    var series: Int
    /// Whether means are geometric.
    var isLog: Bool
    /// Ends the track before its series are done.
    var stop: StopRule
    var pace: TrialTask.Pace
  }

  private let settings: Settings
  private var course: Course
  private var seriesDone = 0
  private var isDescending: Bool
  /// The position of the series in the list.
  private var place: Int
  /// The level presented before in this series.
  private var before: Double?
  private var crossings: RunningMean
  private var answers = 0
  private var positives = 0

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    let axis = context.task.axis
    let levels = reader.grid(
      "levels", unit: axis.unit, in: TrackSettings.levelBounds(axis), "The levels of a series, in any order")
    SoundAdvice(reader, in: context.task).check(levels ?? [], at: "levels")
    if levels?.count == 1 { reader.report("expected two or more levels, got one", at: "levels") }
    let direction: Direction = reader.choice(
      "direction", default: .both,
      "Direction of the series; both: descending and ascending series alternate, starting with a descending one")
    let series = reader.integer("series", unit: "series", in: 1...10_000, default: 10, "Number of series")
    let stop =
      StopRule.read(from: reader, "Stop rule that ends a track before its series are finished") ?? context.stop
      ?? .never
    return Settings(
      levels: levels.flatMap { $0.count > 1 ? $0.sorted() : nil } ?? [1, 2], direction: direction, series: series,
      isLog: axis.scale == .log, stop: stop,
      pace: context.task.pace)
  }

  package static func facts(of settings: Settings) -> StrategyFacts {
    var facts = StrategyFacts(target: nil)
    facts.ownEnd = .byAnswers
    return facts
  }

  package init(_ settings: Settings, using streams: inout Streams) {
    self.settings = settings
    course = Course(settings.stop, pace: settings.pace)
    isDescending = settings.direction != .ascending
    crossings = RunningMean(settings.isLog ? .geometric : .arithmetic)
    place = isDescending ? settings.levels.count - 1 : 0
  }

  package var next: Level? { course.isRunning ? Level(settings.levels[place]) : nil }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    answers += 1
    if response.isPositive { positives += 1 }
    let goesOn = response.isPositive == isDescending
    if !goesOn, let before { crossings.add(middle(before, presented.value)) }
    before = presented.value
    place += isDescending ? -1 : 1
    if !goesOn || !settings.levels.indices.contains(place) { startSeries() }
    course.count(response, reversals: crossings.count)
    if seriesDone == settings.series { course.end(.finished(.finished)) }
  }

  private mutating func startSeries() {
    seriesDone += 1
    if settings.direction == .both { isDescending.toggle() }
    place = isDescending ? settings.levels.count - 1 : 0
    before = nil
  }

  private func middle(_ one: Double, _ other: Double) -> Double {
    settings.isLog ? one.squareRoot() * other.squareRoot() : one + (other - one) / 2
  }

  /// Its series are its own: the trials of others are not among them.
  package mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {}

  package mutating func pass(_ response: Response) { course.count(response, reversals: crossings.count) }

  package var estimates: [Estimate] {
    if let mean = crossings.value { return [Estimate(status: .ok, threshold: mean)] }
    // Before the first series has ended nothing is known.
    guard seriesDone > 0 else { return [Estimate(status: .tooFewReversals, threshold: nil)] }
    return [Estimate(status: 2 * positives > answers ? .floor : .ceiling, threshold: nil)]
  }

  package var status: Status { course.status }
  package var reversals: Int { crossings.count }
}

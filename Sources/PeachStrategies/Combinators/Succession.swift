package import PeachSupport
package import PeachTrials

/// One strategy after another; each learns from the trials of those before it, as from answers at levels that it did not
/// ask for. The threshold is that of the last.
///
/// A part ends after its trials, or earlier by a stop of its own, which counts what it has learnt from. The stop of the
/// whole counts all trials, the reversals of each part while it asks, and the interval and entropy of the last part.
///
/// Source: none; laboratories often place a first block roughly and a second one by its results.
package struct Succession: DeclaredLevelStrategy {
  package static let kind = "sequence"
  package static let family = StrategyFamily.combinators
  package static let summary = "one strategy after another; a later one learns from all earlier trials"
  package static let noun = "a sequence of procedures"
  package static let rule =
    "Each part runs for its number of trials, and then the next part takes over. Parts that have not started "
    + "learn from every answer. The threshold is the last part's estimate."
  package static func rule(of settings: Value, on axis: Axis) -> String {
    "Each part except the last ran for a fixed number of trials. Later parts also used the answers to earlier ones. The "
      + "threshold was the estimate of the last part."
  }

  package static let use =
    "Use it to approach the threshold with one strategy and to measure it with another, or to start a strategy that "
    + "fits a model with trials at fixed levels. A staircase also counts the levels and reversals of the parts "
    + "before it. State its estimator so that only late reversals count."
  package static let source = "none: a common practice of laboratories"
  package static let convergence = "the point on which the last part converges"
  package static let example =
    "parts: [{strategy: {kind: constant-stimuli, levels: [5, 20, 80], repetitions: 3}, trials: 9}, "
    + "{strategy: {kind: weighted-up-down, start: 20, step: {factor: 1.414}}}]"
  package static let exampleResponses = "11011101111011"
  package static let exampleNote =
    "Nine trials at fixed levels come first, and the staircase learns from each. Trial 10 is therefore one step "
    + "below the level of trial 9: 80/1.414 = 56.58 cents. It is not at the start of the staircase, 20 cents. The "
    + "estimate also counts the reversals at the fixed levels. At trial 12 it is the mean of the levels at trials "
    + "4, 7, 8 and 12, 10.91 cents. With last: 4 in its estimator only late reversals would count."

  package struct Part: Sendable {
    package var factory: LevelFactory
    /// The number of trials; `nil` if the part runs until it ends, or until the whole run ends.
    package var trials: Int?

    package init(trials: Int?, _ factory: LevelFactory) {
      self.factory = factory
      self.trials = trials
    }
  }

  package struct Settings: Sendable {
    package var parts: [Part]
    package var stop: StopRule
    package var task: TrialTask
  }

  private var parts: [any LevelStrategy]
  private let lengths: [Int?]
  private let axis: Axis
  private var course: Course
  /// The part that asks.
  private var current = 0
  /// The trials of the current part.
  private var trials = 0
  package private(set) var reversals = 0

  package static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
    var lastEnds = false
    var lengths: [Int?] = []
    let parts = reader.list(
      "parts", required: true,
      "Parts in their order: {strategy: {kind: …}, trials: 20}"
    ) { part in
      var hasStop = false
      let factory = part.section("strategy", required: true, "The kind of the strategy and its parameters") { inner in
        hasStop = inner.has("stop")
        return Parts.read(inner, in: context)
      }
      let trials = part.optionalInteger(
        "trials", unit: "trials", in: 1...1_000_000, "How long the part lasts; the last part may run until the stop")
      lastEnds = hasStop || part.has("trials")
      lengths.append(part.has("trials") ? trials ?? 1 : nil)
      return (factory ?? nil).map { Part(trials: trials, $0) }
    }
    if let place = lengths.dropLast().firstIndex(of: nil) {
      reader.report(
        "expected trials for every part but the last, got none for part \(place + 1)", at: "parts")
    }
    return Settings(
      parts: parts?.compactMap(\.self) ?? [], stop: Parts.readStop(reader, in: context, partsEnd: lastEnds),
      task: context.task)
  }

  /// The facts of the last part.
  package static func facts(of settings: Settings) -> StrategyFacts {
    var facts = settings.parts.last?.factory.facts ?? StrategyFacts(target: nil)
    facts.ownEnd = .byAnswers
    return facts
  }

  /// - Precondition: There are parts.
  package init(_ settings: Settings, using streams: inout Streams) {
    precondition(!settings.parts.isEmpty, "a sequence needs parts")
    parts = settings.parts.map { $0.factory.make(&streams) }
    lengths = settings.parts.map(\.trials)
    axis = settings.task.axis
    course = Course(settings.stop, pace: settings.task.pace)
  }

  private var last: any LevelStrategy { parts[parts.count - 1] }

  package var next: Level? { course.isRunning ? parts[current].next : nil }

  package mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
    let before = parts[current].reversals
    parts[current].update(presented, response, using: &streams)
    reversals += parts[current].reversals - before
    trials += 1
    // A trial without a signal says nothing of its level.
    if presented.kind == .test { teach(presented, response, from: current + 1, using: &streams) }
    count(response)
    moveOn()
    closeAtEnd()
  }

  package mutating func pass(_ response: Response) {
    count(response)
    closeAtEnd()
  }

  package mutating func close() { for part in current..<parts.count { parts[part].close() } }

  private mutating func closeAtEnd() { if !course.isRunning { close() } }

  package mutating func learn(_ presented: Level, _ response: Response, using streams: inout Streams) {
    teach(presented, response, from: current, using: &streams)
    moveOn()
    closeAtEnd()
  }

  private mutating func teach(
    _ presented: Level, _ response: Response, from first: Int, using streams: inout Streams
  ) {
    for part in first..<parts.count where parts[part].next != nil {
      parts[part].learn(presented, response, using: &streams)
    }
  }

  private mutating func count(_ response: Response) {
    let (last, axis) = (last, axis)
    course.count(response, reversals: reversals) { PosteriorSpread(last.estimates.first, on: axis) }
  }

  /// Goes to the next part that has something to ask; the whole ends as the last one does.
  private mutating func moveOn() {
    while parts[current].next == nil || trials >= lengths[current] ?? .max {
      guard current + 1 < parts.count else {
        course.end(last.status == .running ? .finished(.finished) : last.status)
        return
      }
      // This part chooses no more levels.
      parts[current].close()
      current += 1
      trials = 0
    }
  }

  package var estimates: [Estimate] { last.estimates }
  package var status: Status { course.status }
  package var fault: String? { parts.lazy.compactMap(\.fault).first }
}

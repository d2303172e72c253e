import Foundation
import PeachCommands
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachPitch
import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// The examples of the public doc comments, compiled and run. `ExampleTests` finds each of them here.
@Suite struct PublicExamples {
  private let task: TrialTask

  init() throws { task = try TrialTask(parsing: "{kind: comparison}") }

  private static let pilot = """
    name: pilot
    seed: 7
    task: {kind: comparison}
    listeners: [{name: musician, kind: gaussian, jnd: 9}]
    strategies: [{name: staircase, kind: transformed-up-down, start: 60, down: 2, step: {factor: 1.4}}]
    stop: {trials: 40}
    replicates: 4
    """

  // MARK: Pitch

  @Test func `pitches are checked values`() throws {
    let fifth = Cents.between(try Frequency(440), try Frequency(660))  // 701.955… cents
    #expect(abs(fifth.value - 701.955) < 1e-3)
    let interval = try DirectedInterval(parsing: "minor-second-down")  // −1 semitone
    #expect(interval.semitones == -1)
    let sharp = try Frequency(440).shifted(by: 50)
    #expect(abs(sharp.hertz - 452.893) < 1e-3)
    let note = try MIDINote(parsing: "A4")  // 69
    #expect(note.number == 69)
    let octave = DirectedInterval(.octave, .up)
    #expect(StretchedTuning().size(of: octave, above: note).value == 1204)
  }

  struct StretchedTuning: TuningSystem {
    static let name = "stretched"
    static let summary = "equal temperament with octaves of 1204 cents"
    static let source = "none"

    init() {}
    init?(named name: String) { guard name == Self.name else { return nil } }

    func size(of interval: DirectedInterval, above reference: MIDINote) -> Cents {
      Cents(unchecked: Double(interval.semitones) * 1204 / 12)
    }
  }

  // MARK: Support

  @Test func `values, bounds and problems`() throws {
    let bounds = Bounds.within(0..<0.5).with(hint: "write the rate as a share, such as 0.02")
    let isValid = bounds.contains(0.02)  // true
    #expect(isValid && !bounds.contains(0.5))
    let value = Value.mapping([Value.Field("start", .number(12.5)), Value.Field("down", .integer(2))])
    let text = value.json()  // {"start": 12.5, "down": 2}
    #expect(text == #"{"start": 12.5, "down": 2}"#)
    do {
      _ = try Experiment.parse("task: {kind: comparison}", file: "pilot.yaml")
    } catch {
      for problem in error.problems { print(problem) }
    }
    let error = #expect(throws: ConfigurationError.self) {
      _ = try Experiment.parse("task: {kind: comparison}", file: "pilot.yaml")
    }
    #expect(error?.problems.contains { $0.path == "listeners" } == true)
  }

  @Test func `a reader declares what it reads`() {
    var read: Double?
    let parameters = Reader.describe { reader in
      let factor = reader.number("factor", unit: "1", in: .above(1), default: 2, "Ratio of levels after a wrong answer")
      read = factor
    }
    #expect(read == 2 && parameters.map(\.name) == ["factor"])
  }

  // MARK: Trials

  @Test func `streams and tasks`() throws {
    var random = RandomStream(seed: 7)
    let isHigher = random.unit() < 0.75
    let noise = 12 * random.normal()
    var same = RandomStream(seed: 7)
    #expect((same.unit() < 0.75) == isHigher && 12 * same.normal() == noise)
    let names = StreamNames(seed: 7, listener: "musician", strategy: "staircase")
    var streams = names.streams(replicate: 1)
    #expect(streams.task.unit() != streams.strategy.unit())
    let task = TrialTask.comparison(
      intervals: [.prime], notes: try MIDINote(48)...MIDINote(72), tuning: StretchedTuning(),
      referencePitch: try Frequency(440), noteDuration: 0.5, gap: 0.2)
    #expect(task?.guessRate == 0.5)
    let stop = StopRule.trials(60)
    #expect(stop.maximum >= 60)
  }

  @Test func `a task is read from text`() throws {
    let task = try TrialTask(parsing: "{kind: forced-choice, unit: dB, scale: linear, alternatives: 3}")
    #expect(task.guessRate == 1.0 / 3)
  }

  // MARK: Strategies

  struct FallingLevels: LevelStrategy {
    var level = 100.0
    var trials = 0

    var next: Level? { trials < 40 ? Level(level) : nil }
    var status: Status { trials < 40 ? .running : .finished(.trials) }
    var estimates: [Estimate] { [] }
    var reversals: Int { 0 }

    mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
      trials += 1
      if response.isPositive { level *= 0.9 }
    }
  }

  struct HalfOrDouble: TrackedStrategy {
    var track: Track

    mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {
      track.move(response.isPositive ? .down : .up, at: presented)
      let base = track.base(presented)
      track.finishTrial(presented, response, proposed: response.isPositive ? base / 2 : base * 2)
    }
  }

  @Test func `own level strategies choose levels`() throws {
    let names = StreamNames(seed: 7, listener: "musician", strategy: "own")
    var streams = names.streams(replicate: 1)
    var falling = FallingLevels()
    falling.update(Level(100), Response(isPositive: true, seconds: 0), using: &streams)
    #expect(falling.next?.value == 90)
    var doubling = HalfOrDouble(track: Track(TrackSettings(start: 80, stop: .trials(3), pace: task.pace)))
    for isPositive in [true, false] {
      let level = try #require(doubling.next)
      doubling.update(level, Response(isPositive: isPositive, seconds: 0), using: &streams)
    }
    #expect(doubling.next?.value == 80 && doubling.reversals == 1)
  }

  @Test func `a factory plays tracks, and a loop asks and updates`() throws {
    let context = StrategyContext(task: try TrialTask(parsing: "{kind: comparison}"), stop: .trials(60))
    #expect(context.estimand == 0.75)
    let gaussian = BuiltInListeners.registry["gaussian"]!
    let listener = try Setting(dictionaryLiteral: ("jnd", 12)).listener(of: gaussian, in: task)
    try play(listener)
  }

  private func play(_ listener: any Listener) throws {
    var (listener, random) = (listener, RandomStream(seed: 3))
    var streams = StreamNames(seed: 7, listener: "musician", strategy: "staircase").streams(replicate: 1)
    let settings: Setting = ["start": 100, "down": 2, "step": ["factor": 1.4]]
    let kind = BuiltInStrategies.registry["transformed-up-down"]!
    let factory = try settings.factory(of: kind, in: StrategyContext(task: task, stop: .trials(60)))
    var log = TrackLog()
    let played = factory.play(using: &streams, log: &log) { listener.answer($0, using: &random) }
    #expect(log.trials.count == 60 && played.estimates.count == 1)
    var trials = 0
    var track = factory.make(using: &streams)
    while let comparison = try track.ask(after: trials) {
      let answer = listener.answer(comparison, using: &random)
      track.update(CompletedComparison(comparison, answer), using: &streams)
      trials += 1
    }
    #expect(trials == 60)
  }

  // MARK: Listeners

  struct Coin: Listener {
    // Half of the answers are wrong at any level, so the upper asymptote lies 0.5 below 1.
    var lapse: Double { 0.5 }

    func probability(of comparison: Comparison) -> Double { 0.5 }

    func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      Answer(isHigher: random.unit() < 0.5)
    }
  }

  struct CarefulTuner: MatchingListener {
    func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl {
      let error = 4 * random.normal()
      return TunedControl(position: matching.position(for: error), adjustments: 2, seconds: 3)
    }
  }

  struct Ear: ListenerDeclaration {
    static let kind = "ear"
    static let summary = "hears a difference or guesses"
    static let source = "none"
    static let example = "chance: 0.6"

    var chance: Double
    /// Without hearing the difference, half of the answers are wrong.
    var lapse: Double { (1 - chance) / 2 }

    static func read(_ reader: Reader, in task: TrialTask) -> Ear {
      Ear(chance: reader.number("chance", unit: "1", in: .within(0...1), "Probability of hearing the difference"))
    }

    func probability(of comparison: Comparison) -> Double {
      (1 - chance) / 2 + (comparison.offset > 0 ? chance : 0)
    }

    func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer {
      Answer(isHigher: random.unit() < probability(of: comparison))
    }
  }

  @Test func `own listeners keep the promises`() throws {
    checkListener(Coin(), in: task, levels: [3, 12, 40])
    let ear = try Setting(dictionaryLiteral: ("chance", 0.6)).listener(of: Ear.self, in: task)
    checkListener(ear, in: task, levels: [3, 12, 40])
    checkDeclaration(Ear.self, ["chance": 0.6], in: task)
    let listener = try Setting(dictionaryLiteral: ("jnd", 12)).listener(
      of: BuiltInListeners.registry["gaussian"]!, in: task)
    checkListener(listener, in: task, levels: [3, 12, 40])
    let simulation = TruthSimulation(listener: listener, levels: 1...200, trials: 10_000)
    #expect(simulation.levels.contains(12))
    let tuner = CarefulTuner()
    checkMatchingListener(tuner, in: try TrialTask(parsing: "{kind: matching}"))
  }

  // MARK: Conformance

  @Test func `the checks of a package's own kinds`() throws {
    checkDeclaration(
      BuiltInStrategies.registry["quest"]!, ["prior": ["mean": 20, "sd": 1], "slope": 1.3], in: task)
    try checkStrategy(
      BuiltInStrategies.registry["weighted-up-down"]!,
      ["start": 37, "target": 0.75, "step": ["factor": 1.4], "limits": [0.7, 91]], in: task, levels: 0.7...91)
    #expect(Binomial.accepts(312, of: 400, probability: 0.75, falseAlarm: 1e-6))
  }

  // MARK: Experiments

  private typealias OwnListener = Ear
  private typealias OwnStrategy = Steady

  /// A strategy for experiment files, as short as it can be.
  struct Steady: DeclaredLevelStrategy {
    static let kind = "steady"
    static let summary = "presents one level"
    static let rule = "Every trial has the same level."
    static let use = "To see how a strategy is declared."
    static let source = "none"
    static let convergence = "none"
    static let example = "level: 10"

    struct Settings: Sendable {
      var level: Double
      var stop: StopRule?
    }

    static func read(_ reader: Reader, in context: StrategyContext) -> Settings {
      Settings(level: reader.number("level", unit: "axis", in: .positive, "The level"), stop: context.stop)
    }

    static func facts(of settings: Settings) -> StrategyFacts { StrategyFacts(target: nil, hasEstimate: false) }

    init(_ settings: Settings, using streams: inout Streams) { next = Level(settings.level) }

    var next: Level?
    var status: Status { .running }
    var estimates: [Estimate] { [] }
    var reversals: Int { 0 }

    mutating func update(_ presented: Level, _ response: Response, using streams: inout Streams) {}
  }

  @Test func `own kinds join the built-in ones`() {
    var kinds = Experiment.Kinds.builtIn
    kinds.listeners = kinds.listeners.adding(OwnListener.self)
    #expect(kinds.listeners.names.last == "ear")
    let strategies = BuiltInStrategies.registry.adding(OwnStrategy.self)
    #expect(strategies.names.last == "steady")
  }

  /// The program ends the process, so this is compiled and never called.
  @MainActor private func program() async {
    await Peach.main(strategies: [OwnStrategy.self], listeners: [OwnListener.self])
  }

  @Test func `an experiment runs into a results file and is summarised`() async throws {
    let experiment = try Experiment.parse(Self.pilot, file: "pilot.yaml")
    let file = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    try await simulate(experiment, into: file.path)
    #expect(throws: (any Error).self) { try readMissing() }
  }

  @Test func `a publication is stated in full, and its letter tells it from another of the year`() {
    let levitt = Reference(
      ["Levitt, H."], 1971, "Transformed up-down methods in psychoacoustics",
      "Journal of the Acoustical Society of America", "49(2B)", "467–477", doi: "10.1121/1.1912375")
    let other = Reference(["Levitt, H."], 1971, "Another title", "Another journal", letter: "b")
    #expect(Set([levitt, other, levitt]).count == 2)
  }

  private func readMissing() throws {
    let experiment = try Experiment.read("pilot.yaml", overrides: Experiment.Overrides(replicates: 100))
    for warning in experiment.warnings { print(warning) }
  }

  private func simulate(_ experiment: Experiment, into path: String) async throws {
    let plan = experiment.plan
    let results = try ResultsFile.create(at: path, plan.record(version: "1", build: "a"), cells: plan.cellRecords)
    let simulator = Simulator(experiment.plan, jobs: 2, isCancelled: { false })
    let isComplete = try await simulator.run(into: results) { print($0.done, "of", $0.total) }
    #expect(isComplete)
    for row in try Summary.rows(of: results) {
      print(row.cell.strategy, row.estimator.name, row.rootMeanSquareError.value ?? .nan)
    }
    #expect(try Summary.rows(of: results).allSatisfy { $0.replicates == 4 })
  }
}

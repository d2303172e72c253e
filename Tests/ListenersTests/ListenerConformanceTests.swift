import PeachConformance
import PeachExperiments
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// What every listener promises, for every model that files can name: with the settings of the table where it has a row,
/// else with those of its example.
@Suite struct ListenerConformanceTests {
  static let rows: [String: Setting] = [
    "gaussian": ["jnd": 11.3, "lapse": 0.043, "guess-side": 0.713, "bias": -2.39],
    "psychometric": ["threshold": 12.7, "slope": 0.217, "lapse": 0.031],
    "frequency-law": [
      "law": "micheyl-2012", "level": 47, "duration": 0.317, "scale": 2.31, "lapse": 0.043, "guess-side": 0.291,
      "bias": 1.73,
    ],
  ]
  /// Models that hear samples have no probability to compare with: see `HearingModelsTests`.
  static let hearing = HearingModelsTests.kinds.map { $0.kind }
  /// All except these, programs, which have a test of their own because they take longer, and the listener of headphone tests,
  /// who compares no notes: see `HeadphonesListenerTests`.
  static let kinds = BuiltInListeners.registry.names.filter {
    $0 != Program.kind && $0 != HeadphonesListener.kind && !hearing.contains($0)
  }
  static let levels = [0.37, 2.9, 8.3, 17.1, 61.7]
  /// Every family on a linear level, and on its logarithm unless it takes one itself.
  static let functions = BuiltInFunctions.all.flatMap { family in
    (family.usesLogarithm ? [false] : [false, true]).map { (family.name, $0) }
  }

  /// Two intervals, so that each has its own range of reference notes.
  private func notes() throws -> TrialTask {
    try Listening.task([DirectedInterval(.perfectFifth, .up), DirectedInterval(.octave, .down)], notes: 31...97)
  }

  private func kind(_ name: String) throws -> (kind: any ListenerDeclaration.Type, settings: Setting) {
    (
      try #require(BuiltInListeners.registry[name]),
      try Self.rows[name] ?? example(name)
    )
  }

  private func example(_ name: String) throws -> Setting {
    let kind = try #require(BuiltInListeners.registry[name])
    return Setting(try YAMLText.parse("{\(kind.example)}", file: name))
  }

  @Test(arguments: kinds) func `every listener's example is read and keeps the promises`(name: String) throws {
    let kind = try #require(BuiltInListeners.registry[name])
    checkListener(try example(name).listener(of: kind, in: notes()), in: try notes(), levels: Self.levels)
  }

  @Test(arguments: kinds) func `every listener keeps the promises in a comparison task`(name: String) throws {
    let (kind, settings) = try kind(name)
    let listener = try settings.listener(of: kind, in: notes())
    checkListener(listener, in: try notes(), levels: Self.levels)
  }

  @Test(arguments: kinds) func `every listener describes itself and rejects values out of bounds`(name: String) throws {
    let (kind, settings) = try kind(name)
    try checkDeclaration(kind, settings, in: notes())
  }

  /// States a reference that its source does not name.
  private struct Misquoting: ListenerDeclaration {
    static let kind = "misquoting"
    static let summary = "always says higher"
    static let source = "Green & Swets (1966)"
    static let references = [Reference(["Levitt, H."], 1971, "Transformed up-down methods", "J. Acoust. Soc. Am.")]
    static let example = ""
    let lapse = 0.0

    static func read(_ reader: Reader, in task: TrialTask) -> Misquoting { Misquoting() }
    func probability(of comparison: Comparison) -> Double { 1 }
    func answer(_ comparison: Comparison, using random: inout RandomStream) -> Answer { Answer(isHigher: true) }
  }

  @Test func `a reference that the source does not name is found`() throws {
    #expect(
      brokenPromises(of: Misquoting.self, [:], in: try notes()) == [
        "the source does not name the reference 'Transformed up-down methods': Green & Swets (1966)"
      ])
  }

  @Test func `a program that listens keeps the promises, on fewer comparisons`() throws {
    ProgramPermission.give()
    let task = try Listening.task([.prime], notes: 60...60)
    let listener = try example(Program.kind).listener(of: ProcessListener.self, in: task)
    checkListener(listener, in: task, levels: [8.3])
    try checkDeclaration(ProcessListener.self, example(Program.kind), in: task)
  }

  @Test(arguments: functions) func `every function on every scale keeps the promises in a task without notes`(
    name: String, isLogLevel: Bool
  ) throws {
    let settings: Setting = [
      "function": .init(stringLiteral: name), "log-level": .init(booleanLiteral: isLogLevel),
      "threshold": isLogLevel ? 1.1038 : 12.7, "slope": isLogLevel || name == "weibull" ? 2.31 : 0.217,
      "lapse": 0.031,
    ]
    let task = try Listening.level(.log, alternatives: 3)
    checkListener(try settings.listener(of: PsychometricListener.self, in: task), in: task, levels: Self.levels)
  }

  @Test func `a yes-no listener keeps the promises below 0 too`() throws {
    let task = try Listening.level(alternatives: 1)
    let settings: Setting = ["threshold": -3.7, "slope": 0.413, "guess": 0.137, "lapse": 0.031]
    checkListener(
      try settings.listener(of: PsychometricListener.self, in: task), in: task,
      levels: [-23.7, -8.3, -3.7, 0.37, 2.9, 17.1])
  }

  @Test(arguments: [0.0, 1.0]) func `a listener with lapses to only one side passes the conformance suite`(side: Double)
    throws
  {
    let settings: Setting = ["sigma": 16.9, "lapse": 0.213, "guess-side": .init(floatLiteral: side), "bias": -4.7]
    let task = try Listening.task()
    checkListener(try settings.listener(of: GaussianListener.self, in: task), in: task, levels: Self.levels)
  }
}

import PeachConformance
import PeachExperiments
import PeachPitch
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// What every strategy promises, for every strategy that files can name: on its own example, and harder on the settings
/// of the table where it has a row.
@Suite struct StrategyConformanceTests {
  /// Settings for a task without notes and for a comparison, without a stop, and the limits they lead to.
  struct Row: Sendable {
    var settings: Setting
    var limits: ClosedRange<Double>?
  }

  static let rows: [String: Row] = [
    "kazez": Row(settings: ["narrowing": 0.0613, "widening": 0.0871, "limits": [0.23, 87.1]], limits: 0.23...87.1),
    "adaptive": Row(
      settings: ["natural-mechanical": 0.371, "limits": [0.23, 87.1], "start": 61.3], limits: 0.23...87.1),
    "transformed-up-down": Row(
      settings: [
        "start": 23.7, "down": 3, "up": 2, "limits": [1.7, 91.3], "initial-rule": true,
        "step": ["factor": 1.71, "after-reversals": ["3": 1.29]],
      ], limits: 1.7...91.3),
    "weighted-up-down": Row(
      settings: ["start": 23.7, "target": 0.793, "limits": [1.7, 91.3], "step": ["db": 2.3]], limits: 1.7...91.3),
    "garcia-perez": Row(
      settings: ["start": 23.7, "down": 2, "limits": [1.7, 91.3], "step": ["log": 0.137]], limits: 1.7...91.3),
    "pest": Row(
      settings: [
        "start": 23.7, "step": ["factor": 2.3], "min-step": 1.013, "max-step": 5.1, "target": 0.713,
        "wald-limit": 1.37, "limits": [1.7, 91.3],
      ], limits: 1.7...91.3),
    "hall": Row(
      settings: [
        "start": 23.7, "step": ["factor": 2.3], "min-step": 1.013, "target": 0.713, "limits": [1.7, 91.3],
        "function": "logistic", "slope": 0.137, "guess": 0.07, "lapse": 0.03,
      ], limits: 1.7...91.3),
    "robbins-monro": Row(
      settings: ["start": 23.7, "step": ["db": 23], "target": 0.713, "limits": [1.7, 91.3]], limits: 1.7...91.3),
    "kesten": Row(
      settings: ["start": 23.7, "step": ["log": 0.713], "target": 0.613, "limits": [1.7, 91.3]], limits: 1.7...91.3),
    "siam": Row(
      settings: [
        "start": 23.7, "step": ["factor": 1.31, "after-reversals": ["3": 1.13]], "reduced-hit-rate": 0.613,
        "noise": 0.371, "limits": [1.7, 91.3],
      ], limits: 1.7...91.3),
    "limits": Row(
      settings: ["levels": [41.9, 3.1, 23.7, 11.3], "direction": "ascending", "series": 57], limits: 3.1...41.9),
    "psi": Row(
      settings: [
        "function": "logistic", "threshold": [3.1, 7.3, 11.9, 23.7, 41.9], "slope": [0.07, 0.31, 1.7],
        "levels": [41.9, 3.1, 5.3, 23.7, 91.3, 1.3], "limits": [1.7, 91.3], "start": 23.7, "lapse": 0,
      ], limits: 1.7...91.3),
    "psi-marginal": Row(
      settings: [
        "function": "sech", "threshold": [3.1, 7.3, 11.9, 23.7, 41.9], "slope": [0.07, 0.31, 1.7], "guess": "lapse",
        "lapse": [0.003, 0.031, 0.071], "limits": [1.7, 91.3], "nuisance": ["lapse", "slope"], "estimate": "median",
      ], limits: 1.7...91.3),
    "quest-plus": Row(
      settings: [
        "function": "gumbel", "threshold": ["from": 3.1, "to": 41.9, "count": 17], "slope": [0.011, 0.037, 0.13],
        "guess": [0.03, 0.13], "lapse": [0, 0.031], "limits": [1.7, 91.3],
        "select": ["n-lowest": ["n": 3, "max-repeats": 2]],
        "prior": ["threshold": ["normal": ["mean": 17.3, "sd": 9.1]]],
      ], limits: 1.7...91.3),
    "constant-stimuli": Row(
      settings: ["levels": [3.1, 23.7, 41.9], "repetitions": 29, "order": "blocks"], limits: 3.1...41.9),
    "random": Row(settings: ["level": 23.7], limits: 23.7...23.7),
    "interleaved": Row(
      settings: [
        "tracks": [
          [
            "name": "A", "kind": "transformed-up-down", "start": 23.7, "limits": [1.7, 91.3], "step": ["factor": 1.71],
            "down": 3, "stop": ["trials": 31],
          ],
          ["name": "B", "kind": "constant-stimuli", "levels": [3.1, 41.9], "repetitions": 5],
          ["name": "C", "kind": "weighted-up-down", "start": 11.3, "limits": [1.7, 91.3], "step": ["db": 2.3]],
        ], "max-lag": 7,
      ], limits: 1.7...91.3),
    "sequence": Row(
      settings: [
        "parts": [
          ["strategy": ["kind": "constant-stimuli", "levels": [3.1, 23.7, 41.9], "repetitions": 9], "trials": 13],
          ["strategy": ["kind": "random", "level": 11.3], "trials": 3],
          ["strategy": ["kind": "weighted-up-down", "start": 23.7, "limits": [1.7, 91.3], "step": ["db": 2.3]]],
        ]
      ], limits: 1.7...91.3),
    "quest": Row(
      settings: [
        "prior": ["mean": 23.7, "sd": 1.3], "range": 4.1, "grain": 0.013, "slope": 3.1, "limits": [1.7, 91.3],
      ],
      limits: 1.7...91.3),
    "zest": Row(
      settings: [
        "function": "logistic", "threshold": [2.9, 11.3, 23.7, 41.9], "slope": [0.137, 0.31], "limits": [1.7, 91.3],
      ],
      limits: 1.7...91.3),
    "best-pest": Row(
      settings: [
        "function": "normal", "threshold": [2.9, 11.3, 23.7, 41.9], "slope": [0.137, 0.0613], "lapse": [0, 0.0371],
        "levels": [1.7, 13.1, 29.3, 91.3],
      ], limits: 1.7...91.3),
    "mlp": Row(
      settings: [
        "threshold": [2.9, 11.3, 23.7, 41.9], "slope": [0.137, 0.31], "lapse": [0.0123, 0.0371], "start": 61.3,
        "limits": [1.7, 91.3],
      ], limits: 1.7...91.3),
    "uml": Row(
      settings: [
        "threshold": [2.9, 11.3, 23.7, 41.9], "slope": [0.137, 0.0613], "lapse": [0.0123, 0.0371],
        "limits": [1.7, 91.3], "choose": ["down": 3, "up": 2],
      ], limits: 1.7...91.3),
  ]

  /// A program too, the example of `experiments`, which the tests let start.
  static let kinds: [String] = {
    ProgramPermission.give()
    return BuiltInStrategies.registry.names
  }()
  /// Those whose example is a comparison run in every task.
  static let versatileKinds = kinds.filter { BuiltInStrategies.registry[$0]?.exampleTask == "{kind: comparison}" }
  static let levelKinds = kinds.filter { BuiltInStrategies.registry[$0] is any DeclaredLevelStrategy.Type }
  /// Those of levels without a sign.
  static let unsignedLevelKinds = levelKinds.filter { $0 != "calibration" }
  static let versatileLevelKinds = levelKinds.filter(versatileKinds.contains)

  private func row(_ name: String) throws -> (kind: any StrategyDeclaration.Type, row: Row) {
    let kind = try #require(BuiltInStrategies.registry[name])
    return (kind, try Self.rows[name] ?? Row(settings: example(kind)))
  }

  private func example(_ kind: any StrategyDeclaration.Type) throws -> Setting {
    Setting(try YAMLText.parse("{\(kind.example)}", file: kind.kind))
  }

  /// Two intervals, so that each has its own range of reference notes.
  private func notes() throws -> TrialTask {
    try comparisonTask([DirectedInterval(.perfectFifth, .up), DirectedInterval(.octave, .down)], notes: 7...121)
  }

  /// The task of a strategy's example; of a comparison one with more intervals.
  private func task(of kind: any StrategyDeclaration.Type) throws -> TrialTask {
    let task = try TrialTask(parsing: kind.exampleTask)
    return task.kind == .comparison ? try notes() : task
  }

  @Test(arguments: kinds) func `every strategy's example keeps the promises`(name: String) throws {
    let kind = try #require(BuiltInStrategies.registry[name])
    try checkStrategy(kind, example(kind), in: task(of: kind))
  }

  @Test(arguments: kinds) func `every strategy keeps the promises in the task of its example`(name: String) throws {
    let (kind, row) = try row(name)
    try checkStrategy(kind, row.settings, in: task(of: kind), levels: row.limits)
  }

  @Test(arguments: versatileLevelKinds.filter(unsignedLevelKinds.contains))
  func `every level strategy keeps the promises in a task without notes on a log axis`(name: String) throws {
    let (kind, row) = try row(name)
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: .log, isSigned: false), alternatives: 3)
    try checkStrategy(kind, row.settings, in: task, levels: row.limits)
  }

  @Test(arguments: unsignedLevelKinds, [Axis.Scale.linear, .log])
  func `every level strategy keeps the promises in a yes-no task`(name: String, scale: Axis.Scale) throws {
    let (kind, row) = try row(name)
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: scale, isSigned: false), alternatives: 1)
    try checkStrategy(kind, row.settings, in: task, levels: row.limits)
  }

  /// QUEST assumes its slope, from which a threshold on a signed axis would follow, and is refused there.
  @Test(arguments: versatileLevelKinds.filter { $0 != "quest" })
  func `every level strategy keeps the promises on a signed axis`(name: String) throws {
    let (kind, row) = try row(name)
    try checkStrategy(kind, row.settings, in: notes().signed, levels: row.limits)
  }

  /// Interleaved tracks cannot be a part themselves.
  @Test(arguments: levelKinds.filter { $0 != "interleaved" })
  func `trials of others count towards the stop of every level strategy`(
    name: String
  ) throws {
    let (kind, row) = try row(name)
    let context = StrategyContext(task: try task(of: kind), stop: .trials(9))
    let read = Reader.read(row.settings.node, path: "", diagnostics: Diagnostics()) { reader in
      kind.levelFactory(from: reader, in: context)
    }
    let factory = read ?? nil
    let made = try #require(factory)
    var streams = Streams(task: RandomStream(seed: 3), strategy: RandomStream(seed: 5))
    var strategy = made.make(&streams)
    let asked = strategy.next
    for _ in 0..<8 { strategy.pass(Response(isPositive: true, seconds: 0)) }
    #expect(strategy.next == asked)
    strategy.pass(Response(isPositive: false, seconds: 0))
    #expect(strategy.next == nil)
    #expect(strategy.status == .finished(.trials))
  }

  @Test func `steps that are added keep the promises across 0`() throws {
    let settings: Setting = ["start": 3.7, "down": 2, "limits": [-41.3, 23.9], "step": ["linear": 2.9]]
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: .linear, isSigned: false), alternatives: 2)
    try checkStrategy(TransformedUpDown.self, settings, in: task, levels: -41.3...23.9)
  }

  @Test(arguments: kinds) func `every strategy describes itself and rejects values out of bounds`(name: String) throws {
    let (kind, row) = try row(name)
    try checkDeclaration(kind, row.settings, in: task(of: kind))
  }
}

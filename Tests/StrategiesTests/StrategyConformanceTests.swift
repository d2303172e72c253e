import Configuration
import Conformance
import Experiments
import Pitch
import Strategies
import Testing
import Trials

/// What every strategy promises, for every strategy that files can name: on its own example, and harder on the settings
/// of the table where it has a row.
@Suite struct StrategyConformanceTests {
  /// Settings for a level task and for a comparison, without a stop, and the limits they lead to.
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
    "constant-stimuli": Row(
      settings: ["levels": [3.1, 23.7, 41.9], "repetitions": 29, "order": "blocks"], limits: 3.1...41.9),
    "random": Row(settings: ["level": 23.7], limits: 23.7...23.7),
    "quest": Row(
      settings: ["prior": ["mean": 23.7, "sd": 1.3], "range": 4.1, "grain": 0.013, "limits": [1.7, 91.3]],
      limits: 1.7...91.3),
    "zest": Row(
      settings: [
        "function": "logistic", "threshold": [2.9, 11.3, 23.7, 41.9], "slope": 0.137, "limits": [1.7, 91.3],
      ],
      limits: 1.7...91.3),
    "best-pest": Row(
      settings: [
        "function": "normal", "threshold": [2.9, 11.3, 23.7, 41.9], "slope": [0.137, 0.0613], "lapse": [0, 0.0371],
        "levels": [1.7, 13.1, 29.3, 91.3],
      ], limits: 1.7...91.3),
    "mlp": Row(
      settings: [
        "threshold": [2.9, 11.3, 23.7, 41.9], "slope": 0.137, "lapse": [0.0123, 0.0371], "start": 61.3,
        "limits": [1.7, 91.3],
      ], limits: 1.7...91.3),
    "uml": Row(
      settings: [
        "threshold": [2.9, 11.3, 23.7, 41.9], "slope": [0.137, 0.0613], "lapse": [0.0123, 0.0371],
        "limits": [1.7, 91.3], "choose": ["down": 3, "up": 2],
      ], limits: 1.7...91.3),
  ]

  static let kinds = BuiltInStrategies.registry.names
  static let levelKinds = kinds.filter { BuiltInStrategies.registry[$0] is any DeclaredLevelStrategy.Type }

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

  @Test(arguments: kinds) func `every strategy's example keeps the promises`(name: String) throws {
    let kind = try #require(BuiltInStrategies.registry[name])
    try checkStrategy(kind, example(kind), in: notes())
  }

  @Test(arguments: kinds) func `every strategy keeps the promises in a comparison task`(name: String) throws {
    let (kind, row) = try row(name)
    try checkStrategy(kind, row.settings, in: notes(), levels: row.limits)
  }

  @Test(arguments: levelKinds) func `every level strategy keeps the promises in a level task on a log axis`(
    name: String
  ) throws {
    let (kind, row) = try row(name)
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: .log, isSigned: false), alternatives: 3)
    try checkStrategy(kind, row.settings, in: task, levels: row.limits)
  }

  @Test(arguments: levelKinds) func `every level strategy keeps the promises in a yes-no task on a linear axis`(
    name: String
  ) throws {
    let (kind, row) = try row(name)
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: .linear, isSigned: false), alternatives: 1)
    try checkStrategy(kind, row.settings, in: task, levels: row.limits)
  }

  @Test(arguments: levelKinds) func `every level strategy keeps the promises on a signed axis`(name: String) throws {
    let (kind, row) = try row(name)
    try checkStrategy(kind, row.settings, in: notes().signed, levels: row.limits)
  }

  @Test func `steps that are added keep the promises across 0`() throws {
    let settings: Setting = ["start": 3.7, "down": 2, "limits": [-41.3, 23.9], "step": ["linear": 2.9]]
    let task = try TrialTask.level(axis: Axis(unit: "dB", scale: .linear, isSigned: false), alternatives: 2)
    try checkStrategy(TransformedUpDown.self, settings, in: task, levels: -41.3...23.9)
  }

  @Test(arguments: kinds) func `every strategy says what it is and refuses what is out of bounds`(name: String) throws {
    let (kind, row) = try row(name)
    try checkDeclaration(kind, row.settings, in: notes())
  }
}

import Foundation
import PeachAnalysis
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// The trials said to be averaged have the estimate that the strategy itself gave as their mean.
@Suite struct AveragedReversalsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")

  private func averaged(_ strategy: String) async throws -> (trials: [TrialRecord], found: Set<Int>?) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try Experiment.parse(
      """
      name: averaged
      seed: 5
      task: {kind: comparison, notes: [C4, C5]}
      listeners: [{name: ear, kind: gaussian, jnd: 9}]
      strategies: [\(strategy)]
      stop: {trials: 60}
      replicates: 1
      keep-trials: 1
      """, file: "averaged.yaml"
    ).plan
    let file = try ResultsFile.create(
      at: folder.appending(path: "a.sqlite").path, plan.record(version: "0", build: "0"), cells: plan.cellRecords)
    _ = try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: file) { _ in }
    let cell = try file.cells()[0]
    var (trials, threshold): ([TrialRecord], Double?) = ([], nil)
    try file.forEachTrial(of: cell) { trials.append($0.trial) }
    try file.forEachRun(of: cell.id) { if cell.estimators[$1.estimator].name == "own" { threshold = $1.threshold } }
    let name = cell.strategy
    let found = AveragedReversals.trials(
      of: name, in: Self.strategies(try file.simulation().experiment), trials, threshold: threshold)
    return (trials, found)
  }

  private static func strategies(_ experiment: String) -> [Value] {
    Value(storedJSON: experiment)?["strategies"]?.items ?? []
  }

  private static let stairs = "{name: s, kind: transformed-up-down, start: 60, down: 2, "

  @Test(
    arguments: [
      (stairs + "step: {factor: 1.6, after-reversals: {2: 1.3}}}", 2), (stairs + "step: {factor: 1.3}}", 0),
      (stairs + "step: {factor: 1.4, after-reversals: {1: 1.3, 4: 1.2}}, estimator: {kind: reversals, last: 5}}", -5),
      (stairs + "step: {factor: 1.4}, estimator: {kind: reversals, skip: 3, mean: median}}", 3),
      ("{name: s, kind: weighted-up-down, start: 60, target: 0.75, step: {factor: 1.4, after-reversals: {3: 1.2}}}", 3),
    ])
  func `a staircase reports which reversals count`(strategy: String, first: Int) async throws {
    let (trials, found) = try await averaged(strategy)
    let reversals = trials.filter(\.isReversal).map(\.trial)
    var expected = first < 0 ? Array(reversals.suffix(-first)) : Array(reversals.dropFirst(first))
    if first >= 0, !strategy.contains("skip"), !expected.count.isMultiple(of: 2) { expected.removeFirst() }
    #expect(reversals.count > 6)
    #expect(found == Set(expected))
  }

  @Test(arguments: [
    "{name: s, kind: kazez}", stairs + "step: {factor: 1.4}, estimator: {kind: levels, last: 8}}",
    "{name: s, kind: pest, start: 60, step: {factor: 2}, min-step: 1.05, target: 0.75}",
  ])
  func `a strategy that does not average reversals reports none`(strategy: String) async throws {
    #expect(try await averaged(strategy).found == nil)
  }

  @Test func `an estimate is called a mean of reversals only if it is one`() {
    let trials = (1...6).map { TrialRecord(trial: $0, level: Double($0), isReversal: true) }
    let strategies = Self.strategies(#"{"strategies": [{"name": "s", "kind": "siam", "step": {"linear": 3}}]}"#)
    #expect(AveragedReversals.trials(of: "s", in: strategies, trials, threshold: 3.5) == [1, 2, 3, 4, 5, 6])
    #expect(AveragedReversals.trials(of: "s", in: strategies, trials, threshold: 3.6) == nil)
    #expect(AveragedReversals.trials(of: "t", in: strategies, trials, threshold: 3.5) == nil)
    #expect(AveragedReversals.trials(of: "s", in: Self.strategies("no JSON"), trials, threshold: 3.5) == nil)
  }
}

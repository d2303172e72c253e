import Foundation
import OwnKinds
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachSupport
import PeachTrials
import Testing

/// The kinds of the package keep the promises of the built-in ones.
@Suite struct OwnKindsTests {
  private let task: TrialTask

  init() throws { task = try TrialTask(parsing: "{kind: comparison}") }

  @Test func `the strategy keeps what every strategy promises`() throws {
    try checkStrategy(
      HalfOrDouble.self, ["start": 37.3, "factor": 3, "limits": [0.7, 91]], in: task, levels: 0.7...91)
  }

  @Test func `the listener keeps what every listener promises`() throws {
    let settings: Setting = ["sigma": 17, "perseveration": 0.3]
    checkListener(
      try settings.listener(of: PerseveringListener.self, in: task), in: task, levels: [2.9, 17.1, 61.7])
  }

  @Test func `a correct answer halves the level, a wrong one doubles it`() throws {
    let settings: Setting = ["start": 100, "factor": 2]
    let context = StrategyContext(task: task, stop: .trials(20))
    var streams = StreamNames(seed: 7, listener: "a", strategy: "b").streams(replicate: 1)
    var strategy = try settings.factory(of: HalfOrDouble.self, in: context).make(using: &streams)
    var levels: [Double] = []
    for isCorrect in [true, true, false, true] {
      let asked = try #require(strategy.next)
      levels.append(asked.level.value)
      let isHigher = (asked.offset > 0) == isCorrect
      strategy.update(CompletedComparison(asked, isHigher: isHigher, seconds: 1), using: &streams)
    }
    #expect(levels == [100, 50, 25, 50])
  }

  @Test func `an experiment file names both, runs, and its results are read`() async throws {
    let kinds = Experiment.Kinds(
      strategies: BuiltInStrategies.registry.adding(HalfOrDouble.self),
      listeners: BuiltInListeners.registry.adding(PerseveringListener.self))
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../own-kinds.yaml")
    let plan = try Experiment.read(
      file.path, kinds: kinds, overrides: Experiment.Overrides(replicates: 20)
    ).plan
    let path = FileManager.default.temporaryDirectory.appending(path: "own-kinds-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let results = try ResultsFile.create(at: path, plan.record(version: "1", build: "b"), cells: plan.cellRecords)
    #expect(try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: results) { _ in })
    let rows = try Summary.rows(of: results)
    #expect(rows.count == 12)
    #expect(rows.allSatisfy { $0.replicates == 20 })
  }
}

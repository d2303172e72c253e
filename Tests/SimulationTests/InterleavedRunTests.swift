import PeachFitting
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

/// Runs of several tracks: each is stored and scored as its own.
@Suite struct InterleavedRunTests {
  private static let both = """
    {name: both, kind: interleaved, max-lag: 2, catch: {every: 7, level: 90}, tracks: [
      {name: two, kind: transformed-up-down, start: 80, down: 2, step: {factor: 1.5}},
      {name: three, kind: transformed-up-down, start: 20, down: 3, step: {factor: 1.5}}]}
    """

  private func plan() throws -> Plan {
    try Samples.plan(
      listeners: ["{name: l, kind: gaussian, jnd: 10}"], strategies: [Self.both], rest: "stop: {trials: 70}",
      replicates: 3)
  }

  @Test func `each track has its own row, scored at its own target`() async throws {
    let plan = try plan()
    let estimators = plan.estimators(of: plan.cells[0])
    #expect(estimators.map(\.name) == ["own:two", "own:three", "fit"])
    #expect(agree(estimators[0].target, 0.5.squareRoot()))
    #expect(agree(estimators[1].target, 0.793_700_525_984_1, within: 1e-12))
    #expect(try #require(estimators[0].truth) < #require(estimators[1].truth))
    let folder = try Folder()
    let runs = try Samples.runs(try await Samples.results(of: plan, in: folder))
    #expect(runs.map(\.estimate.estimator) == [0, 1, 2, 0, 1, 2, 0, 1, 2])
    #expect(runs.allSatisfy { $0.estimate.status == .ok && $0.run.stopReason == "trials" })
  }

  @Test func `each stored trial has the name of its track and its kind`() async throws {
    let folder = try Folder()
    let file = try await Samples.results(of: try plan(), in: folder)
    var runs: [[TrialRecord]] = [[], [], []]
    try file.forEachTrial(of: file.cells()[0]) { runs[$0.replicate - 1].append($0.trial) }
    let trials = runs.flatMap(\.self)
    #expect(trials.count == 210)
    #expect(
      trials.allSatisfy { ($0.kind == .catch) == ($0.trial % 7 == 0) && ($0.kind == .catch) == $0.track.isEmpty })
    #expect(trials.filter { $0.kind == .catch }.allSatisfy { $0.level == 90 && $0.estimate == nil })
    for replicate in 1...3 {
      let counts = ["two", "three"].map { name in runs[replicate - 1].count { $0.track == name } }
      #expect(counts.reduce(0, +) == 60)
      #expect(abs(counts[0] - counts[1]) <= 2)
    }
    // What is believed beside a trial is its own track's: it changes only there.
    let believed = runs[0].filter { $0.track == "two" }.compactMap(\.estimate)
    let others = runs[0].filter { $0.track == "three" }.compactMap(\.estimate)
    #expect(!believed.isEmpty && !others.isEmpty)
    #expect(Set(believed).isDisjoint(with: others))
  }

  /// A fit of the test trials alone: catch trials at a level answered rightly would pull it.
  @Test func `catch trials stay out of the fit`() throws {
    let plan = try plan()
    let cell = plan.cells[0]
    var log = TrackLog()
    var streams = Streams(task: RandomStream(seed: 1), strategy: RandomStream(seed: 2))
    var random = RandomStream(seed: 3)
    _ = try #require(cell.model).sit(try #require(cell.factory), using: &streams, random: &random, log: &log)
    #expect(log.trials.count == 70)
    let tests = log.trials.filter { $0.comparison.level.kind == .test }
    #expect(tests.count == 60)
    let fit = CommonFit(task: cell.task, estimand: 0.75, lapse: 0.01)
    #expect(fit.fit(log.trials).threshold == fit.fit(tests).threshold)
  }
}

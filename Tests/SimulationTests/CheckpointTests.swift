import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Estimates of the first trials of runs.
@Suite struct CheckpointTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private let ear = "{name: ear, kind: gaussian, jnd: 5, lapse: 0.02}"
  /// One of each way in which an estimate of its own is made, and one that ends by itself.
  private let strategies = [
    "{name: stair, kind: transformed-up-down, start: 50, down: 2, step: {factor: 1.5}, catch: {every: 7, level: 80}}",
    "{name: fitted, kind: weighted-up-down, start: 50, target: 0.75, step: {factor: 1.5}, estimator: {kind: fit}}",
    "{name: zest, kind: zest, function: weibull, threshold: {from: 1, to: 60, count: 21, spacing: log}, slope: 1.3}",
    "{name: pair, kind: interleaved, order: random, tracks: [{name: a, kind: transformed-up-down, start: 40, down: 1, step: {factor: 1.5}}, "
      + "{name: b, kind: transformed-up-down, start: 20, down: 2, step: {factor: 1.5}}]}",
    "{name: short, kind: kazez, stop: {trials: 17}}",
  ]

  private func estimates(_ file: ResultsFile, _ cell: Int) throws -> [EstimateRecord] {
    try Samples.runs(file, of: cell).map(\.estimate)
  }

  private func checkpoints(_ file: ResultsFile, _ cell: Int, _ trials: Int) throws -> [EstimateRecord] {
    var found: [EstimateRecord] = []
    try file.forEachCheckpoint(of: cell) { _, checkpoint in
      if checkpoint.trials == trials { found.append(checkpoint.estimate) }
    }
    return found
  }

  @Test func `an estimate at a checkpoint equals that of a run that ends there, and runs do not change`() async throws {
    func run(_ rest: String) async throws -> ResultsFile {
      let plan = try Samples.plan(listeners: [ear], strategies: strategies, rest: rest, replicates: 12)
      return try await Samples.results(of: plan, in: Folder())
    }
    let plain = try await run("stop: {trials: 40}")
    let looked = try await run("stop: {trials: 40}\ncheckpoints: [9, 20, 40, 100]")
    let ended = try await run("stop: {trials: 20}")
    for cell in strategies.indices {
      #expect(try estimates(looked, cell) == estimates(plain, cell))
      #expect(try checkpoints(looked, cell, 20) == estimates(ended, cell))
      // Beyond its end a run keeps what it said last.
      #expect(try checkpoints(looked, cell, 40) == estimates(plain, cell))
      #expect(try checkpoints(looked, cell, 100) == estimates(plain, cell))
      #expect(try checkpoints(plain, cell, 20).isEmpty)
    }
    #expect(try checkpoints(looked, 0, 9) != estimates(plain, 0))
  }

  /// The bootstrap of an own estimate draws from a fork of the strategy's stream.
  @Test func `an estimator that draws leaves the run its random numbers`() async throws {
    let strategy =
      "{name: s, kind: weighted-up-down, start: 50, target: 0.75, step: {factor: 1.5}, "
      + "estimator: {kind: fit, interval: percentile, bootstrap: 100}}"
    func run(_ rest: String) async throws -> [EstimateRecord] {
      let plan = try Samples.plan(listeners: [ear], strategies: [strategy], rest: rest, replicates: 3)
      return try estimates(try await Samples.results(of: plan, in: Folder()), 0)
    }
    let plain = try await run("stop: {trials: 40}")
    #expect(plain.contains { $0.low != nil })
    #expect(try await run("stop: {trials: 40}\ncheckpoints: [25, 30]") == plain)
  }

  @Test func `a summary of a checkpoint counts the trials that runs had by then`() async throws {
    let plan = try Samples.plan(
      listeners: [ear], strategies: strategies, rest: "stop: {trials: 40}\ncheckpoints: [10, 25]", replicates: 12)
    let summary = try CheckpointSummary(try await Samples.results(of: plan, in: folder))
    let short = summary.rows.filter { $0.summary.cell.strategy == "short" }
    #expect(short.map(\.trials) == [10, 25])
    #expect(short.map(\.summary.trials.value) == [10, 17])
    #expect(short.allSatisfy { $0.summary.percentCorrect == .none && $0.summary.replicates == 12 })
    // A kazez has no own estimate: four criteria of its fit.
    let criteria = summary.criteria.filter { $0.cell.strategy == "short" }
    #expect(criteria.map(\.share) == [0.1, 0.2, 0.5, 1])
    #expect(criteria.allSatisfy { agree($0.criterion, log2OfOnePlus($0.share)) && $0.reached.value == 0 })
  }

  private func log2OfOnePlus(_ share: Double) -> Double {
    Axis(unit: "", scale: .log, isSigned: false).error(of: 1 + share, truth: 1)
  }

  @Test func `checkpoints that do not rise or are no whole numbers are refused`() throws {
    for (text, got) in [("[20, 10]", "20, 10"), ("[10, 10]", "10, 10"), ("[2.5, 10]", "2.5, 10")] {
      let problem = try #require(throws: ConfigurationError.self) {
        try Samples.plan(listeners: [ear], rest: "stop: {trials: 40}\ncheckpoints: \(text)")
      }
      #expect("\(problem)".contains("checkpoints: expected whole numbers in increasing order, got \(got)"))
    }
  }

  @Test func `a file that lacks an estimate of a checkpoint is damaged`() async throws {
    let plan = try Samples.plan(listeners: [ear], rest: "stop: {trials: 40}\ncheckpoints: [10]", replicates: 2)
    let file = try Samples.file(plan, in: folder)
    var batch = try #require(plan.batch(of: 0, plan.cellRecords[0], 1...2))
    #expect(batch.checkpoints.map(\.trials) == [10, 10])
    batch.checkpoints.removeLast()
    try file.append([batch])
    let damage = try #require(throws: RecordsError.self) { try file.forEachCheckpoint(of: 0) { _, _ in } }
    #expect(
      damage.reason == "damaged: table checkpoint, cell 0, replicate 2: estimator 0 after 10 trials is missing")
  }
}

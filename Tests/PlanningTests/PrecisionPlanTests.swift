import Glibc
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

@Suite struct PrecisionPlanTests {
  /// The errors of one estimator in so many runs of their own.
  private func errors(_ text: String, trials: Int, estimator name: String, runs: Int) throws -> [Double] {
    let plan = try Files.plan(text, trials: trials)
    let record = plan.cellRecords[0]
    let cell = CellRuns(
      of: plan, cell: 0, estimators: record.estimators, streams: ["afresh"], isCancelled: { false })
    let batch = try #require(cell.run(1...runs))
    return batch.estimates.filter { record.estimators[$0.estimator].name == name }.compactMap { estimate in
      Summary.outcome(of: estimate, record.estimators[estimate.estimator], plan.cells[0].task.axis).error
    }
  }

  /// n = 3 000 runs with another seed, whose error is at most what was asked for, but for 3 of its standard errors: a false
  /// alarm in 700 runs of the test. With half the trials it is 40 % too large, which is always found.
  @Test(arguments: ["fit", "own"]) func `afresh the error is as small as was asked`(estimator: String) async throws {
    let strategy = "{name: weighted, kind: weighted-up-down, start: 60, target: 0.75, step: {factor: 1.4}}"
    let text = Files.comparison([strategy])
    let rows = try await Files.precision(text, 0.25)
    #expect(rows.map(\.estimator.name) == ["own", "fit"])
    let row = try #require(rows.first { $0.estimator.name == estimator })
    #expect(row.answer == .found)
    let trials = try #require(row.trials)
    // What is told beside the number is of runs with that very number of trials.
    #expect(row.simulatedTrials == Double(trials))
    let (told, error) = (
      try #require(row.rootMeanSquareError.value), try #require(row.rootMeanSquareError.standardError)
    )
    #expect(told + 1.6 * error <= 25)
    #expect(try #require(row.checkedTo) >= 4 * trials)
    #expect(try #require(row.trialsLow) < trials && #require(row.trialsHigh) > trials / 2)
    let found = Statistics.rootMeanSquare(
      try errors(Files.comparison([strategy], seed: 12), trials: trials, estimator: estimator, runs: 3000))
    let (value, own) = (try #require(found.value), try #require(found.standardError))
    #expect(value - 3 * own <= log2(1.25), "\(trials): \(value) ±\(own)")
  }

  /// The trials that the plan will simulate, told before the long work, and those that it did: a ratio of two thirds to one
  /// and a half.
  @Test func `the work is foreseen from the first runs`() async throws {
    let text = Files.comparison([
      Files.twoDown, "{name: weighted, kind: weighted-up-down, start: 60, target: 0.75, step: {factor: 1.4}}",
    ])
    let plan = PrecisionPlan(try Files.procedure(text), share: 0.25, jobs: 2, isCancelled: { false })
    var (first, last): (PlanProgress?, PlanProgress?)
    _ = try await plan.rows(
      foreseen: { _ in },
      progress: { progress in
        if first == nil { first = progress }
        last = progress
      })
    let (foreseen, done) = (try #require(first).total, try #require(last).done)
    #expect(abs(log(Double(foreseen) / Double(done))) < log(1.5), "foreseen \(foreseen), done \(done)")
  }

  @Test func `a linear axis has percents of the truth`() async throws {
    let row = try #require(try await Files.precision(Files.linear, 0.04).first { $0.estimator.name == "fit" })
    #expect(row.answer == .found)
    // 4 % of a threshold of 20 dB; no more trials than its Monte Carlo error asks for.
    let error = try #require(row.rootMeanSquareError.value)
    #expect((3.2...4).contains(error), "\(error)")
  }

  @Test func `jobs change nothing, the seed does`() async throws {
    let text = Files.comparison([Files.twoDown, "{name: kazez, kind: kazez}"])
    func told(_ rows: [PrecisionRow]) -> [[Double?]] {
      rows.map { [$0.trials.map(Double.init), $0.rootMeanSquareError.value, $0.bias.value, $0.failed.value] }
    }
    let one = told(try await Files.precision(text, 0.3, jobs: 1))
    #expect(told(try await Files.precision(text, 0.3, jobs: 5)) == one)
    let other = Files.comparison([Files.twoDown, "{name: kazez, kind: kazez}"], seed: 12)
    #expect(told(try await Files.precision(other, 0.3)) != one)
  }

  @Test func `a track that ends by itself or by its own stop is run as it is`() async throws {
    let own = "{name: short, kind: kazez, stop: {any: [{trials: 25}, {reversals: 400}]}}"
    let list = "{name: list, kind: constant-stimuli, levels: [5, 15, 45], repetitions: 4, stop: {trials: 9000}}"
    let rows = try await Files.precision(Files.comparison([own, list]), 0.05)
    #expect(rows.map(\.answer) == [.ended, .ended])
    #expect(rows.map(\.simulatedTrials) == [25, 12])
    #expect(rows.map(\.trials) == [nil, nil])
    #expect(rows.map(\.replicates) == [400, 400])
    let enough = try await Files.precision(Files.comparison([own]), 0.9)
    #expect(enough.map(\.answer) == [.endedInTime])
  }

  @Test func `an unreachable precision is reported with the best reachable one`() async throws {
    // All trials far above the threshold tell nothing of it.
    let floor = "{name: two-down, kind: transformed-up-down, start: 60, down: 2, step: {factor: 3}}"
    let rows = try await Files.precision(Files.comparison([floor]), 0.02)
    let own = try #require(rows.first { $0.estimator.name == "own" })
    #expect(own.answer == .never)
    #expect(own.simulatedTrials == 2000)
    #expect(own.trials == nil)
    // Large steps lean low, whatever the number of trials.
    let (bias, deviation) = (try #require(own.bias.value), try #require(own.deviation.value))
    #expect(-bias > deviation)
  }

  @Test func `a threshold that the listener does not have is reported`() async throws {
    // Correct at most 70 times in a hundred.
    let rows = try await Files.precision(Files.comparison(listener: "jnd: 15, lapse: 0.6"), 0.5)
    #expect(rows.map(\.answer) == [.unreachable, .unreachable])
    #expect(rows.map(\.replicates) == [nil, nil])
  }

  @Test func `the error of a simulation falls as the square root of twice its runs`() async throws {
    let row = try #require(try await Files.precision(Files.linear, 0.04).first { $0.estimator.name == "fit" })
    // 1/√(2R) = 2 % at 1 250 normal errors; heavier tails need more.
    let needed = try #require(row.replicatesNeeded)
    #expect((900...3500).contains(needed), "\(needed)")
  }
}

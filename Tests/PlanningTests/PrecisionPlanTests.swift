import Glibc
import Planning
import Records
import Simulation
import Testing
import Trials

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

  /// n = 3 000 runs with another seed. RMSE falls about as 1/√trials, so that its relative error is half that of the number
  /// of trials; bounds of 4 of both errors together, about 13 %: a false alarm in 8 000 runs of the test, and a number of
  /// trials that is half or twice of what it should be is always found.
  @Test(arguments: ["fit", "own"]) func `afresh the error is as small as was asked`(estimator: String) async throws {
    let strategy = "{name: weighted, kind: weighted-up-down, start: 60, target: 0.75, step: {factor: 1.4}}"
    let text = Files.comparison([strategy])
    let rows = try await Files.precision(text, 0.25)
    #expect(rows.map(\.estimator.name) == ["own", "fit"])
    let row = try #require(rows.first { $0.estimator.name == estimator })
    #expect(row.answer == .found)
    let (trials, error) = (try #require(row.trials), try #require(row.trialsError))
    #expect(Double(error) <= 0.1 * Double(trials))
    let found = Statistics.rootMeanSquare(
      try errors(Files.comparison([strategy], seed: 12), trials: trials, estimator: estimator, runs: 3000))
    let (value, own) = (try #require(found.value), try #require(found.standardError))
    let relative = hypot(Double(error) / Double(trials) / 2, own / value)
    #expect(abs(log(value / log2(1.25))) < 4 * relative, "\(trials) ±\(error): \(value)")
  }

  @Test func `a linear axis has percents of the truth`() async throws {
    let row = try #require(try await Files.precision(Files.linear, 0.04).first { $0.estimator.name == "fit" })
    #expect(row.answer == .found)
    // 4 % of a threshold of 20 dB.
    let error = try #require(row.rootMeanSquareError.value)
    #expect(abs(error - 4) < 0.8, "\(error)")
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

  @Test func `what no number of trials reaches is told with what it reaches`() async throws {
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

  @Test func `a threshold that the listener has not is told`() async throws {
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

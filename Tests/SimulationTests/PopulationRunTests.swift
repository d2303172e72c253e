import Glibc
import PeachExperiments
import PeachMath
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

/// Runs of a population: each is held against the truth of its own listener.
@Suite struct PopulationRunTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private let population =
    "{name: people, kind: population, of: {kind: gaussian, jnd: {log-normal: {median: 12, sd: 0.5}}, lapse: {beta: {a: 2, b: 60}}}}"
  private let staircase = "{name: two-down, kind: transformed-up-down, start: 60, down: 2, step: {factor: 1.414}}"

  @Test func `each run has its own truth, and errors, coverage and bias are against it`() async throws {
    let plan = try Samples.plan(
      listeners: [population], strategies: [staircase],
      rest: "stop: {trials: 60}\nestimator-interval: 95%\ncheckpoints: [30]", replicates: 60)
    let file = try await Samples.results(of: plan, in: folder)
    let cell = try #require(try file.cells().first)
    let runs = try Samples.runs(file)
    let fits = runs.filter { cell.estimators[$0.estimate.estimator].name == "fit" }
    let truths = fits.compactMap { $0.estimate.met?.threshold }
    #expect(truths.count == 60 && Set(truths).count == 60)
    #expect(abs((cell.estimators.last?.truth ?? 0) - 12) < 1, "that of the cell is the median listener's")
    let errors = fits.compactMap { run -> Double? in
      Summary.outcome(of: run.estimate, cell.estimators[run.estimate.estimator], plan.cells[0].task.axis).error
    }
    let expected = fits.compactMap { run -> Double? in
      guard run.estimate.status == .ok, let truth = run.estimate.met?.threshold, let found = run.estimate.threshold
      else { return nil }
      return log2(found / truth)
    }
    #expect(errors == expected && errors.count > 40)
    // Fits follow their own listeners, and not the median one: their scatter is that of a run, not that of people.
    let row = try #require(try Summary.rows(of: file).last)
    #expect(agree(row.bias.value, expected.reduce(0, +) / Double(expected.count)))
    let scatter = (truths.reduce(0) { $0 + pow(log2($1 / 12), 2) } / 60).squareRoot()
    #expect(scatter > 0.5)
    #expect(row.coverage.value ?? 0 > 0.8)
    // The truth of the first trials is that of all.
    var looks = 0
    try file.forEachCheckpoint(of: 0) { run, checkpoint in
      looks += 1
      let whole = runs.first {
        $0.run.replicate == run.replicate && $0.estimate.estimator == checkpoint.estimate.estimator
      }
      #expect(checkpoint.estimate.met == whole?.estimate.met)
    }
    #expect(looks == 120)
  }

  @Test func `drawn listeners depend neither on the jobs nor on the strategy`() async throws {
    let strategies = [staircase, "{name: kazez, kind: kazez}"]
    let plan = try Samples.plan(listeners: [population], strategies: strategies, replicates: 12)
    let one = try await Samples.results(of: plan, in: folder, jobs: 1)
    let met = try (0..<2).map { cell in try Samples.runs(one, of: cell).map { $0.estimate.met } }
    let two = try await Samples.results(of: plan, in: Folder(), jobs: 2)
    for cell in 0..<2 {
      #expect(try Samples.runs(two, of: cell).map { $0.estimate } == Samples.runs(one, of: cell).map { $0.estimate })
    }
    let lapses = met.map { $0.compactMap { $0?.lapse } }
    #expect(Set(lapses[0]) == Set(lapses[1]) && Set(lapses[0]).count == 12)
  }

  @Test func `a resolved experiment has the distributions, and makes the same runs`() throws {
    let plan = try Samples.plan(listeners: [population], replicates: 3)
    let again = try Experiment.parse(plan.resolved.json(), file: "again.json").plan
    #expect(again.digest == plan.digest)
    let listener = plan.resolved["listeners"]?.items.first
    #expect(
      listener?["of"]?["jnd"]
        == .mapping([
          Value.Field("log-normal", .mapping([Value.Field("median", .number(12)), Value.Field("sd", .number(0.5))]))
        ]))
  }

  @Test func `the distributions of a population can be varied`() throws {
    let text = population.replacing("sd: 0.5", with: "sd: {vary: [0.1, 0.9]}")
    let plan = try Samples.plan(listeners: [text], replicates: 3)
    #expect(plan.varied == ["listeners.people.of.jnd.log-normal.sd"] && plan.cells.count == 2)
  }
}

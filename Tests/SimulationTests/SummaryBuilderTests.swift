import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachTrials
import Testing

@Suite("Summaries without a results file")
struct SummaryBuilderTests {
  /// Runs that fail, an interleaved strategy, matchings, and listeners who differ from run to run.
  private static func plans() throws -> [Plan] {
    let listeners = ["{name: keen, kind: gaussian, jnd: 5}", "{name: dull, kind: gaussian, jnd: 20, lapse: 0.04}"]
    let staircase = "{name: two-down, kind: transformed-up-down, start: 100, down: 2, up: 1, step: {factor: 2}}"
    let kazez = "{name: kazez, kind: kazez}"
    let short = "{name: short, kind: transformed-up-down, start: 1, down: 2, up: 1, step: {factor: 1.1}}"
    return [
      try Samples.plan(listeners: listeners, strategies: [kazez, staircase, short], replicates: 30),
      try Samples.plan(
        listeners: [
          "{name: people, kind: population, of: {kind: gaussian, jnd: {log-normal: {median: 12, sd: 0.5}}, lapse: 0.02}}"
        ], strategies: [kazez, staircase], replicates: 25),
      try Experiment.parse(
        """
        name: matching
        seed: 42
        task: {kind: matching, notes: [C4, C5], intervals: [prime, perfect-fifth-up], gap: 0.5, offset: 80}
        listeners: [{name: ear, kind: tuner, constant: 3, spread: 7, under-adjustment: 0.2, delay: 2.5, adjustments: 3}]
        stop: {trials: 12}
        replicates: 10
        """, file: "matching.yaml"
      ).plan,
    ]
  }

  /// The rows and differences as text; equal texts are equal to the last digit.
  private func text(_ summary: SimulationSummary) throws -> [String] {
    let rows = summary.rows.map { row in
      var row = row
      let failures = row.failures.byCount
      row.failures = [:]
      return "\(row) \(failures)"
    }
    return try rows + PairedFamily.all(in: summary).map { "\($0.estimator) \($0.differences)" }
  }

  @Test("Runs summed up as they are made give the numbers of their results file", arguments: 0..<3)
  func sameness(number: Int) async throws {
    let plan = try Self.plans()[number]
    let folder = try Folder()
    let file = try Samples.file(plan, in: folder)
    let (simulation, cells) = (try file.simulation(), try file.cells())
    var stored = SummaryBuilder(simulation, cells, within: 0.2)
    let simulator = Simulator(plan, jobs: 2, isCancelled: { false })
    #expect(
      try await simulator.run(into: file, isReadAgain: false, made: { stored.add($0) }, progress: { _ in }))
    var made = SummaryBuilder(simulation, cells, within: 0.2)
    var done = 0
    #expect(try await simulator.run(cells, made: { made.add($0) }, progress: { done = $0.done }))
    #expect(done == plan.runs)
    let expected = try text(SimulationSummary(of: file, within: 0.2))
    #expect(!expected.isEmpty)
    #expect(try text(stored.summary()) == expected)
    #expect(try text(made.summary()) == expected)
  }

  @Test("Runs that an error stopped are counted by reason")
  func failures() {
    let cell = CellRecord(
      id: 0, strategy: "s", listener: "l", varied: [],
      estimators: [EstimatorRecord(name: "fit", target: 0.75, truth: 5, trueLapse: 0, idealSweat: nil)])
    let simulation = SimulationRecord(
      name: "n", question: nil, digest: "", seed: "", version: "", build: "", experiment: "", task: "comparison",
      unit: "cents", scale: .log, alternatives: 2, varied: [], replicates: 4)
    var batch = BatchRecord(cell: 0, replicates: 1...4, seconds: 0)
    for (index, failure) in [nil, "gone", "late", "gone"].enumerated() {
      batch.runs.append(
        RunRecord(
          replicate: index + 1, trials: 1, reversals: 0, correct: 1, judged: 1, stopReason: "error", failure: failure))
      batch.estimates.append(EstimateRecord(replicate: index + 1, estimator: 0, status: .error))
    }
    var builder = SummaryBuilder(simulation, [cell])
    builder.add(batch)
    #expect(builder.failures.map(\.reason) == ["gone", "late"])
    #expect(builder.failures.map(\.runs) == [2, 1])
    #expect(builder.failures.map(\.replicate) == [2, 3])
    #expect(builder.summary().rows.map(\.failed.value) == [4])
  }
}

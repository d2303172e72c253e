import PeachExperiments
import PeachFitting
import PeachPitch
import PeachSimulation
import PeachStorage
import PeachTrials
import Synchronization
import Testing

/// Runs of matchings: what is drawn, tuned, analysed and stored.
@Suite struct MatchingRunTests {
  private func plan(
    _ listener: String = "constant: 3, spread: 7, under-adjustment: 0.2, delay: 2.5, adjustments: 3",
    stop: String = "{trials: 25}", keep: Int = 2, replicates: Int = 5
  ) throws -> Plan {
    try Experiment.parse(
      """
      name: sample
      seed: 42
      task: {kind: matching, notes: [C4, C5], intervals: [prime, perfect-fifth-up], gap: 0.5, offset: 80}
      listeners: [{name: ear, kind: tuner, \(listener)}]
      stop: \(stop)
      replicates: \(replicates)
      keep-trials: \(keep)
      """, file: "sample.yaml"
    ).plan
  }

  private func matchings(_ file: ResultsFile, of cell: Int = 0) throws -> [RunMatching] {
    var found: [RunMatching] = []
    try file.forEachMatching(of: try file.cells()[cell]) { found.append($0) }
    return found
  }

  @Test func `a replicate is the draws of its task, tuned with the draws of its listener`() async throws {
    let folder = try Folder()
    let plan = try plan()
    let file = try await Samples.results(of: plan, in: folder)
    let cell = plan.cells[0]
    guard case .matchings(let model, _) = cell.work else {
      Issue.record("no matchings")
      return
    }
    let names = StreamNames(seed: 42, listener: "ear", strategy: "uniform")
    var draws = MatchingDraws(cell.task, using: names.task.stream(replicate: 2))
    var random = names.listener.stream(replicate: 2)
    var listener = model
    let stored = try matchings(file).filter { $0.replicate == 2 }.map(\.matching)
    #expect(stored.count == 25)
    var notes: [MatchedNote] = []
    for (index, record) in stored.enumerated() {
      let matching = draws.next()
      let tuned = listener.tune(matching, using: &random)
      #expect(record.trial == index + 1)
      #expect(record.reference == matching.reference.number)
      #expect(record.target == matching.reference.number + matching.interval.semitones)
      #expect(record.interval == matching.interval.name)
      #expect(record.initialOffset == matching.initialOffset.value)
      #expect(record.error == matching.error(at: tuned.position).value)
      #expect(record.adjustments == 3)
      #expect(record.heard.responseTime == 2.5)
      #expect(record.heard.tuning == "equal-temperament" && record.heard.gap == 0.5)
      notes.append(
        MatchedNote(note: record.target, initialOffset: record.initialOffset, error: record.error, range: 80))
    }
    #expect(Set(stored.map(\.interval)).count == 2)
    let fit = MatchingFit(notes)
    let figures = [fit.constantError, fit.variableError, fit.underAdjustment]
    let runs = try Samples.runs(file).filter { $0.run.replicate == 2 }
    #expect(runs.map(\.estimate.threshold) == figures.map { $0?.value })
    #expect(runs.map(\.estimate.low) == figures.map { $0?.interval.low })
    #expect(runs.map(\.estimate.high) == figures.map { $0?.interval.high })
    #expect(runs.map(\.estimate.status) == [.ok, .ok, .ok])
    #expect(runs[0].run.trials == 25 && runs[0].run.stopReason == "trials" && runs[0].run.judged == 0)
  }

  @Test func `the first replicates are kept, without trials of a strategy`() async throws {
    let folder = try Folder()
    let file = try await Samples.results(of: try plan(), in: folder)
    #expect(file.isOfMatchings)
    #expect(Set(try matchings(file).map(\.replicate)) == [1, 2])
    var trials = 0
    try file.forEachTrial(of: try file.cells()[0]) { _ in trials += 1 }
    #expect(trials == 0)
  }

  @Test func `runs do not depend on the jobs, and repeated runs equal the stored ones`() async throws {
    let (one, other) = (try Folder(), try Folder())
    let plan = try plan("spread: {vary: [4, 9]}", replicates: 40)
    let first = try await Samples.results(of: plan, in: one)
    let second = try await Samples.results(of: plan, in: other, jobs: 3)
    for cell in 0...1 {
      let (runs, others) = (try Samples.runs(first, of: cell), try Samples.runs(second, of: cell))
      #expect(runs.map(\.estimate) == others.map(\.estimate))
      #expect(try matchings(first, of: cell) == matchings(second, of: cell))
    }
    // On common random numbers.
    #expect(
      try matchings(first, of: 0).map(\.matching.initialOffset) == matchings(first, of: 1).map(\.matching.initialOffset)
    )
    let outcome = try #require(
      try await Verifier(plan, first, isCancelled: { false }).run(sample: nil, jobs: 2) { _, _ in })
    #expect(outcome.runs == 80 && outcome.differences.isEmpty)
  }

  @Test func `a matching that was changed is found by verification`() async throws {
    let folder = try Folder()
    let stored = try plan()
    let file = try Samples.file(stored, in: folder)
    // The same cells, of a listener who takes another time.
    let changed = try plan("constant: 3, spread: 7, under-adjustment: 0.2, delay: 2.75, adjustments: 3")
    _ = try await Simulator(changed, jobs: 1, isCancelled: { false }).run(into: file) { _ in }
    let outcome = try #require(
      try await Verifier(stored, file, isCancelled: { false }).run(sample: nil, jobs: 1) { _, _ in })
    #expect(outcome.differentRuns == 2)
    let first = try #require(outcome.differences.first)
    #expect(first.cell == 0 && first.replicate == 1)
    #expect(
      [first.what, first.stored, first.again]
        == ["trial 1 response_time_s", "2.75", "2.5"])
  }

  @Test func `a run that reaches the maximum ends by it`() async throws {
    let folder = try Folder()
    let file = try await Samples.results(of: try plan(stop: "{trials: 25, maximum: 9}"), in: folder)
    let run = try #require(try Samples.runs(file).first).run
    #expect(run.trials == 9)
    #expect(run.stopReason == "maximum")
  }

  @Test func `a run of two matchings has no figures, and counts as failed`() async throws {
    let folder = try Folder()
    let file = try await Samples.results(of: try plan("spread: 7", stop: "{trials: 2}"), in: folder)
    let runs = try Samples.runs(file)
    #expect(runs.allSatisfy { $0.estimate.status == .tooFewTrials && $0.estimate.threshold == nil })
    let rows = try Summary.rows(of: file)
    #expect(rows.map(\.failed.value) == [5, 5, 5])
    #expect(rows.map(\.failures) == [[.tooFewTrials: 5], [.tooFewTrials: 5], [.tooFewTrials: 5]])
    // No time stated is none.
    #expect(try matchings(file).allSatisfy { $0.matching.heard.responseTime == nil })
  }

  /// Leaves the control nowhere in about half of the runs.
  private struct Faulty: MatchingListener {
    func tune(_ matching: PitchMatching, using random: inout RandomStream) -> TunedControl {
      TunedControl(position: random.unit() < 0.03 ? .nan : 0.1, adjustments: 0)
    }
  }

  @Test func `a run whose listener leaves the control nowhere is stored with its error`() async throws {
    let folder = try Folder()
    var plan = try plan(keep: 20, replicates: 20)
    guard case .matchings(_, let stop) = plan.cells[0].work else {
      Issue.record("no matchings")
      return
    }
    plan.cells[0].work = .matchings(Faulty(), stop)
    let file = try await Samples.results(of: plan, in: folder)
    let runs = try Samples.runs(file)
    let failed = runs.filter { $0.run.failure != nil }
    #expect((3...57).contains(failed.count))
    let one = try #require(failed.first)
    #expect(
      one.run.failure
        == "the listener returned an invalid final position of the control, or an invalid time, at trial "
        + "\(one.run.trials + 1)")
    #expect(failed.allSatisfy { $0.estimate.status == .error && $0.run.stopReason == "error" })
    // Of a listener that states no truth there is no error.
    #expect(try Summary.rows(of: file).allSatisfy { $0.bias.value == nil })
    #expect(try matchings(file).count == runs.filter { $0.estimate.estimator == 0 }.reduce(0) { $0 + $1.run.trials })
  }

  @Test func `a cancelled batch is no batch`() async throws {
    let folder = try Folder()
    let file = try Samples.file(try plan(), in: folder)
    let asked = Atomic(0)
    let isWhole = try await Simulator(try plan(), jobs: 1) { asked.add(1, ordering: .relaxed).newValue > 3 }
      .run(into: file) { _ in }
    #expect(!isWhole)
    #expect(try file.batches().isEmpty)
  }

  @Test func `a summary has bias, spread and coverage of each figure`() async throws {
    let folder = try Folder()
    let file = try await Samples.results(of: try plan(replicates: 200), in: folder)
    let rows = try Summary.rows(of: file)
    #expect(rows.map(\.estimator.name) == ["constant-error", "variable-error", "under-adjustment"])
    for (row, truth) in zip(rows, [3, 7, 0.2]) {
      #expect(row.estimator.truth == truth)
      #expect(row.failed.value == 0)
      let (bias, error) = (try #require(row.bias.value), try #require(row.bias.standardError))
      // Five standard errors, and the bias of a standard deviation, σ/(4n).
      #expect(abs(bias) <= 5 * error + truth / 100)
      #expect(row.coverage.value.map { $0 > 0.87 } == true)
      #expect(row.percentCorrect.value == nil && row.efficiency.value == nil)
    }
  }
}

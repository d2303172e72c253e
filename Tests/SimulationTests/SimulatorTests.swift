import PeachSimulation
import PeachStorage
import PeachTrials
import Synchronization
import Testing

@Suite struct SimulatorTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private let ear = "{name: ear, kind: gaussian, jnd: 5}"

  // MARK: What is missing

  private func missing(_ stored: [ClosedRange<Int>], replicates: Int) throws -> [ClosedRange<Int>] {
    let plan = try Samples.plan(listeners: [ear], replicates: replicates)
    let file = try Samples.file(plan, in: folder)
    for range in stored { try file.append([BatchRecord(cell: 0, replicates: range, seconds: 0)]) }
    let work = try Simulator(plan, jobs: 1, isCancelled: { false }).missing(in: file)
    #expect(work.allSatisfy { $0.cell == 0 })
    return work.map(\.replicates)
  }

  @Test func `an empty file misses everything, in batches of two thousand`() throws {
    #expect(try missing([], replicates: 5) == [1...5])
    #expect(try missing([], replicates: 2000) == [1...2000])
    #expect(try missing([], replicates: 4001) == [1...2000, 2001...4000, 4001...4001])
  }

  @Test func `only gaps are filled`() throws {
    #expect(try missing([1...10], replicates: 10).isEmpty)
    #expect(try missing([1...10], replicates: 12) == [11...12])
    #expect(try missing([1...10, 21...25], replicates: 25) == [11...20])
    #expect(
      try missing([3...10, 21...25, 4990...5000], replicates: 5000) == [
        1...2, 11...20, 26...2025, 2026...4025, 4026...4989,
      ])
  }

  @Test func `runs beyond the plan stay unchanged`() throws {
    #expect(try missing([1...10, 21...25], replicates: 15) == [11...15])
    #expect(try missing([1...80], replicates: 50).isEmpty)
    #expect(try missing([21...30], replicates: 10) == [1...10])
  }

  @Test func `every cell has its own gaps`() throws {
    let plan = try Samples.plan(
      listeners: [ear], strategies: ["{name: a, kind: kazez}", "{name: b, kind: kazez}"], replicates: 8)
    let file = try Samples.file(plan, in: folder)
    try file.append([BatchRecord(cell: 1, replicates: 1...3, seconds: 0)])
    let work = try Simulator(plan, jobs: 1, isCancelled: { false }).missing(in: file)
    #expect(work.map(\.cell) == [0, 1])
    #expect(work.map(\.replicates) == [1...8, 4...8])
  }

  // MARK: Running

  @Test func `filling a gap gives the runs that an unbroken simulation has`() async throws {
    let plan = try Samples.plan(listeners: [ear], replicates: 30)
    let whole = try Samples.runs(try await Samples.results(of: plan, in: folder))
    #expect(whole.count == 30)
    let other = try Folder()
    var some = plan
    some.replicates = 12
    let file = try await Samples.results(of: some, in: other)
    var seen: [Simulator.Progress] = []
    #expect(try await Simulator(plan, jobs: 3, isCancelled: { false }).run(into: file) { seen.append($0) })
    #expect(seen.map(\.done) == [12, 30])
    #expect(seen.map(\.new) == [0, 18])
    #expect(seen.allSatisfy { $0.total == 30 })
    let grown = try Samples.runs(file)
    #expect(grown.map(\.run) == whole.map(\.run))
    #expect(grown.map(\.estimate) == whole.map(\.estimate))
  }

  @Test(arguments: [0, 2])
  func `a cell that holds an estimator too few or too many is damaged`(copies: Int) async throws {
    let plan = try Samples.plan(listeners: [ear], replicates: 3)
    var cells = plan.cellRecords
    cells[0].estimators = Array(repeating: cells[0].estimators, count: copies).flatMap(\.self)
    let file = try ResultsFile.create(
      at: folder.path("results.sqlite"), plan.record(version: "0.0.0", build: "none"), cells: cells, replacing: true)
    let error = await #expect(throws: RecordsError.self) {
      try await Simulator(plan, jobs: 1, isCancelled: { false }).run(into: file) { _ in }
    }
    #expect(error?.code == .wrongContent)
    #expect(error?.path == file.path)
    #expect(error?.reason.contains(copies == 0 ? "has no estimator" : "are missing or wrong") == true)
    #expect(try file.batches().isEmpty)
  }

  @Test func `a cancelled simulation stores no half batch`() async throws {
    let plan = try Samples.plan(listeners: [ear], replicates: 30)
    let file = try Samples.file(plan, in: folder)
    #expect(try await !Simulator(plan, jobs: 2, isCancelled: { true }).run(into: file) { _ in })
    #expect(try file.batches().isEmpty)
    #expect(try Samples.runs(file).isEmpty)
  }

  @Test func `quick batches are stored together`() async throws {
    let strategies = (1...20).map { "{name: s\($0), kind: kazez}" }
    let plan = try Samples.plan(listeners: [ear], strategies: strategies, replicates: 2)
    let file = try Samples.file(plan, in: folder)
    var new: [Int] = []
    #expect(try await Simulator(plan, jobs: 2, isCancelled: { false }).run(into: file) { new.append($0.new) })
    #expect(new == [0, 40])
    #expect(try file.batches().count == 20)
  }

  /// The first strategy has short tracks, and the second very long ones.
  @Test func `a cancellation keeps quick batches that are finished`() async throws {
    let strategies = ["{name: a, kind: kazez, stop: {trials: 5}}", "{name: b, kind: kazez}"]
    func cancelled(_ strategies: [String], after polls: Int) async throws -> (cells: [Int], asked: Int) {
      let plan = try Samples.plan(
        listeners: [ear], strategies: strategies, rest: "stop: {trials: 1000000}", replicates: 3)
      let other = try Folder()
      defer { withExtendedLifetime(other) {} }
      let file = try Samples.file(plan, in: other)
      let asked = Atomic(0)
      let simulator = Simulator(plan, jobs: 1) { asked.add(1, ordering: .relaxed).newValue > polls }
      _ = try await simulator.run(into: file) { _ in }
      return (try file.batches().map(\.cell), asked.load(ordering: .relaxed))
    }
    let quick = try await cancelled([strategies[0]], after: .max)
    #expect(quick.cells == [0])
    #expect(try await cancelled(strategies, after: quick.asked + 3).cells == [0])
  }

  /// Asked for the sixth time on the way through the one run that there is.
  @Test func `a long track is cancelled on its way`() async throws {
    let plan = try Samples.plan(listeners: [ear], rest: "stop: {trials: 1000000}", replicates: 1)
    let file = try Samples.file(plan, in: folder)
    let asked = Atomic(0)
    let simulator = Simulator(plan, jobs: 1) { asked.add(1, ordering: .relaxed).newValue > 5 }
    #expect(try await !simulator.run(into: file) { _ in })
    #expect(asked.load(ordering: .relaxed) < 20)
    #expect(try file.batches().isEmpty)
  }

  @Test func `a batch is cancelled while it is written, and nothing of it stays`() throws {
    let plan = try Samples.plan(listeners: [ear], replicates: 1)
    let file = try Samples.file(plan, in: folder)
    var batch = BatchRecord(cell: 0, replicates: 1...1, seconds: 0)
    batch.runs = [
      RunRecord(replicate: 1, trials: 5000, reversals: 0, correct: 0, judged: 0, stopReason: "trials", failure: nil)
    ]
    batch.trials = (1...5000).map { RunTrial(replicate: 1, trial: TrialRecord(trial: $0, level: 2.5)) }
    #expect(try !file.append([batch]) { true })
    #expect(try file.batches().isEmpty)
    #expect(try Samples.runs(file).isEmpty)
    #expect(try file.append([batch]) { false })
    #expect(try file.batches().count == 1)
  }

  @Test func `the trials of the first replicates are stored, and only those`() async throws {
    let plan = try Samples.plan(listeners: [ear], rest: "stop: {trials: 7}\nkeep-trials: 2", replicates: 5)
    let file = try await Samples.results(of: plan, in: folder)
    var trials: [RunTrial] = []
    try file.forEachTrial(of: file.cells()[0]) { trials.append($0) }
    #expect(trials.map(\.replicate) == [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2])
    #expect(trials.map(\.trial.trial) == [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7])
    let runs = try Samples.runs(file)
    for replicate in [1, 2] {
      let own = trials.filter { $0.replicate == replicate }.map(\.trial)
      let run = try #require(runs.first { $0.run.replicate == replicate }?.run)
      #expect(own.count { $0.isReversal } == run.reversals)
      #expect(own.count { $0.isCorrect == true } == run.correct)
      #expect(own.allSatisfy { abs($0.offset ?? 0) == $0.level && $0.reference == 60 && $0.target == 60 })
    }
  }

  /// Catch and comfort trials among them, and comparisons of no offset: what is kept is what is expected where it is read.
  @Test(
    arguments: [
      ("kind: comparison, notes: [C4, C4]", "factor: 2", "[1, 5, 10]"),
      ("kind: comparison, notes: [C4, C4], signed: true", "linear: 2", "[-10, 0, 10]"),
      ("kind: forced-choice, unit: dB", "linear: 2", "[-40, -10]"),
      ("kind: yes-no, unit: dB", "linear: 2", "[-40, -10]"),
      ("kind: oddity", "factor: 2", "[1, 5, 10]"), ("kind: axb", "factor: 2", "[1, 5, 10]"),
      ("kind: same-different", "factor: 2", "[1, 5, 10]"),
    ])
  func `the trials of every kind of task are read again`(task: String, step: String, levels: String) async throws {
    let constant = "{name: c, kind: constant-stimuli, levels: \(levels), repetitions: 10}"
    let staircase =
      "{name: s, kind: transformed-up-down, start: 10, down: 2, step: {\(step)}, catch: {every: 5, level: 50}, "
      + "comfort: {after-errors: 2, level: 50}}"
    let plan = try Samples.plan(
      task: "{\(task)}",
      listeners: [
        task.contains("unit") ? "{name: ear, kind: psychometric, threshold: -20, slope: 0.3, lapse: 0.02}" : ear
      ],
      strategies: task.contains("signed") ? [constant] : [constant, staircase],
      rest: "stop: {trials: 40}\nkeep-trials: 3", replicates: 3)
    let file = try await Samples.results(of: plan, in: folder)
    var trials = 0
    for cell in try file.cells() { try file.forEachTrial(of: cell) { _ in trials += 1 } }
    #expect(trials >= 3 * 20)
  }

  @Test func `a listener who never reaches the estimand counts as failed for every fit`() async throws {
    // The fit's lapse is bounded at 0.1 where the listener's is 0.3: most fits end there.
    let plan = try Samples.plan(
      task: "{kind: forced-choice, unit: dB}",
      listeners: ["{name: ear, kind: psychometric, threshold: -20, slope: 0.3, lapse: 0.3}"],
      strategies: ["{name: c, kind: constant-stimuli, levels: [-40, -30, -20, -10, 0], repetitions: 20}"],
      rest: "estimator-method: ml", replicates: 30)
    let file = try await Samples.results(of: plan, in: folder)
    let estimates = try Samples.runs(file).map(\.estimate)
    #expect(estimates.contains { $0.status == .unreachable && agree($0.lapse, 0.1, within: 1e-6) })
    #expect(estimates.allSatisfy { !$0.status.hasThreshold })
    #expect(try Summary.rows(of: file).map(\.failed.value) == [30])
  }
}

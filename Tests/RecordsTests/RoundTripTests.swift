import PeachStorage
import PeachTrials
import Testing

/// What is written is what is read.
@Suite struct RoundTripTests {
  private let folder: Folder
  private let file: ResultsFile

  init() throws {
    folder = try Folder()
    file = try Samples.file(in: folder)
  }

  /// What another process would read.
  private func reopened() throws -> ResultsFile { try ResultsFile.open(file.path) }

  private func runs(_ file: ResultsFile, of cell: Int) throws -> [(run: RunRecord, estimate: EstimateRecord)] {
    var rows: [(run: RunRecord, estimate: EstimateRecord)] = []
    try file.forEachRun(of: cell) { rows.append(($0, $1)) }
    return rows
  }

  private func trials(_ file: ResultsFile, of cell: Int) throws -> [RunTrial] {
    var rows: [RunTrial] = []
    try file.forEachTrial(of: Samples.cells[cell]) { rows.append($0) }
    return rows
  }

  @Test func `the simulation and its cells`() throws {
    #expect(try reopened().simulation() == Samples.simulation)
    #expect(try reopened().cells() == Samples.cells)
    #expect(try file.simulation() == Samples.simulation)
  }

  @Test func `a simulation without a question and without varied values`() throws {
    var plain = Samples.simulation
    plain.question = nil
    plain.varied = []
    var cell = Samples.cells[0]
    cell.varied = []
    let file = try ResultsFile.create(at: folder.path("plain.sqlite"), plain, cells: [cell])
    #expect(try file.simulation() == plain)
    #expect(try file.cells() == [cell])
  }

  @Test func `a new file holds no runs`() throws {
    #expect(try file.batches().isEmpty)
    #expect(try runs(file, of: 0).isEmpty)
    #expect(try trials(file, of: 0).isEmpty)
    #expect(try file.failedRuns() == 0)
  }

  @Test func `every field of a batch`() throws {
    let batch = Samples.batch
    try file.append([batch])
    let read = try reopened()
    let batches = try read.batches()
    #expect(batches.map(\.cell) == [0])
    #expect(batches.map(\.replicates) == [3...4])
    #expect(batches.map(\.seconds) == [0.25])
    let rows = try runs(read, of: 0)
    #expect(rows.map(\.run) == [batch.runs[0], batch.runs[0], batch.runs[1], batch.runs[1]])
    #expect(rows.map(\.estimate) == batch.estimates)
    #expect(try trials(read, of: 0) == batch.trials)
    #expect(try runs(read, of: 1).isEmpty)
    #expect(try read.failedRuns() == 1)
  }

  @Test(arguments: ["higher", "lower", "yes", "no"]) func `every answer`(answer: String) throws {
    var batch = Samples.batch
    batch.trials[0].trial.answer = answer
    batch.trials[0].trial.isCorrect = false
    try file.append([batch])
    #expect(try trials(file, of: 0) == batch.trials)
  }

  /// Levels have no notes, and an answer where they are heard or not; of a choice among notes it is known whether it was right.
  @Test(arguments: [("yes-no", 1), ("forced-choice", 2), ("oddity", 3)])
  func `trials have exactly the values of their task`(task: String, alternatives: Int) throws {
    var simulation = Samples.simulation
    simulation.task = task
    var cells = Samples.cells
    cells[0].alternatives = alternatives
    var batch = Samples.batch
    for place in batch.trials.indices {
      batch.trials[place].trial.isCorrect = true
      batch.trials[place].trial.answer = alternatives == 1 ? "yes" : nil
      guard task != "oddity" else { continue }
      let full = batch.trials[place].trial
      batch.trials[place].trial = TrialRecord(trial: 1, kind: full.kind, level: full.level, heard: full.heard)
      batch.trials[place].trial.answer = full.answer
      batch.trials[place].trial.isCorrect = full.kind == .catch && alternatives == 1 ? nil : true
    }
    let file = try ResultsFile.create(at: folder.path("task.sqlite"), simulation, cells: cells)
    try file.append([batch])
    var read: [RunTrial] = []
    try file.forEachTrial(of: cells[0]) { read.append($0) }
    #expect(read == batch.trials)

    batch.trials[0].trial.answer = alternatives == 1 ? nil : "higher"
    let spoilt = try ResultsFile.create(at: folder.path("spoilt.sqlite"), simulation, cells: cells)
    try spoilt.append([batch])
    let error = #expect(throws: RecordsError.self) { try spoilt.forEachTrial(of: cells[0]) { _ in } }
    let expected = alternatives == 1 ? "expected a value, got NULL" : "expected NULL, got a value"
    #expect(error?.reason == "damaged: table trial, cell 0, replicate 3, trial 1: answer: \(expected)")
  }

  @Test(arguments: [0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 4.999999999999993, 1 / 3.0])
  func `numbers are read back to the last bit`(number: Double) throws {
    var batch = Samples.batch
    batch.estimates[0].threshold = number
    try file.append([batch])
    #expect(try runs(file, of: 0)[0].estimate.threshold?.bitPattern == number.bitPattern)
  }

  @Test func `rows are read back in order for any batches`() throws {
    for first in [21, 1, 11] {
      var batch = BatchRecord(cell: 1, replicates: first...(first + 1), seconds: 1)
      for replicate in [first + 1, first] {
        batch.runs.append(
          RunRecord(
            replicate: replicate, trials: 2, reversals: 0, correct: 1, judged: 2, stopReason: "trials", failure: nil))
        batch.estimates.append(EstimateRecord(replicate: replicate, estimator: 0, status: .step))
        for trial in [2, 1] {
          var record = Samples.trial
          record.trial = trial
          batch.trials.append(RunTrial(replicate: replicate, trial: record))
        }
      }
      try file.append([batch])
    }
    #expect(try file.batches().map(\.replicates) == [1...2, 11...12, 21...22])
    #expect(try runs(file, of: 1).map(\.run.replicate) == [1, 2, 11, 12, 21, 22])
    #expect(try trials(file, of: 1).map(\.replicate) == [1, 1, 2, 2, 11, 11, 12, 12, 21, 21, 22, 22])
    #expect(try trials(file, of: 1).prefix(4).map(\.trial.trial) == [1, 2, 1, 2])
  }

  @Test func `the timing sums runs, trials and seconds of each cell`() throws {
    try file.append([Samples.batch])
    var more = BatchRecord(cell: 0, replicates: 5...5, seconds: 0.5)
    more.runs = [
      RunRecord(replicate: 5, trials: 33, reversals: 0, correct: 1, judged: 2, stopReason: "trials", failure: nil)
    ]
    more.selection = 3e-6
    try file.append([more])
    more.replicates = 6...6
    more.runs[0].replicate = 6
    more.selection = 2e-6
    try file.append([more])
    let timing = try file.timing()
    #expect(timing.map(\.cell) == [0, 1])
    #expect(timing.map(\.runs) == [4, 0])
    #expect(timing.map(\.trials) == [68, 0])
    #expect(timing.map(\.seconds) == [1.25, 0])
    #expect(timing.map(\.selection) == [2e-6, nil])
  }

  @Test func `the replicates asked for can be raised`() throws {
    try file.setReplicates(80)
    var raised = Samples.simulation
    raised.replicates = 80
    #expect(try reopened().simulation() == raised)
  }
}

package import PeachStorage
import PeachSupport
import PeachTrials

/// Repeats stored runs and compares every number of them, for `peach verify`.
///
/// The stored and the repeated runs must be identical to the bit, because only experiment and seed determine the digits
/// of a results file. A package of your own uses only the type `Runs`.
public struct Verifier: Sendable {
  /// A value that is another when it is made again.
  package struct Difference: Hashable, Sendable {
    /// `nil` if it is of the whole file.
    package var cell: Int?
    /// `nil` if it is of a cell, or of the file.
    package var replicate: Int?
    /// Such as `fit threshold` or `trial 12 level_cents`.
    package var what: String
    /// Empty if there is none.
    package var stored: String
    package var again: String
  }

  package struct Outcome: Sendable {
    /// How many were made again, of how many that are stored.
    package var runs = 0
    package var stored = 0
    /// How many of them are not the same.
    package var differentRuns = 0
    /// The first, in file order.
    package var differences: [Difference] = []
  }

  /// How many differences are reported.
  package static let mostTold = 20

  private let plan: Plan
  private let results: ResultsFile
  private let isCancelled: @Sendable () -> Bool

  /// - Parameter plan: The plan of the experiment in the file, with the same replicates.
  package init(_ plan: Plan, _ results: ResultsFile, isCancelled: @escaping @Sendable () -> Bool) {
    self.plan = plan
    self.results = results
    self.isCancelled = isCancelled
  }

  /// - Parameters:
  ///   - sample: The number of runs to check, spread over all; `nil` for all stored runs.
  ///   - jobs: The number of parallel batches; at least 1.
  ///   - progress: Called with the number of completed runs and of all runs.
  /// - Returns: `nil` after a cancellation.
  /// - Throws: `RecordsError` if the file is damaged.
  package func run(sample: Int?, jobs: Int, progress: (Int, Int) -> Void) async throws -> Outcome? {
    let cells = try results.cells()
    var outcome = Outcome()
    outcome.differences = try differences(of: results.simulation(), cells)
    guard cells.count == plan.cells.count else { return outcome }
    // Rows that are of no batch are damage, told by walking all.
    if sample == nil {
      for cell in cells {
        try results.forEachRun(of: cell.id) { _, _ in }
        try results.forEachCheckpoint(of: cell.id) { _, _ in }
      }
    }
    outcome.stored = try results.batches().reduce(0) { $0 + $1.replicates.count }
    let work = try self.work(sample)
    let total = work.reduce(0) { $0 + $1.replicates.count }
    progress(0, total)
    var found: [Int: [Difference]] = [:]
    let isComplete = try await withThrowingTaskGroup(of: (Int, RunComparing?).self) { group in
      var next = 0
      func start() {
        guard next < work.count else { return }
        let (place, item) = (next, work[next])
        next += 1
        group.addTask(executorPreference: WorkerThreads.shared) {
          (place, try compare(cells[item.cell], item.replicates))
        }
      }
      for _ in 0..<jobs { start() }
      while let (place, compared) = try await group.next() {
        guard let compared else {
          group.cancelAll()
          return false
        }
        outcome.runs += work[place].replicates.count
        outcome.differentRuns += compared.replicates.count
        if !compared.differences.isEmpty { found[place] = compared.differences }
        progress(outcome.runs, total)
        start()
      }
      return true
    }
    guard isComplete else { return nil }
    let all = outcome.differences + found.keys.sorted().flatMap { found[$0] ?? [] }
    outcome.differences = Array(all.prefix(Verifier.mostTold))
    return outcome
  }

  /// The runs to repeat: stored replicates, in file order.
  private func work(_ sample: Int?) throws -> [Runs] {
    let stored = try results.batches().flatMap { batch in
      stride(from: batch.replicates.lowerBound, through: batch.replicates.upperBound, by: Simulator.batchSize).map {
        (cell: batch.cell, replicates: $0...min($0 + Simulator.batchSize - 1, batch.replicates.upperBound))
      }
    }
    return sample.map { Verifier.spread($0, over: stored, seed: plan.seed) } ?? stored
  }

  /// Successive replicates of one cell, for example to state which runs `Simulator.run` makes. Cells count from 0 in
  /// the order of the plan, replicates from 1.
  public typealias Runs = (cell: Int, replicates: ClosedRange<Int>)

  /// So many runs of all, one of each of as many equal parts, so that every cell has its share; the same seed chooses the
  /// same.
  package static func spread(_ sample: Int, over all: [Runs], seed: UInt64) -> [Runs] {
    let total = all.reduce(0) { $0 + $1.replicates.count }
    guard sample < total else { return all }
    var random = StreamFamily(seed: seed, path: ["verify"]).stream(replicate: sample)
    var chosen: [Runs] = []
    var (place, before) = (0, 0)
    for part in 0..<sample {
      let first = part * total / sample
      let one = min(first + Int(random.unit() * Double((part + 1) * total / sample - first)), total - 1)
      while one >= before + all[place].replicates.count {
        before += all[place].replicates.count
        place += 1
      }
      let replicate = all[place].replicates.lowerBound + one - before
      chosen.append((all[place].cell, replicate...replicate))
    }
    return chosen
  }

  /// - Returns: `nil` after a cancellation.
  private func compare(_ cell: CellRecord, _ replicates: ClosedRange<Int>) throws -> RunComparing? {
    let runner = BatchRunner(
      plan: plan, cell: plan.cells[cell.id], id: cell.id, estimators: cell.estimators, isCancelled: isCancelled)
    guard let again = runner.run(replicates) else { return nil }
    var comparing = RunComparing(plan.cells[cell.id].task.axis, cell: cell)
    var run = 0
    var estimate = 0
    try results.forEachRun(of: cell.id, in: replicates) { storedRun, storedEstimate in
      if storedEstimate.estimator == 0 {
        comparing.compare(storedRun, again.runs[run])
        run += 1
      }
      comparing.compare(storedEstimate, again.estimates[estimate])
      estimate += 1
    }
    var checkpoint = 0
    try results.forEachCheckpoint(of: cell.id, in: replicates) { _, stored in
      comparing.compare(stored, again.checkpoints[checkpoint])
      checkpoint += 1
    }
    var rest = again.trials[...]
    try results.forEachTrial(of: cell, in: replicates) { stored in
      // A track may have another length, which has been told.
      rest = rest.drop { ($0.replicate, $0.trial.trial) < (stored.replicate, stored.trial.trial) }
      if let again = rest.first, again.trial.trial == stored.trial.trial, again.replicate == stored.replicate {
        comparing.compare(stored, again)
      }
    }
    var matchings = again.matchings[...]
    try results.forEachMatching(of: cell, in: replicates) { stored in
      let key = (stored.replicate, stored.matching.trial)
      matchings = matchings.drop { ($0.replicate, $0.matching.trial) < key }
      if let again = matchings.first, (again.replicate, again.matching.trial) == key {
        comparing.compare(stored, again)
      }
    }
    return comparing
  }

  /// Compares the file's description of itself and of its cells with its experiment.
  private func differences(of simulation: SimulationRecord, _ cells: [CellRecord]) -> [Difference] {
    var comparing = RunComparing(simulation.axis, cell: nil)
    comparing.compare(simulation, plan.record(version: simulation.version, build: simulation.build))
    comparing.compare("cells", String(cells.count), String(plan.cells.count))
    for (stored, again) in zip(cells, plan.cellRecords) { comparing.compare(stored, again) }
    return comparing.differences
  }
}

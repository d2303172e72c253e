public import PeachStorage
import PeachSupport

/// Makes the missing runs of a plan on several threads and writes them in order.
///
/// A batch is one cell and up to 2 000 successive replicates. Its numbers depend only on the plan, never on threads
/// or on earlier runs. A cell is one strategy with one listener at one set of varied values.
///
/// ```swift
/// let simulator = Simulator(experiment.plan, jobs: 2, isCancelled: { false })
/// let isComplete = try await simulator.run(into: results) { print($0.done, "of", $0.total) }
/// ```
public struct Simulator: Sendable {
  /// The progress of a simulation, in runs. A run is done once it is stored, or made if none is stored.
  public struct Progress: Sendable {
    /// Runs done so far, including those of earlier calls.
    public var done: Int
    /// All runs that there should be in the end.
    public var total: Int
    /// Runs done in this call.
    public var new: Int
  }

  /// The largest number of replicates in a batch, 2 000.
  public static let batchSize = 2000

  private let plan: Plan
  private let jobs: Int
  private let workClock: WorkClock?
  private let isCancelled: @Sendable () -> Bool

  /// A simulator of a plan.
  ///
  /// - Parameters:
  ///   - jobs: How many batches run at once; at least 1.
  ///   - clock: Estimates the time left; `nil` for no estimate. Before the work, the simulator makes and
  ///     discards a few runs of each large cell to measure their cost.
  ///   - isCancelled: Polled often, from any thread. Return `true` to end the simulation.
  public init(_ plan: Plan, jobs: Int, clock: WorkClock? = nil, isCancelled: @escaping @Sendable () -> Bool) {
    precondition(jobs >= 1, "fewer than one job")
    self.plan = plan
    self.jobs = jobs
    workClock = clock
    self.isCancelled = isCancelled
  }

  /// Makes the runs that the file does not have yet, and stores them batch by batch. A cancelled simulation keeps the
  /// stored batches, and a later call adds the others.
  ///
  /// - Parameters:
  ///   - chosen: The runs to make in a file without runs, in the order of the file; `nil` for all missing runs.
  ///   - progress: Called at the start and after each stored batch.
  /// - Returns: Whether all runs are stored; `false` after a cancellation.
  /// - Throws: `RecordsError` if the file lacks cells or estimators of the plan, or if a batch cannot be written.
  public func run(
    into results: ResultsFile, only chosen: [Verifier.Runs]? = nil, progress: (Progress) -> Void
  ) async throws -> Bool {
    try await run(into: results, only: chosen, isReadAgain: true, made: { _ in }, progress: progress)
  }

  /// Makes and stores the missing runs like the other `run(into:)`, and hands out each batch that is stored.
  ///
  /// - Parameters:
  ///   - isReadAgain: Whether the runs are read after the work, for which the clock then leaves time.
  ///   - made: Takes the batches in the order of the file.
  package func run(
    into results: ResultsFile, only chosen: [Verifier.Runs]? = nil, isReadAgain: Bool, made: (BatchRecord) -> Void,
    progress: (Progress) -> Void
  ) async throws -> Bool {
    let estimators = try results.cells().map(\.estimators)
    try check(estimators, path: results.path)
    let work = try chosen ?? missing(in: results)
    let total =
      try chosen.map { $0.reduce(0) { $0 + $1.replicates.count } }
      ?? results.simulation().shard.runs(cells: plan.cells.count, replicates: plan.replicates)
    return try await run(work, of: total, estimators, into: results, isReadAgain: isReadAgain, progress: progress) {
      batch in
      let isStored = try WorkClock.writing(batch.rows, on: workClock) {
        try results.append(batch, isCancelled: isCancelled)
      }
      if isStored { made(batch) }
      return isStored
    }
  }

  /// Makes all runs of the plan, and stores none.
  ///
  /// - Parameters:
  ///   - cells: The cells of the plan, from `Plan.cellRecords`.
  ///   - made: Takes the batches cell by cell, those of a cell in ascending order.
  /// - Returns: Whether all runs are made; `false` after a cancellation.
  package func run(
    _ cells: [CellRecord], made: (BatchRecord) -> Void, progress: (Progress) -> Void
  ) async throws -> Bool {
    return try await run(missing(except: [], of: .whole), of: plan.runs, cells.map(\.estimators), progress: progress) {
      batch in
      made(batch)
      return true
    }
  }

  /// - Parameters:
  ///   - total: All runs that there should be in the end.
  ///   - results: The file that stores the runs; `nil` if they are not stored.
  ///   - isReadAgain: Whether the runs are read after the work.
  ///   - keep: Keeps a batch, in the order of the work. Returns `false` after a cancellation.
  private func run(
    _ work: [Verifier.Runs], of total: Int, _ estimators: [[EstimatorRecord]], into results: ResultsFile? = nil,
    isReadAgain: Bool = false, progress: (Progress) -> Void, keep: (BatchRecord) throws -> Bool
  ) async throws -> Bool {
    var state = Progress(done: total - work.reduce(0) { $0 + $1.replicates.count }, total: total, new: 0)
    progress(state)
    if let workClock {
      try await WorkForecast(plan, estimators, jobs: jobs, isCancelled: isCancelled)
        .prepare(workClock, for: work, in: results, isReadAgain: isReadAgain)
    }
    let threads = WorkerThreads(most: jobs)
    defer { threads.end() }
    return try await withThrowingTaskGroup(of: (Int, BatchRecord?).self) { group in
      // Batches land by their place in the list; one that finishes early waits for those before it.
      var waiting: [Int: BatchRecord] = [:]
      var started = 0
      var written = 0
      /// Keeps every job busy, with at most two batches a job alive. The threads take the next one themselves, so that
      /// they lose no time while a batch is written.
      func startBatches() {
        while started < min(work.count, written + 2 * jobs) {
          let (place, item) = (started, work[started])
          let runner = runner(of: item.cell, estimators)
          group.addTask(executorPreference: threads) {
            var runner = runner
            runner.counter = workClock?.begin(place, cell: item.cell, units: Double(item.replicates.count))
            let batch = runner.run(item.replicates)
            workClock?.finish(place, seconds: batch?.seconds)
            return (place, batch)
          }
          started += 1
        }
      }
      startBatches()
      while let (place, batch) = try await group.next() {
        guard let batch, !isCancelled() else {
          group.cancelAll()
          return false
        }
        waiting[place] = batch
        while let next = waiting.removeValue(forKey: written) {
          guard try keep(next) else {
            group.cancelAll()
            return false
          }
          written += 1
          state.done += next.replicates.count
          state.new += next.replicates.count
          progress(state)
          startBatches()
        }
      }
      return true
    }
  }

  private func runner(of cell: Int, _ estimators: [[EstimatorRecord]]) -> BatchRunner {
    BatchRunner(
      plan: plan, cell: plan.cells[cell], id: cell, estimators: estimators[cell],
      isCancelled: { isCancelled() || Task.isCancelled })
  }

  /// Throws unless each cell of the plan has its estimators, the common fits of the plan last.
  private func check(_ estimators: [[EstimatorRecord]], path: String) throws(RecordsError) {
    guard estimators.count == plan.cells.count else {
      throw RecordsError(
        .wrongContent, path: path,
        reason:
          "is damaged: combinations of strategy and listener are missing or wrong; simulate again with --force")
    }
    for (cell, stored) in zip(plan.cells, estimators) {
      guard case .trials = cell.work else { continue }
      let own = stored.count - plan.estimatorMethods.count
      guard own >= 0, stored.indices.allSatisfy({ stored[$0].isCommon == ($0 >= own) }) else {
        throw RecordsError(
          .wrongContent, path: path,
          reason:
            "is damaged: the estimators of \(cell.strategy)/\(cell.listener) are missing or wrong; simulate again "
            + "with --force")
      }
    }
  }

  /// The replicates that the file should have and does not store yet, cell by cell, in batches; empty if it is
  /// complete. Cells count from 0, replicates from 1.
  ///
  /// - Throws: `RecordsError` if the file cannot be read or is damaged.
  public func missing(in results: ResultsFile) throws(RecordsError) -> [(cell: Int, replicates: ClosedRange<Int>)] {
    try missing(except: results.batches(), of: results.simulation().shard)
  }

  private func missing(
    except batches: [StoredBatch], of shard: Shard
  ) -> [(cell: Int, replicates: ClosedRange<Int>)] {
    let stored = Dictionary(grouping: batches, by: \.cell)
    var work: [(cell: Int, replicates: ClosedRange<Int>)] = []
    for cell in plan.cells.indices {
      guard
        let wanted = shard.replicates(ofCell: cell, cells: plan.cells.count, replicates: plan.replicates)
      else { continue }
      var next = wanted.lowerBound
      let behind = wanted.upperBound + 1
      let ranges = (stored[cell] ?? []).map(\.replicates)
      for range in ranges + [behind...behind] {
        let end = min(range.lowerBound - 1, wanted.upperBound)
        while next <= end {
          let last = min(next + Simulator.batchSize - 1, end)
          work.append((cell, next...last))
          next = last + 1
        }
        next = max(next, min(range.upperBound, wanted.upperBound) + 1)
      }
    }
    return work
  }
}

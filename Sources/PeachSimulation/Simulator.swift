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
    /// All runs that there should be in the end: those of the plan, of the file's shard of it, or those that the call
    /// chose.
    public var total: Int
    /// Runs done in this call of `run`, without those that were stored before it.
    public var new: Int
  }

  /// The largest number of runs in a batch, 2 000. A batch is successive replicates of one cell, which Peach stores
  /// together.
  public static let batchSize = 2000
  /// Batches with this many rows are worth a transaction. A cancellation stops the writing of larger groups.
  private static let mostRows = 24_000
  /// How long batches wait for others with which they are stored.
  private static let longestPause = Duration.milliseconds(500)

  /// The most batches at work or waiting for an earlier one: enough that the threads are busy while others are written.
  static func mostAlive(_ jobs: Int) -> Int { 2 * jobs + 8 }

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
  ///   - isCancelled: Polled often, from any thread. Return `true` to end the simulation; a cancelled task ends it too.
  public init(_ plan: Plan, jobs: Int, clock: WorkClock? = nil, isCancelled: @escaping @Sendable () -> Bool) {
    precondition(jobs >= 1, "fewer than one job")
    self.plan = plan
    self.jobs = jobs
    workClock = clock
    self.isCancelled = isCancelled
  }

  /// Makes the runs that the file does not have yet, and stores them a few batches at a time. A cancelled simulation
  /// keeps what is stored, and a later call adds the rest.
  ///
  /// - Parameters:
  ///   - results: A file of the same plan, seed and build, not opened for reading only. Peach does not check this here.
  ///   - chosen: The runs to make in a file without runs, in the order of the file; `nil` for all missing runs.
  ///   - progress: Called at the start and whenever batches are stored.
  /// - Returns: Whether all runs, or all chosen ones, are stored; `false` after a cancellation.
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
      batches in
      let rows = batches.reduce(0) { $0 + $1.rows }
      let areStored = try WorkClock.writing(rows, on: workClock) {
        do {
          // A small group is soon written, so a cancellation does not lose it.
          return try results.append(batches, isCancelled: { rows > Simulator.mostRows && isCancelled() })
        } catch  where batches.count > 1 {
          // Some may fit on a disk that is nearly full.
          return try batches.allSatisfy { try results.append([$0]) }
        }
      }
      if areStored { batches.forEach(made) }
      return areStored
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
    try await run(missing(except: [], of: .whole), of: plan.runs, cells.map(\.estimators), progress: progress) {
      batches in
      batches.forEach(made)
      return true
    }
  }

  /// - Parameters:
  ///   - total: All runs that there should be in the end.
  ///   - results: The file that stores the runs; `nil` if they are not stored.
  ///   - isReadAgain: Whether the runs are read after the work.
  ///   - keep: Keeps some batches, in the order of the work. Returns `false` after a cancellation.
  private func run(
    _ work: [Verifier.Runs], of total: Int, _ estimators: [[EstimatorRecord]], into results: ResultsFile? = nil,
    isReadAgain: Bool = false, progress: (Progress) -> Void, keep: ([BatchRecord]) throws -> Bool
  ) async throws -> Bool {
    var state = Progress(done: total - work.reduce(0) { $0 + $1.replicates.count }, total: total, new: 0)
    progress(state)
    if let workClock {
      try await WorkForecast(plan, estimators, jobs: jobs, isCancelled: isCancelled)
        .prepare(workClock, for: work, in: results, isReadAgain: isReadAgain)
    }
    let threads = WorkerThreads(most: jobs)
    defer { threads.end() }
    return try await withThrowingTaskGroup(of: Event.self) { group in
      // Batches land by their place in the list; one that finishes early waits for those before it.
      var waiting: [Int: BatchRecord] = [:]
      var started = 0
      var passed = 0
      // A transaction waits for the disk several times, so quick batches share one.
      var ready: [BatchRecord] = []
      var readyRows = 0
      var isPausing = false
      /// Keeps every job busy. The threads take the next batch themselves, so that they lose no time while batches are
      /// written.
      func startBatches() {
        while started < min(work.count, passed + Self.mostAlive(jobs)) {
          let (place, item) = (started, work[started])
          let runner = runner(of: item.cell, estimators)
          group.addTask(executorPreference: threads) {
            var runner = runner
            runner.counter = workClock?.begin(place, cell: item.cell, units: Double(item.replicates.count))
            let batch = runner.run(item.replicates)
            workClock?.finish(place, seconds: batch?.seconds)
            return .batch(place, batch)
          }
          started += 1
        }
      }
      /// - Returns: `false` after a cancellation.
      func keepReady() throws -> Bool {
        if ready.isEmpty { return true }
        guard try keep(ready) else { return false }
        let runs = ready.reduce(0) { $0 + $1.replicates.count }
        (ready, readyRows) = ([], 0)
        state.done += runs
        state.new += runs
        progress(state)
        return true
      }
      defer { group.cancelAll() }
      startBatches()
      while passed < work.count, let event = try await group.next() {
        switch event {
        case .batch(let place, let batch):
          waiting[place] = batch
          while let next = waiting.removeValue(forKey: passed) {
            ready.append(next)
            readyRows += next.rows
            passed += 1
            startBatches()
          }
          if batch == nil || passed < work.count && isCancelled() {
            _ = try keepReady()
            return false
          }
          if readyRows >= Self.mostRows, try !keepReady() { return false }
          if !ready.isEmpty, !isPausing {
            isPausing = true
            group.addTask {
              try? await Task.sleep(for: Self.longestPause)
              return .pauseEnded
            }
          }
        case .pauseEnded:
          isPausing = false
          guard try keepReady() else { return false }
        }
      }
      return try keepReady()
    }
  }

  private enum Event {
    /// A batch at its place in the list of work; `nil` after a cancellation.
    case batch(Int, BatchRecord?)
    /// Batches that are ready have waited long enough for others.
    case pauseEnded
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

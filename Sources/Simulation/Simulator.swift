import Processes
public import Records

/// Runs the missing runs of a plan on all cores and writes them in order.
///
/// A batch is one cell and up to 2 000 successive replicates. Its numbers depend on the plan alone, never on threads or
/// on what was run before.
public struct Simulator: Sendable {
  public struct Progress: Sendable {
    /// Runs stored so far, those of earlier sittings included.
    public var done: Int
    public var total: Int
    /// Runs stored in this sitting.
    public var new: Int
    /// Until all are, in seconds; nil while it is not known.
    public var secondsLeft: Double?
  }

  public static let batchSize = 2000

  private let plan: Plan
  private let jobs: Int
  private let foresees: Bool
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - jobs: How many batches run at once; at least 1.
  ///   - foresees: Whether progress tells the time left: two runs of each cell with many are made to know their cost, and
  ///     not kept.
  public init(_ plan: Plan, jobs: Int, foresees: Bool = false, isCancelled: @escaping @Sendable () -> Bool) {
    precondition(jobs >= 1, "fewer than one job")
    self.plan = plan
    self.jobs = jobs
    self.foresees = foresees
    self.isCancelled = isCancelled
  }

  /// - Parameter chosen: What alone is run, in file order and in a file without runs; nil = all that is missing.
  /// - Returns: Whether all runs are stored; false after a cancellation.
  /// - Throws: `RecordsError` when a batch cannot be written.
  public func run(
    into results: ResultsFile, only chosen: [Verifier.Runs]? = nil, progress: (Progress) -> Void
  ) async throws -> Bool {
    let estimators = try estimators(stored: results)
    let work = try chosen ?? missing(in: results)
    let total =
      try chosen.map { $0.reduce(0) { $0 + $1.replicates.count } }
      ?? results.simulation().shard.runs(cells: plan.cells.count, replicates: plan.replicates)
    var state = Progress(done: total - work.reduce(0) { $0 + $1.replicates.count }, total: total, new: 0)
    progress(state)
    var timeLeft = try await foreseen(work, estimators, in: results)
    let clock = ContinuousClock()
    let beginning = clock.now
    var now: Double { beginning.duration(to: clock.now) / .seconds(1) }
    func report() {
      state.secondsLeft = timeLeft?.seconds(at: now)
      progress(state)
    }
    return try await withThrowingTaskGroup(of: (Int, BatchRecord?).self) { group in
      // Batches land by their place in the list; one that finishes early waits for those before it.
      var waiting: [Int: BatchRecord] = [:]
      var started = 0
      var running = 0
      var written = 0
      /// Keeps every job busy, with at most two batches a job alive.
      func start() {
        while running < jobs, started < min(work.count, written + 2 * jobs) {
          let (place, item) = (started, work[started])
          let runner = runner(of: item.cell, estimators)
          group.addTask(executorPreference: WorkerThreads.shared) { (place, runner.run(item.replicates)) }
          timeLeft?.begin(place, cell: item.cell, runs: item.replicates.count, at: now)
          started += 1
          running += 1
        }
      }
      start()
      while let (place, batch) = try await group.next() {
        running -= 1
        guard let batch, !isCancelled() else {
          group.cancelAll()
          return false
        }
        timeLeft?.finish(place, seconds: batch.seconds)
        waiting[place] = batch
        start()
        while let next = waiting.removeValue(forKey: written) {
          guard try results.append(next, isCancelled: isCancelled) else {
            group.cancelAll()
            return false
          }
          written += 1
          state.done += next.replicates.count
          state.new += next.replicates.count
          report()
        }
        start()
      }
      return true
    }
  }

  private func runner(of cell: Int, _ estimators: [[EstimatorRecord]]) -> BatchRunner {
    BatchRunner(
      plan: plan, cell: plan.cells[cell], id: cell, estimators: estimators[cell],
      isCancelled: { isCancelled() || Task.isCancelled })
  }

  /// Those of each cell, the common ones last and as many as the plan has.
  private func estimators(stored results: ResultsFile) throws(RecordsError) -> [[EstimatorRecord]] {
    let estimators = try results.cells().map(\.estimators)
    guard estimators.count == plan.cells.count else {
      throw RecordsError(.wrongContent, path: results.path, reason: "is damaged: it does not hold the cells it should")
    }
    for (cell, stored) in zip(plan.cells, estimators) {
      guard case .trials = cell.work else { continue }
      let own = stored.count - plan.estimatorMethods.count
      guard own >= 0, stored.indices.allSatisfy({ stored[$0].isCommon == ($0 >= own) }) else {
        throw RecordsError(
          .wrongContent, path: results.path,
          reason: "is damaged: \(cell.strategy)/\(cell.listener) does not hold the estimators it should")
      }
    }
    return estimators
  }

  /// What the runs that are left cost, by those there are and by two of cells that have many: the first makes tables,
  /// the second is measured. Nil where nobody asks.
  private func foreseen(
    _ work: [(cell: Int, replicates: ClosedRange<Int>)], _ estimators: [[EstimatorRecord]], in results: ResultsFile
  ) async throws(RecordsError) -> TimeLeft? {
    guard foresees else { return nil }
    var left = plan.cells.map { _ in 0 }
    for item in work { left[item.cell] += item.replicates.count }
    var timeLeft = TimeLeft(strategies: plan.cells.map(\.strategy), left: left, jobs: jobs)
    for batch in try results.batches() {
      timeLeft.measure(batch.cell, runs: batch.replicates.count, seconds: batch.seconds)
    }
    let cells = timeLeft.worthProbing
    let last = plan.replicates...plan.replicates
    let measured = await withTaskGroup(of: (Int, Double?).self) { group in
      var found: [(cell: Int, seconds: Double)] = []
      for (place, cell) in cells.enumerated() {
        if place >= jobs, case (let cell, let seconds?)? = await group.next() { found.append((cell, seconds)) }
        let runner = runner(of: cell, estimators)
        group.addTask(executorPreference: WorkerThreads.shared) {
          (cell, runner.run(last).flatMap { _ in runner.run(last) }?.seconds)
        }
      }
      for await case (let cell, let seconds?) in group { found.append((cell, seconds)) }
      return found
    }
    for (cell, seconds) in measured { timeLeft.measure(cell, runs: 1, seconds: seconds) }
    return timeLeft
  }

  /// The replicates that are not stored yet of those the file is to hold, cell by cell, in batches.
  package func missing(in results: ResultsFile) throws(RecordsError) -> [(cell: Int, replicates: ClosedRange<Int>)] {
    let stored = Dictionary(grouping: try results.batches(), by: \.cell)
    let shard = try results.simulation().shard
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

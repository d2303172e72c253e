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
  }

  public static let batchSize = 2000

  private let plan: Plan
  private let jobs: Int
  private let isCancelled: @Sendable () -> Bool

  /// - Parameter jobs: How many batches run at once; at least 1.
  public init(_ plan: Plan, jobs: Int, isCancelled: @escaping @Sendable () -> Bool) {
    precondition(jobs >= 1, "fewer than one job")
    self.plan = plan
    self.jobs = jobs
    self.isCancelled = isCancelled
  }

  /// - Returns: Whether all runs are stored; false after a cancellation.
  /// - Throws: `RecordsError` when a batch cannot be written.
  public func run(into results: ResultsFile, progress: (Progress) -> Void) async throws -> Bool {
    let estimators = try results.cells().map(\.estimators)
    guard estimators.count == plan.cells.count else {
      throw RecordsError(.wrongContent, path: results.path, reason: "is damaged: it does not hold the cells it should")
    }
    let work = try missing(in: results)
    let total = plan.runs
    var state = Progress(done: total - work.reduce(0) { $0 + $1.replicates.count }, total: total, new: 0)
    progress(state)
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
          let runner = BatchRunner(
            plan: plan, cell: plan.cells[item.cell], id: item.cell, estimators: estimators[item.cell],
            isCancelled: { isCancelled() || Task.isCancelled })
          group.addTask { (place, runner.run(item.replicates)) }
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
          progress(state)
        }
        start()
      }
      return true
    }
  }

  /// The replicates that are not stored yet, cell by cell, in batches.
  package func missing(in results: ResultsFile) throws(RecordsError) -> [(cell: Int, replicates: ClosedRange<Int>)] {
    let stored = Dictionary(grouping: try results.batches(), by: \.cell)
    var work: [(cell: Int, replicates: ClosedRange<Int>)] = []
    for cell in plan.cells.indices {
      var next = 1
      let ranges = (stored[cell] ?? []).map(\.replicates)
      for range in ranges + [(plan.replicates + 1)...(plan.replicates + 1)] {
        let end = min(range.lowerBound - 1, plan.replicates)
        while next <= end {
          let last = min(next + Simulator.batchSize - 1, end)
          work.append((cell, next...last))
          next = last + 1
        }
        next = max(next, min(range.upperBound, plan.replicates) + 1)
      }
    }
    return work
  }
}

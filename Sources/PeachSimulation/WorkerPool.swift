package import PeachStorage
import PeachSupport

/// A part of long work, small enough for one core: runs that no results file keeps.
package struct WorkPiece: Sendable {
  /// Names the piece among all of the work, so that an interrupted command knows it again.
  package var name: String
  /// The cell to which the remaining time assigns it.
  package var cell: Int
  /// Expected units of work, such as trials, and those of one run.
  package var units: Double
  package var unitsOfRun: Double
  /// Makes the runs, counting them. Returns `nil` after a cancellation.
  package var make: @Sendable (RunCounter?) -> BatchRecord?

  package init(
    _ name: String, cell: Int, units: Double, unitsOfRun: Double,
    make: @escaping @Sendable (RunCounter?) -> BatchRecord?
  ) {
    self.name = name
    self.cell = cell
    self.units = units
    self.unitsOfRun = unitsOfRun
    self.make = make
  }
}

/// Makes runs that no results file keeps, for plans and audits: on several cores, with results in order. It skips what an
/// interrupted command made. `Simulator` has threads of its own.
package struct WorkerPool: Sendable {
  /// How many pieces are made at once.
  package let jobs: Int
  private let kept: WorkingFile?
  private let clock: WorkClock?

  package init(jobs: Int, kept: WorkingFile? = nil, clock: WorkClock? = nil) {
    self.jobs = jobs
    self.kept = kept
    self.clock = clock
  }

  /// - Parameter done: Called with the place of each piece when it is made, in any order. The last argument says whether it
  ///   was made now.
  /// - Returns: `nil` after a cancellation.
  /// - Throws: `StoppedRuns` at the first piece of which an error stopped every run.
  package func run(
    _ pieces: [WorkPiece], done: (_ place: Int, BatchRecord, _ isNew: Bool) -> Void
  ) async throws -> [BatchRecord]? {
    var results: [BatchRecord?] = pieces.map { kept?.batch($0.name) }
    for (place, batch) in results.enumerated() { if let batch { done(place, batch, false) } }
    let missing = pieces.indices.filter { results[$0] == nil }
    return try await withThrowingTaskGroup(of: (Int, BatchRecord?).self) { group in
      var next = 0
      func start() {
        guard next < missing.count else { return }
        let place = missing[next]
        let piece = pieces[place]
        next += 1
        group.addTask(executorPreference: WorkerThreads.shared) { [clock] in
          let counter = clock?.begin(place, cell: piece.cell, units: piece.units, unitsOfRun: piece.unitsOfRun)
          let batch = piece.make(counter)
          clock?.finish(place)
          return (place, batch)
        }
      }
      for _ in 0..<jobs { start() }
      var isCancelled = false
      while let (place, batch) = try await group.next() {
        guard let batch else {
          isCancelled = true
          group.cancelAll()
          continue
        }
        if let stopped = StoppedRuns(batch) { throw stopped }
        results[place] = batch
        kept?.keep(batch, as: pieces[place].name)
        done(place, batch, true)
        if !isCancelled { start() }
      }
      return isCancelled ? nil : results.compactMap { $0 }
    }
  }
}

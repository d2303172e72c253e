import Processes
import Records
import Simulation

/// Makes pieces of work on several cores, and hands over what came of them in their order.
struct Crew: Sendable {
  /// How many pieces are made at once.
  let jobs: Int

  /// - Parameter done: Told of each piece when it is made, in any order.
  /// - Returns: nil after a cancellation.
  /// - Throws: `StoppedRuns` at the first piece of which an error stopped every run.
  func run(_ pieces: [Piece], done: (Piece, BatchRecord) -> Void) async throws -> [BatchRecord]? {
    try await withThrowingTaskGroup(of: (Int, BatchRecord?).self) { group in
      var results: [BatchRecord?] = pieces.map { _ in nil }
      var next = 0
      func start() {
        guard next < pieces.count else { return }
        let (place, piece) = (next, pieces[next])
        next += 1
        group.addTask(executorPreference: WorkerThreads.shared) { (place, piece.run()) }
      }
      for _ in 0..<jobs { start() }
      while let (place, batch) = try await group.next() {
        guard let batch else {
          group.cancelAll()
          return nil
        }
        if let stopped = StoppedRuns(batch) { throw stopped }
        results[place] = batch
        done(pieces[place], batch)
        start()
      }
      return results.compactMap { $0 }
    }
  }
}

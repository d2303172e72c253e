package import PeachStorage

/// Runs that nobody keeps, every one of which was stopped by an error: nothing follows from them, nor from more of them.
package struct StoppedRuns: Error {
  /// The cell of the runs.
  package let cell: Int
  /// Why the first was stopped.
  package let reason: String

  /// So few may all be stopped by chance.
  private static let fewest = 8

  /// - Returns: Nil where a run went to its end.
  package init?(_ batch: BatchRecord) {
    guard batch.runs.count >= StoppedRuns.fewest, let reason = batch.runs[0].failure,
      batch.runs.allSatisfy({ $0.failure != nil })
    else { return nil }
    cell = batch.cell
    self.reason = reason
  }
}

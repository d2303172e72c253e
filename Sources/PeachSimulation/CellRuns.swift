package import PeachStorage
package import PeachTrials

/// Runs of one cell that no file keeps: for who plans an experiment. They are estimated as those of a simulation are.
package struct CellRuns: Sendable {
  private let runner: BatchRunner

  /// - Parameters:
  ///   - cell: The position of the cell in the plan.
  ///   - estimators: The estimators of the cell.
  ///   - path: Prefix of every random-stream name, so that no run equals one of a simulation.
  ///   - person: The listener of each replicate; `nil` for the listener of the cell.
  ///   - isCancelled: Polled during and after each run.
  package init(
    of plan: Plan, cell: Int, estimators: [EstimatorRecord], streams path: [String],
    person: (@Sendable (_ replicate: Int) -> any Listener)? = nil, isCancelled: @escaping @Sendable () -> Bool
  ) {
    var plan = plan
    plan.keepTrials = 0
    plan.checkpoints = []
    runner = BatchRunner(
      plan: plan, cell: plan.cells[cell], id: cell, estimators: estimators, isCancelled: isCancelled, streamPath: path,
      person: person)
  }

  /// - Parameters:
  ///   - counter: Counts the runs as they are made.
  ///   - take: Takes the trials of each replicate.
  /// - Returns: nil after a cancellation.
  package func run(
    _ replicates: ClosedRange<Int>, counter: RunCounter? = nil, take: ((Int, [CompletedComparison]) -> Void)? = nil
  ) -> BatchRecord? {
    var runner = runner
    runner.counter = counter
    return runner.run(replicates, take: take)
  }
}

/// Runs that nobody keeps, every one of which was stopped by an error: nothing follows from them, nor from more of them.
package struct StoppedRuns: Error {
  /// The cell of the runs.
  package let cell: Int
  /// Why the first was stopped.
  package let reason: String

  /// So few may all be stopped by chance.
  private static let fewest = 8

  /// - Returns: `nil` if a run went to its end.
  package init?(_ batch: BatchRecord) {
    guard batch.runs.count >= StoppedRuns.fewest, let reason = batch.runs[0].failure,
      batch.runs.allSatisfy({ $0.failure != nil })
    else { return nil }
    cell = batch.cell
    self.reason = reason
  }
}

package import Records
package import Trials

/// Runs of one cell that no file keeps: for who plans an experiment. They are estimated as those of a simulation are.
package struct CellRuns: Sendable {
  private let runner: BatchRunner

  /// - Parameters:
  ///   - cell: Its place in the plan.
  ///   - estimators: Those of the cell.
  ///   - path: What stands before the names of their random streams, so that they are none of a simulation's.
  ///   - person: Who sits in the listener's place in each replicate; nil where it is the listener of the cell.
  ///   - isCancelled: Asked during and after each run.
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

  /// - Parameter counter: Counts the runs as they are made.
  /// - Returns: nil after a cancellation.
  package func run(_ replicates: ClosedRange<Int>, counter: RunCounter? = nil) -> BatchRecord? {
    var runner = runner
    runner.counter = counter
    return runner.run(replicates)
  }
}

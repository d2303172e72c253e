public import Configuration
public import Records
import Trials

/// One row for each run and estimator.
public struct RunsTable: ResultsTable {
  public static let name = "runs"
  public static let summary = "one row for each run and estimator"

  private let results: ResultsFile
  private let context: TableContext

  public init(_ results: ResultsFile) throws(RecordsError) {
    self.results = results
    context = try TableContext(results)
  }

  public var columns: [String] {
    let unit = context.axis.unit
    return ["experiment", "run", "strategy", "listener", "replicate"] + context.varied + [
      "estimator", "target", "trials", "reversals", "stop_reason", "threshold_\(unit)", "threshold_low_\(unit)",
      "threshold_high_\(unit)", "slope", "lapse", "true_threshold_\(unit)", "true_lapse",
      "error_\(context.axis.errorUnit)", "status", "bias_\(unit)",
    ]
  }

  public func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError) {
    for cell in context.cells {
      let varied = context.varied(of: cell)
      try results.forEachRun(of: cell.id) { run, estimate in
        let estimator = cell.estimators[estimate.estimator]
        let error = estimate.threshold.flatMap { threshold in
          estimator.truth.map { context.axis.error(of: threshold, truth: $0) }
        }
        let which: [Value?] = [
          .text(context.simulation.name), context.run(cell, run.replicate), .text(cell.strategy), .text(cell.listener),
          .integer(run.replicate),
        ]
        let found: [Value?] = [
          .text(estimator.name), estimator.target.field, .integer(run.trials), .integer(run.reversals),
          .text(run.stopReason), estimate.threshold.field, estimate.low.field, estimate.high.field,
          estimate.slope.field, estimate.lapse.field, estimator.truth.field, .number(estimator.trueLapse), error.field,
          .text(estimate.status), estimate.bias.field,
        ]
        body(which + varied + found)
      }
    }
  }
}

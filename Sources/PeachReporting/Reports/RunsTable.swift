import PeachAnalysis
import PeachSimulation
package import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each run and estimator.
package struct RunsTable: ResultsTable {
  package static let name = "runs"
  package static let summary = "one row for each run and estimator"

  private struct Row {
    var context: TableContext
    var cell: CellRecord
    var run: RunRecord
    var estimate: EstimateRecord

    var estimator: EstimatorRecord { cell.estimators[estimate.estimator].held(against: estimate) }

    var outcome: (error: Double?, isFailed: Bool) { Summary.outcome(of: estimate, estimator, context.axis) }
  }

  private static let declaredColumns: [TableColumn<Row>] = [
    .init("experiment", "The experiment's name", text: { $0.context.simulation.name }),
    .init(
      "run", "Name of the run: strategy/listener[/path=value…]/replicate",
      text: { $0.context.run($0.cell, $0.run.replicate) }),
    .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.cell.listener }),
    .init(
      "replicate", "Number of the run, from 1, among those of the same strategy, listener and varied values",
      integer: { $0.run.replicate }
    ).within(.atLeast(1)),
    .varied,
    .init("estimator", SummaryTable.estimatorMeaning, text: { $0.estimator.name }),
    .init("target", "Target: the proportion correct that defines the threshold", number: { $0.estimator.target })
      .within(.between(0, 1)),
    .init("trials", "Number of trials of the run", integer: { $0.run.trials }).within(.atLeast(0)),
    .init("reversals", "Number of reversals, the changes of direction of the level", integer: { $0.run.reversals })
      .within(.atLeast(0)),
    .init("stop_reason", "Why the run ended", text: { $0.run.stopReason }),
    .init(
      "threshold_UNIT", unit: "UNIT",
      "Estimate: a threshold, or for pitch matchings the number that the column estimator names; empty if the "
        + "run has none",
      number: { $0.estimate.threshold }),
    .init(
      "threshold_low_UNIT", unit: "UNIT", "Lower end of the 95 % interval of the estimate", number: { $0.estimate.low }),
    .init(
      "threshold_high_UNIT", unit: "UNIT", "Upper end of the 95 % interval of the estimate",
      number: { $0.estimate.high }),
    .init(
      "slope", unit: "1/UNIT", "Slope dψ/dx of the psychometric function at the threshold, as estimated or assumed",
      number: { $0.estimate.slope }),
    .init("lapse", "Lapse rate λ, as estimated or assumed", number: { $0.estimate.lapse }),
    .init(
      "true_threshold_UNIT", unit: "UNIT", SummaryTable.truth,
      number: { $0.estimator.truth }),
    .init("true_lapse", "True lapse rate λ of the simulated listener", number: { $0.estimator.trueLapse }),
    .init(
      "error_ERROR", unit: "ERROR",
      "Error of the estimate: log2(estimate / truth) on a log axis, estimate − truth on a linear one; empty "
        + "without a threshold",
      number: { $0.outcome.error }),
    .init("status", "ok, or why there is no valid threshold", text: { $0.estimate.status.rawValue }),
    .init(
      "response_bias_UNIT", unit: "UNIT",
      "Response bias, which adds to each heard difference: notes seem equal at a difference of −bias",
      number: { $0.estimate.bias }),
    .init("failed", "1 if there is no valid threshold, else 0", flag: { $0.outcome.isFailed }),
    .init(
      "true_slope", unit: "1/UNIT", "True slope dψ/dx of the listener's psychometric function at the true threshold",
      number: { $0.estimator.trueSlope }),
  ]

  package static let declared = declaredColumns.map(\.column)

  private let results: ResultsFile
  private let context: TableContext
  private let all: [TableColumn<Row>]

  package init(_ results: ResultsFile) throws(RecordsError) {
    self.results = results
    context = try TableContext(results)
    all = context.columns(Self.declaredColumns) { $0.cell.varied }
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError) {
    for cell in context.cells {
      try results.forEachRun(of: cell.id) { run, estimate in
        let row = Row(context: context, cell: cell, run: run, estimate: estimate)
        body(all.map { $0.value(row) })
      }
    }
  }
}

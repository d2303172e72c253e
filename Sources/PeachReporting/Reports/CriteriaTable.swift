import PeachAnalysis
import PeachSimulation
package import PeachStorage
package import PeachSupport

/// The number of trials that each strategy needs to reach a criterion, from the checkpoints of the experiment.
package struct CriteriaTable: ResultsTable {
  package static let name = "criteria"
  package static let summary =
    "number of trials needed to reach each precision of the threshold, judged at the file's checkpoints"

  private static let declaredColumns: [TableColumn<CriterionRow>] = [
    .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.cell.listener }),
    .varied,
    .init("estimator", SummaryTable.estimatorMeaning, text: { $0.estimator.name }),
    .init("target", "Target: the proportion correct that defines the threshold", number: { $0.estimator.target })
      .within(.between(0, 1)),
    .init("replicates", "Number of runs of the strategy with the listener", integer: { $0.replicates }).within(
      .atLeast(0)),
    .init(
      "criterion_percent", unit: "%",
      "Wanted precision: the largest acceptable error, in percent of the true threshold", number: { 100 * $0.share }),
    .init(
      "criterion_ERROR", unit: "ERROR",
      "The precision of criterion_percent in the unit of errors: the error of an estimate that is so much above the "
        + "true threshold", number: { $0.criterion }),
    .init(
      "trials_to_rmse",
      "Smallest checkpoint (number of trials) at which the root mean square error is within the precision and at "
        + "most 10 % of the runs have no threshold; "
        + "empty if there is no such checkpoint", integer: { $0.trials }),
    .init(
      "trials_to_rmse_low", "Like trials_to_rmse, but judged by the lower end of the error's 95 % Monte Carlo interval",
      integer: { $0.trialsLow }),
    .init(
      "trials_to_rmse_high",
      "Like trials_to_rmse, but judged by the upper end of the error's 95 % Monte Carlo interval",
      integer: { $0.trialsHigh }),
    .init(
      "width_reached",
      "Share of all runs whose own 95 % interval is no wider than the precision at some checkpoint",
      number: { $0.reached.value }
    ).within(.between(0, 1)),
    .init("width_reached_se", SummaryTable.standardError(of: "width_reached"), number: { $0.reached.standardError }),
    .init(
      "trials_to_width",
      "Mean number of trials until a run's own 95 % interval is no wider than the precision, over the runs that "
        + "reach it",
      number: { $0.trialsOfWidth.value }),
    .init(
      "trials_to_width_se", SummaryTable.standardError(of: "trials_to_width"),
      number: { $0.trialsOfWidth.standardError }),
  ]

  package static let declared = declaredColumns.map(\.column)

  private let rows: [CriterionRow]
  private let all: [TableColumn<CriterionRow>]

  package init(_ results: ResultsFile) throws(RecordsError) {
    all = try TableContext(results).columns(Self.declaredColumns) { $0.cell.varied }
    rows = try CheckpointSummary(results).criteria
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) { for row in rows { body(all.map { $0.value(row) }) } }
}

import PeachAnalysis
import PeachSimulation
package import PeachStorage
package import PeachSupport

/// The number of trials that each strategy needs to reach a criterion, from the checkpoints of the experiment.
package struct CriteriaTable: ResultsTable {
  package static let name = "criteria"
  package static let summary = "trials that a precision takes, from the file's checkpoints"

  private static let declaredColumns: [TableColumn<CriterionRow>] = [
    .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.cell.listener }),
    .varied,
    .init("estimator", SummaryTable.estimatorMeaning, text: { $0.estimator.name }),
    .init("target", "The target: the proportion correct at the threshold", number: { $0.estimator.target })
      .within(.between(0, 1)),
    .init("replicates", "Runs", integer: { $0.replicates }).within(.atLeast(0)),
    .init(
      "criterion_percent", unit: "%", "The precision asked for, as a share of the truth", number: { 100 * $0.share }),
    .init("criterion_ERROR", unit: "ERROR", "The same precision as an error upwards", number: { $0.criterion }),
    .init(
      "trials_to_rmse",
      "The first checkpoint at which the RMSE is small enough and at most 10 % of the runs have no threshold; "
        + "empty if there is no such checkpoint", integer: { $0.trials }),
    .init(
      "trials_to_rmse_low", "The same, judged by the lower end of the RMSE's 95 % Monte Carlo interval",
      integer: { $0.trialsLow }),
    .init("trials_to_rmse_high", "With the upper end", integer: { $0.trialsHigh }),
    .init(
      "width_reached", "The share of all runs whose 95 % interval is narrow enough at some checkpoint",
      number: { $0.reached.value }
    ).within(.between(0, 1)),
    .init("width_reached_se", SummaryTable.standardError, number: { $0.reached.standardError }),
    .init(
      "trials_to_width", "The mean of these runs' first such checkpoints",
      number: { $0.trialsOfWidth.value }),
    .init("trials_to_width_se", SummaryTable.standardError, number: { $0.trialsOfWidth.standardError }),
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

import PeachAnalysis
import PeachSimulation
package import PeachStorage
package import PeachSupport
import PeachTrials

/// One row for each status by which runs of a strategy, listener and estimator failed.
package struct FailuresTable: ResultsTable {
  package static let name = "failures"
  package static let summary = "one row for each status of runs without a threshold"

  private struct Row {
    var summary: SummaryRow
    var status: EstimateStatus
    var runs: Int

    var share: MonteCarloValue { Statistics.proportion(runs, of: summary.replicates) }
  }

  private static let declaredColumns: [TableColumn<Row>] = [
    .init("strategy", "The strategy's name", text: { $0.summary.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.summary.cell.listener }),
    .varied,
    .init("estimator", SummaryTable.estimatorMeaning, text: { $0.summary.estimator.name }),
    .init(
      "target", "Target: the proportion correct that defines the threshold", number: { $0.summary.estimator.target }
    )
    .within(.between(0, 1)),
    .init("status", "Status of the estimate: why these runs have no threshold", text: { $0.status.rawValue }),
    .init("replicates", "Number of runs of the strategy with the listener", integer: { $0.summary.replicates }).within(
      .atLeast(0)),
    .init("failed", "Number of runs with this status", integer: { $0.runs }).within(.atLeast(1)),
    .init("share", "Share of the runs that have this status", number: { $0.share.value }).within(.between(0, 1)),
    .init("share_se", SummaryTable.standardError(of: "share"), number: { $0.share.standardError }),
  ]

  package static let declared = declaredColumns.map(\.column)

  private let rows: [Row]
  private let all: [TableColumn<Row>]

  package init(_ results: ResultsFile) throws(RecordsError) {
    all = try TableContext(results).columns(Self.declaredColumns) { $0.summary.cell.varied }
    rows = try Summary.rows(of: results).flatMap { row in
      row.failures.byCount.map {
        Row(summary: row, status: $0.status, runs: $0.count)
      }
    }
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) { for row in rows { body(all.map { $0.value(row) }) } }
}

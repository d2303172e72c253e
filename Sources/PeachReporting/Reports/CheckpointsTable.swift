import PeachAnalysis
import PeachSimulation
package import PeachStorage
package import PeachSupport

/// The summary at each checkpoint of the experiment, one row for each number of trials.
package struct CheckpointsTable: ResultsTable {
  package static let name = "checkpoints"
  package static let summary =
    "the summary as it was after each checkpoint, a number of trials; one row for each checkpoint"

  /// The columns of the summary with the checkpoint among the subjects. Correct answers are not counted at checkpoints.
  private static let declaredColumns: [TableColumn<CheckpointRow>] = SummaryTable.declaredColumns.flatMap { column in
    let name = column.column.name
    if name.hasPrefix("percent_correct") { return [TableColumn<CheckpointRow>]() }
    let own = TableColumn<CheckpointRow>(column.column) { column.value($0.summary) }
    guard name == "target" else { return [own] }
    return [
      own,
      .init(
        "trials",
        "Checkpoint: the number of trials after which every run is estimated; a run that ended earlier counts "
          + "with its final estimate",
        integer: { $0.trials }
      ).within(.atLeast(1)),
    ]
  }

  package static let declared = declaredColumns.map(\.column)

  private let rows: [CheckpointRow]
  private let all: [TableColumn<CheckpointRow>]

  package init(_ results: ResultsFile) throws(RecordsError) {
    all = try TableContext(results).columns(Self.declaredColumns) { $0.summary.cell.varied }
    rows = try CheckpointSummary(results).rows
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) { for row in rows { body(all.map { $0.value(row) }) } }
}

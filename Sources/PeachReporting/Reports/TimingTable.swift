import PeachAnalysis
package import PeachStorage
package import PeachSupport

/// One row for each cell with the time that its runs took. It is the only table that differs between two simulations of
/// one file.
package struct TimingTable: ResultsTable {
  package static let name = "timing"
  package static let summary = "computing time of the runs of each strategy and listener"

  private struct Row {
    var cell: CellRecord
    var runs: Int
    var trials: Int
    var seconds: Double
    /// The time of the strategy for one trial.
    var selection: Double?
  }

  private static let declaredColumns: [TableColumn<Row>] = [
    .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.cell.listener }),
    .varied,
    .init("runs", "Number of stored runs", integer: { $0.runs }),
    .init("trials", "Number of trials of all stored runs together", integer: { $0.trials }),
    .init(
      "wall_s", unit: "s", "Elapsed time in which the stored runs were computed, summed over parallel batches",
      number: { $0.seconds }),
    .init(
      "trials_per_run", "Mean number of trials of a run",
      number: { $0.runs == 0 ? nil : Double($0.trials) / Double($0.runs) }),
    .init(
      "selection_us", unit: "µs",
      "Computing time that the strategy itself needs for one trial, to choose the level and to process the "
        + "answer. Peach measures it on replays of stored runs, of which the fastest counts; empty below ten runs",
      number: { $0.selection.map { 1e6 * $0 } }),
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
    for (cell, timing) in zip(context.cells, try results.timing()) {
      let row = Row(
        cell: cell, runs: timing.runs, trials: timing.trials, seconds: timing.seconds,
        selection: timing.selection)
      body(all.map { $0.value(row) })
    }
  }
}

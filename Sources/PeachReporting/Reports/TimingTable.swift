import PeachAnalysis
package import PeachStorage
package import PeachSupport

/// One row for each cell with the time that its runs took. It is the only table that differs between two simulations of
/// one file.
package struct TimingTable: ResultsTable {
  package static let name = "timing"
  package static let summary = "wall time of the batches of each strategy and listener"

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
    .init("runs", "Stored runs", integer: { $0.runs }),
    .init("trials", "Trials of these runs", integer: { $0.trials }),
    .init("wall_s", unit: "s", "The time that their batches took", number: { $0.seconds }),
    .init(
      "trials_per_run", "Mean trials of a run",
      number: { $0.runs == 0 ? nil : Double($0.trials) / Double($0.runs) }),
    .init(
      "selection_us", unit: "µs",
      "Time of the strategy alone for one trial: it chooses the level and the notes and takes in the answer. A "
        + "stored run is replayed with its answers, and the fastest replay counts; empty for batches of fewer than "
        + "ten runs",
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

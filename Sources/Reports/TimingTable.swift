public import Configuration
public import Records

/// One row for each cell: what its runs took. The one table that is not the same twice.
public struct TimingTable: ResultsTable {
  public static let name = "timing"
  public static let summary = "wall time of the batches of each strategy and listener"

  private let results: ResultsFile
  private let context: TableContext

  public init(_ results: ResultsFile) throws(RecordsError) {
    self.results = results
    context = try TableContext(results)
  }

  public var columns: [String] { ["strategy", "listener"] + context.varied + ["runs", "trials", "wall_s"] }

  public func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError) {
    for (cell, timing) in zip(context.cells, try results.timing()) {
      let which: [Value?] = [.text(cell.strategy), .text(cell.listener)] + context.varied(of: cell)
      body(which + [.integer(timing.runs), .integer(timing.trials), .number(timing.seconds)])
    }
  }
}

public import Configuration
public import Records
public import Simulation
import Trials

/// One row for each cell and estimator, cells by the RMSE of the common estimator.
public struct SummaryTable: ResultsTable {
  public static let name = "summary"
  public static let summary = "one row for each strategy, listener, varied values and estimator"

  public let rows: [SummaryRow]
  private let context: TableContext

  public init(_ results: ResultsFile) throws(RecordsError) {
    context = try TableContext(results)
    rows = try Summary.rows(of: results)
  }

  /// The figures that have a standard error of their own, in column order.
  private static let figures: [(name: String, isError: Bool, figure: @Sendable (SummaryRow) -> Figure)] = [
    ("bias", true, { $0.bias }), ("median_bias", true, { $0.medianBias }), ("sd", true, { $0.standardDeviation }),
    ("iqr", true, { $0.interquartileRange }), ("rmse", true, { $0.rootMeanSquareError }),
    ("coverage", false, { $0.coverage }), ("sweat_factor", false, { $0.sweatFactor }),
    ("efficiency", false, { $0.efficiency }), ("percent_correct", false, { $0.percentCorrect }),
  ]

  public var columns: [String] {
    ["strategy", "listener"] + context.varied + [
      "estimator", "target", "replicates", "failed", "failed_se", "trials_mean", "trials_se",
    ]
      + SummaryTable.figures.flatMap { figure in
        let name = figure.isError ? "\(figure.name)_\(context.axis.errorUnit)" : figure.name
        return [name, name + "_se"]
      }
  }

  public func forEachRow(_ body: ([Value?]) -> Void) {
    for row in rows {
      let which: [Value?] = [.text(row.cell.strategy), .text(row.cell.listener)] + context.varied(of: row.cell)
      let counted: [Value?] = [
        .text(row.estimator.name), row.estimator.target.field, .integer(row.replicates),
        row.failed.value.map { .integer(Int($0)) }, row.failed.standardError.field, row.trials.value.field,
        row.trials.standardError.field,
      ]
      let figures = SummaryTable.figures.flatMap { figure in
        let figure = figure.figure(row)
        return [figure.value.field, figure.standardError.field]
      }
      body(which + counted + figures)
    }
  }
}

import Configuration
import Fitting

/// Groups compared: the differences of thresholds, and the model with parameters in common against separate fits; its
/// columns are scripted against.
public enum ComparisonTable {
  public static let columns = [
    "group_a", "group_b", "difference", "difference_low", "difference_high", "parameters_shared", "parameters_free",
    "lr", "df", "p", "p_simulated", "aic_shared", "aic_free", "bic_shared", "bic_free",
  ]

  public static func csv(_ report: FitReport) -> String {
    CSV.header(columns) + report.comparisons.map { CSV.line(fields($0)) }.joined()
  }

  static func fields(_ row: GroupComparison) -> [Value?] {
    [
      .text(row.groupA), row.groupB.map(Value.text), row.difference.field, row.differenceLow.field,
      row.differenceHigh.field, row.parametersShared.map(Value.integer), row.parametersFree.map(Value.integer),
      row.lr.field, row.df.map(Value.integer), row.p.field, row.pSimulated.field, row.aicShared.field,
      row.aicFree.field, row.bicShared.field, row.bicFree.field,
    ]
  }
}

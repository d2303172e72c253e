public import Configuration
import Fitting
import Psychometrics

/// Fits as rows, with all that is known of each; its columns are scripted against.
public enum FitTable {
  public static let columns = [
    "function", "reading", "method", "threshold", "threshold_low", "threshold_high", "width", "width_low", "width_high",
    "slope", "guess", "lapse", "log_likelihood", "deviance", "deviance_p", "aic", "bic", "trials", "levels", "status",
    "scale", "parameters", "threshold_se", "width_se", "pse", "pse_low", "pse_high", "jnd", "jnd_low", "jnd_high",
    "bias", "residual_level_r", "residual_prediction_r", "residual_order_r", "resamples", "resamples_failed",
    "overdispersion",
  ]

  /// Those of `columns`, in their order; the values of the `--by` columns come after them.
  public static func fields(_ row: FitRow) -> [Value?] {
    let result = row.result
    let quantities: [Value?] =
      [
        .text(row.settings.function.name), .text(row.settings.reading.rawValue), .text(row.method),
        result.threshold.field,
      ] + ends(row.intervals[.threshold]) + [result.width.field] + ends(row.intervals[.width])
    let whole: [Value?] = [
      result.slopeOnScale.field, result.guess.field, result.lapse.field, result.logLikelihood.field,
      row.deviance.field, row.devianceP.field, row.aic.field, row.bic.field, .integer(row.trials),
      .integer(row.levels), .text(result.status.name), .text(row.settings.isLogLevel ? "log10" : "linear"),
      .integer(result.parameters), row.errors[.threshold].field, row.errors[.width].field,
    ]
    let direction = [result.pse.field] + ends(row.intervals[.pse]) + [result.jnd.field] + ends(row.jndInterval)
    let rest: [Value?] = [
      result.bias.field, (row.residuals?.levelCorrelation).field, (row.residuals?.predictionCorrelation).field,
      (row.residuals?.orderCorrelation).field, row.resamples.map { .integer($0.all) },
      row.resamples.map { .integer($0.failed) }, (row.belief?.overdispersion).field,
    ]
    return quantities + whole + direction + rest + row.key.map { $0.isEmpty ? nil : .text($0) }
  }

  /// The object that scripts read: fits, and comparisons of groups.
  public static func json(_ report: FitReport) -> String {
    let fits = JSONRows.text(columns + report.by, (report.fits + report.sharedFits).map(fields))
    let comparisons = JSONRows.text(ComparisonTable.columns, report.comparisons.map(ComparisonTable.fields))
    return "{\n\"fits\": \(fits.dropLast()),\n\"comparisons\": \(comparisons.dropLast())\n}\n"
  }

  public static func csv(_ report: FitReport) -> String {
    CSV.header(columns + report.by) + (report.fits + report.sharedFits).map { CSV.line(fields($0)) }.joined()
  }

  private static func ends(_ interval: Interval?) -> [Value?] { [(interval?.low).field, (interval?.high).field] }
}

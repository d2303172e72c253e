package import PeachAnalysis
import PeachFitting
import PeachMath
package import PeachSupport
import PeachTrials

/// Fits as rows with all their numbers. Scripts depend on its columns.
package enum FitTable {
  private static func low(_ quantity: String) -> String { "Lower end of the 95 % interval of the \(quantity)" }
  private static func high(_ quantity: String) -> String { "Upper end of the 95 % interval of the \(quantity)" }

  private static let all: [TableColumn<FitRow>] = [
    .init("function", "The psychometric function F", text: { $0.settings.function.name }),
    .init(
      "reading", "accuracy: the fit is of the proportion correct (or yes); direction: of the proportion \"higher\"",
      text: { $0.settings.reading.rawValue }),
    .init("method", "Method of the fit", text: { $0.method }),
    .init(
      "threshold", unit: "UNIT", "Threshold: the level at which F is ½, or at which the proportion is that of --at",
      number: { $0.result.threshold }),
    .init("threshold_low", unit: "UNIT", low("threshold"), number: { $0.intervals[.threshold]?.low }),
    .init("threshold_high", unit: "UNIT", high("threshold"), number: { $0.intervals[.threshold]?.high }),
    .init(
      "width", unit: "UNIT",
      "Width: the distance from the level at which F is 0.05 to that at which F is 0.95; in log10 units if scale "
        + "is log10", number: { $0.result.width }),
    .init("width_low", unit: "UNIT", low("width"), number: { $0.intervals[.width]?.low }),
    .init("width_high", unit: "UNIT", high("width"), number: { $0.intervals[.width]?.high }),
    .init(
      "slope", unit: "1/UNIT", "Slope dψ/dx at the threshold; x is log10 of the level if scale is log10",
      number: { $0.result.slopeOnScale }),
    .init("guess", "Guess rate γ, the lower asymptote", number: { $0.result.guess }),
    .init("lapse", "Lapse rate λ, the distance of the upper asymptote from 1", number: { $0.result.lapse }),
    .init(
      "log_likelihood", "Log-likelihood of the fitted curve, without the binomial coefficients",
      number: { $0.result.logLikelihood }),
    .init(
      "deviance", "Deviance: twice the log of the likelihood ratio of the observed proportions to the fitted ones",
      number: { $0.deviance }),
    .init(
      "deviance_p", "p value of the deviance from simulated data; empty without --simulate", number: { $0.devianceP }),
    .init("aic", "Akaike's information criterion, from the maximum likelihood", number: { $0.aic }),
    .init("bic", "Bayesian information criterion, from the maximum likelihood, with ln(trials)", number: { $0.bic }),
    .init("trials", "Number of trials fitted", integer: { $0.trials }),
    .init("levels", "Number of distinct levels", integer: { $0.levels }),
    .init("status", "ok, or the reason why the fit has no valid threshold", text: { $0.result.status.rawValue }),
    .init(
      "scale", "linear: the fit is a function of the level; log10: of log10 of the level",
      text: { $0.settings.isLogLevel ? "log10" : "linear" }),
    .init("parameters", "Number of free parameters", integer: { $0.result.parameters }),
    .init("threshold_se", unit: "UNIT", "The standard error of the threshold", number: { $0.errors[.threshold] }),
    .init("width_se", unit: "UNIT", "The standard error of the width", number: { $0.errors[.width] }),
    .init(
      "pse", unit: "UNIT", "Point of subjective equality: the signed level at which both answers are equally likely",
      number: { $0.result.pse }),
    .init("pse_low", unit: "UNIT", low("point of subjective equality"), number: { $0.intervals[.pse]?.low }),
    .init("pse_high", unit: "UNIT", high("point of subjective equality"), number: { $0.intervals[.pse]?.high }),
    .init(
      "jnd", unit: "UNIT",
      "Just-noticeable difference of the direction reading: the distance from F = 0.5 to F = 0.75",
      number: { $0.result.jnd }),
    .init("jnd_low", unit: "UNIT", low("just-noticeable difference"), number: { $0.jndInterval?.low }),
    .init("jnd_high", unit: "UNIT", high("just-noticeable difference"), number: { $0.jndInterval?.high }),
    .init(
      "bias", unit: "UNIT", "Response bias, which adds to each level: minus the point of subjective equality",
      number: { $0.result.bias }),
    .init(
      "residual_level_r",
      "Correlation of the deviance residuals with the levels; near 0 if the function has the right shape",
      number: { $0.residuals?.levelCorrelation }),
    .init(
      "residual_prediction_r",
      "Correlation of the deviance residuals with the fitted proportions; near 0 if the function has the right "
        + "shape",
      number: { $0.residuals?.predictionCorrelation }),
    .init(
      "residual_order_r",
      "Correlation of the deviance residuals with the order of the data; near 0 if the threshold did not drift",
      number: { $0.residuals?.orderCorrelation }),
    .init("resamples", "Number of bootstrap resamples", integer: { $0.resamples?.all }),
    .init(
      "resamples_failed", "Number of bootstrap resamples without a threshold or a width",
      integer: { $0.resamples?.failed }),
    .init(
      "overdispersion", "Overdispersion η of a Bayesian fit: how much the proportions vary beyond binomial variation",
      number: { $0.belief?.overdispersion }),
    .init(
      "alpha", "Parameter α of the function's formula (peach list functions); in log10 units if scale is log10",
      number: { $0.alpha }),
    .init(
      "beta", "Parameter β of the function's formula (peach list functions); per log10 unit if scale is log10",
      number: { $0.beta }),
    .init("guess_low", low("guess rate"), number: { $0.rateIntervals[.guess]?.low }),
    .init("guess_high", high("guess rate"), number: { $0.rateIntervals[.guess]?.high }),
    .init("lapse_low", low("lapse rate"), number: { $0.rateIntervals[.lapse]?.low }),
    .init("lapse_high", high("lapse rate"), number: { $0.rateIntervals[.lapse]?.high }),
    .init(
      "interval_note",
      "Why fewer or more than 95 % of such 95 % intervals may contain the true value; empty if no reason is known",
      text: { $0.intervalNote }),
  ]

  package static let declared = all.map(\.column)
  package static let columns = declared.map(\.name)

  /// The values of `columns` in their order, and then those of the `--by` columns.
  package static func fields(_ row: FitRow) -> [Value?] {
    all.map { $0.value(row) } + row.key.map { $0.isEmpty ? nil : .text($0) }
  }

  /// The JSON object for scripts: fits, and comparisons of groups.
  package static func json(_ report: FitReport) -> String {
    let fits = jsonRows(report.fits + report.sharedFits, of: report)
    return "{\n\"fits\": \(fits.dropLast())\(jsonEnd(report))"
  }

  private static func jsonRows(_ rows: [FitRow], of report: FitReport) -> String {
    let unit: [(String, Value?)] = report.givenUnit.map { [("unit", .text($0))] } ?? []
    // Only reduced fits have a bound if all answers are correct.
    let isReduced = report.request.method == .reduced
    return JSONRows.text(
      columns + report.by + (isReduced ? ["bound"] : []) + unit.map(\.0),
      rows.map { fields($0) + (isReduced ? [$0.result.bound.map(Value.number)] : []) + unit.map(\.1) })
  }

  private static func jsonEnd(_ report: FitReport) -> String {
    let comparisons = JSONRows.text(ComparisonTable.columns, report.comparisons.map(ComparisonTable.fields))
    let notes = Value.list(report.notes.map(Value.text)).json()
    return ",\n\"comparisons\": \(comparisons.dropLast()),\n\"notes\": \(notes)\n}\n"
  }

  package static func csv(_ report: FitReport) -> String {
    CSV.header(columns + report.by) + csvRows(report.fits + report.sharedFits)
  }

  private static func csvRows(_ rows: [FitRow]) -> String { rows.map { CSV.line(fields($0)) }.joined() }

  /// Writes very many fits piece by piece. Together the pieces are the bytes of `csv` or `json`.
  package struct Stream {
    private let report: FitReport
    private let isJSON: Bool
    private var isEmpty = true

    /// - Parameter report: The report, before its groups are fitted.
    package init(_ report: FitReport, isJSON: Bool) {
      self.report = report
      self.isJSON = isJSON
    }

    /// The text of the next fits.
    package mutating func text(_ rows: [FitRow]) -> String {
      defer { isEmpty = false }
      if !isJSON { return (isEmpty ? CSV.header(columns + report.by) : "") + csvRows(rows) }
      let objects = jsonRows(rows, of: report).dropFirst(2).dropLast(3)
      return (isEmpty ? "{\n\"fits\": [\n" : ",\n") + objects
    }

    /// The text after the last fits.
    package var end: String { isJSON ? "\n]" + jsonEnd(report) : "" }
  }
}

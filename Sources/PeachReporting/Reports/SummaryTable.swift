import PeachAnalysis
package import PeachSimulation
package import PeachStorage
package import PeachSupport

/// Returns one row for each cell and estimator, in file order.
package struct SummaryTable: ResultsTable {
  package static let name = "summary"
  package static let summary = "one row for each strategy, listener, varied values and estimator"

  static let declaredColumns: [TableColumn<SummaryRow>] =
    [
      .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
      .init("listener", "The listener's name", text: { $0.cell.listener }),
      .varied,
      .init("estimator", estimatorMeaning, text: { $0.estimator.name }),
      .init("target", "The target: the proportion correct at the threshold", number: { $0.estimator.target })
        .within(.between(0, 1)),
      .init("replicates", "Runs", integer: { $0.replicates }).within(.atLeast(0)),
      .init("failed", "Runs without a threshold", integer: { $0.failed.value.map { Int($0) } })
        .within(.atLeast(0)),
      .init("failed_se", standardError, number: { $0.failed.standardError }),
      .init("trials_mean", "Mean trials of a run", number: { $0.trials.value }),
      .init("trials_se", standardError, number: { $0.trials.standardError }),
    ]
    + figure(
      "bias_ERROR", unit: "ERROR",
      "The mean of the errors; its standard error includes that of a simulated truth"
    ) { $0.bias }
    + figure(
      "median_bias_ERROR", unit: "ERROR",
      "Their median; its standard error includes that of a simulated truth"
    ) { $0.medianBias }
    + figure("sd_ERROR", unit: "ERROR", "Their standard deviation") { $0.standardDeviation }
    + figure("iqr_ERROR", unit: "ERROR", "The distance between their quartiles") { $0.interquartileRange }
    + figure("rmse_ERROR", unit: "ERROR", "Root mean square error") { $0.rootMeanSquareError }
    + figure("coverage", "The share of 95 % intervals that contain the truth") { $0.coverage }
    + figure("sweat_factor", unit: "ERROR²", "Mean trials times the variance of the errors") { $0.sweatFactor }
    + figure(
      "efficiency",
      "The smallest possible sweat factor divided by this one, from the runs with a threshold; if many have none, the "
        + "rest is a selection and the value can be above 1"
    ) { $0.efficiency }
    + figure("percent_correct", unit: "%", "Correct answers") { $0.percentCorrect }
    + figure(
      "within_10_percent",
      "The share of all runs, also those without a threshold, whose estimate is within 10 % of the true one; empty on a "
        + "linear axis other than cents, because its zero is a convention"
    ) { $0.withinTenth }
    + figure("slope_bias", unit: "1/UNIT", "Mean error of the slope dψ/dx, whether estimated or assumed") {
      $0.slopeBias
    }
    + figure("slope_rmse", unit: "1/UNIT", "The root of its mean square") { $0.slopeError }
    + figure("lapse_bias", "Mean error of λ, whether estimated or assumed") { $0.lapseBias }
    + figure("lapse_rmse", "The root of its mean square") { $0.lapseError }
    + [
      .init("true_threshold_UNIT", unit: "UNIT", truth, number: { $0.estimator.truth }),
      .init("true_lapse", "The listener's λ", number: { $0.estimator.trueLapse }),
    ]
    + figure(
      "median_abs_error_ERROR", unit: "ERROR",
      "The median distance from the truth over all runs; a run without a threshold counts as infinitely far; "
        + "empty if more than half of the runs have no threshold"
    ) { $0.medianAbsoluteError }
    + figure(
      "interval_width_ERROR", unit: "ERROR",
      "The median width of the 95 % intervals: log2(high / low) on a log axis, high − low on a linear one; an interval "
        + "with an open end counts as infinitely wide"
    ) { $0.intervalWidth }
    + figure("interval_open", "The share of the intervals without a limit on one side or both") { $0.intervalOpen }

  static let estimatorMeaning =
    "own: the strategy's own estimate; own:TRACK: the strategy's own estimate for one interleaved track; fit: the fit "
    + "that is the same for every strategy, by the first estimator-method; fit:METHOD: by a further one; for pitch matchings "
    + "constant-error and variable-error in "
    + "cents, and under-adjustment in cents per cent"

  static let truth =
    "The level at which the listener reaches the target, lapses included. For a population: that of the run's "
    + "listener, and in summaries of the median one. For an estimate of α: the level at which the listener's own "
    + "function has F(α). For matchings: the listener's own value"

  static let standardError = "Its Monte Carlo standard error"

  /// A figure and its standard error.
  private static func figure(
    _ name: String, unit: String = "", _ meaning: String, _ figure: @escaping @Sendable (SummaryRow) -> MonteCarloValue
  ) -> [TableColumn<SummaryRow>] {
    [
      TableColumn(name, unit: unit, meaning, number: { figure($0).value }),
      TableColumn(name + "_se", unit: unit, standardError, number: { figure($0).standardError }),
    ]
  }

  package static let declared = declaredColumns.map(\.column)

  package let rows: [SummaryRow]
  private let all: [TableColumn<SummaryRow>]

  package init(_ results: ResultsFile) throws(RecordsError) { try self.init(results, within: 0.1) }

  /// - Parameter share: The share of the truth within which a threshold counts as `within`.
  package init(_ results: ResultsFile, within share: Double) throws(RecordsError) {
    all = try TableContext(results).columns(Self.declaredColumns) { $0.cell.varied }
    rows = try Summary.rows(of: results, within: share)
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) {
    for row in rows { body(all.map { $0.value(row) }) }
  }
}

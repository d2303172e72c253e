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
      .init("target", "Target: the proportion correct that defines the threshold", number: { $0.estimator.target })
        .within(.between(0, 1)),
      .init("replicates", "Number of runs of this row", integer: { $0.replicates }).within(.atLeast(0)),
      .init("failed", "Number of runs that gave no threshold", integer: { $0.failed.value.map { Int($0) } })
        .within(.atLeast(0)),
      .init("failed_se", standardError(of: "failed"), number: { $0.failed.standardError }),
      .init("trials_mean", "Mean number of trials of a run", number: { $0.trials.value }),
      .init("trials_se", standardError(of: "trials_mean"), number: { $0.trials.standardError }),
    ]
    + figure(
      "bias_ERROR", unit: "ERROR",
      "Mean error of the estimates: log2(estimate / truth) on a log axis, estimate − truth on a linear one; "
        + "the standard error includes that of a simulated truth"
    ) { $0.bias }
    + figure(
      "median_bias_ERROR", unit: "ERROR",
      "Median error of the estimates; its standard error includes that of a simulated truth"
    ) { $0.medianBias }
    + figure("sd_ERROR", unit: "ERROR", "Standard deviation of the errors of the estimates") { $0.standardDeviation }
    + figure("iqr_ERROR", unit: "ERROR", "Interquartile range of the errors of the estimates") { $0.interquartileRange }
    + figure("rmse_ERROR", unit: "ERROR", "Root mean square error of the estimates") { $0.rootMeanSquareError }
    + figure("coverage", "Coverage: the share of 95 % intervals that contain the true threshold") { $0.coverage }
    + figure("sweat_factor", unit: "ERROR²", "Sweat factor: the mean number of trials times the variance of the errors")
  { $0.sweatFactor }
    + figure(
      "efficiency",
      "Efficiency: the smallest possible sweat factor (trials times error variance) divided by that of the "
        + "strategy; it uses only runs with a threshold, so it can be above 1 if many runs have none"
    ) { $0.efficiency }
    + figure("percent_correct", unit: "%", "Percentage of correct answers") { $0.percentCorrect }
    + figure(
      "within_10_percent",
      "Share of all runs whose estimate is within 10 % of the true threshold; a run without a threshold counts "
        + "as outside; empty on a linear axis other than cents, because its zero is a convention"
    ) { $0.withinTenth }
    + figure(
      "slope_bias", unit: "1/UNIT",
      "Mean error of the slope dψ/dx at the threshold, whether the slope was estimated or assumed"
    ) {
      $0.slopeBias
    }
    + figure("slope_rmse", unit: "1/UNIT", "Root mean square error of the slope dψ/dx at the threshold") {
      $0.slopeError
    }
    + figure("lapse_bias", "Mean error of the lapse rate λ, whether it was estimated or assumed") { $0.lapseBias }
    + figure("lapse_rmse", "Root mean square error of the lapse rate λ") { $0.lapseError }
    + [
      .init("true_threshold_UNIT", unit: "UNIT", truth, number: { $0.estimator.truth }),
      .init("true_lapse", "True lapse rate λ of the simulated listener", number: { $0.estimator.trueLapse }),
    ]
    + figure(
      "median_abs_error_ERROR", unit: "ERROR",
      "Median distance of the estimate from the true threshold, over all runs; a run without a threshold counts "
        + "as infinitely far; "
        + "empty if more than half of the runs have no threshold"
    ) { $0.medianAbsoluteError }
    + figure(
      "interval_width_ERROR", unit: "ERROR",
      "Median width of the 95 % intervals of the threshold: log2(high / low) on a log axis, high − low on a "
        + "linear one; an interval "
        + "with an open end counts as infinitely wide"
    ) { $0.intervalWidth }
    + figure("interval_open", "Share of the 95 % intervals that have no limit on one side or both") { $0.intervalOpen }

  static let estimatorMeaning =
    "Which estimate: own: the strategy's own; own:TRACK: its own for one interleaved track; fit: one fit of the "
    + "trials, the same for every strategy, by the first estimator-method of the experiment file; fit:METHOD: one "
    + "fit by another method of that key. For pitch matchings: constant-error and variable-error in cents, "
    + "under-adjustment as a share of the initial offset"

  static let truth =

    "True threshold: the level at which the listener, lapses included, reaches the target. In a population it is "
    + "that of the run's listener, and in summaries that of the median listener. For an estimate of the parameter "
    + "α: the level at which the listener's own function has the value F(α). For pitch matchings: the value in the "
    + "listener's model"
  /// The meaning of a column of standard errors; `name` is the column that they belong to.
  static func standardError(of name: String) -> String {
    let name = name.replacing("_ERROR", with: "").replacing("_UNIT", with: "")
    return "Monte Carlo standard error of \(name): its uncertainty from the finite number of runs"
  }

  /// A figure and its standard error.
  private static func figure(
    _ name: String, unit: String = "", _ meaning: String, _ figure: @escaping @Sendable (SummaryRow) -> MonteCarloValue
  ) -> [TableColumn<SummaryRow>] {
    [
      TableColumn(name, unit: unit, meaning, number: { figure($0).value }),
      TableColumn(name + "_se", unit: unit, standardError(of: name), number: { figure($0).standardError }),
    ]
  }

  package static let declared = declaredColumns.map(\.column)

  package let rows: [SummaryRow]
  private let all: [TableColumn<SummaryRow>]

  package init(_ results: ResultsFile) throws(RecordsError) { self.init(try SimulationSummary(of: results)) }

  package init(_ summary: SimulationSummary) {
    all = TableContext(summary.simulation, summary.cells).columns(Self.declaredColumns) { $0.cell.varied }
    rows = summary.rows
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) {
    for row in rows { body(all.map { $0.value(row) }) }
  }
}

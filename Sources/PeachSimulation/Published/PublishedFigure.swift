import PeachTrials

/// A figure that can be compared with a publication: a column of the summary, or one that only papers print.
package struct PublishedFigure: Sendable {
  /// The source of the figure.
  enum Source: Sendable {
    case summary(@Sendable (SummaryRow) -> MonteCarloValue)
    case estimates(@Sendable (PublishedEstimates) -> MonteCarloValue)
    case trials(@Sendable (PublishedTrials) -> MonteCarloValue)
  }

  /// With `UNIT` and `ERROR` where the file says the unit, as in the columns of tables.
  package let name: String
  package let meaning: String
  /// Whether it is a column of the summary.
  package var isOfSummary: Bool { if case .summary = source { true } else { false } }
  /// Whether it is computed from the trials that are kept.
  var isOfTrials: Bool { if case .trials = source { true } else { false } }
  let source: Source

  private init(_ name: String, summary figure: @escaping @Sendable (SummaryRow) -> MonteCarloValue) {
    (self.name, meaning, source) = (name, "as in the table summary", .summary(figure))
  }

  private init(_ name: String, _ meaning: String, _ source: Source) {
    (self.name, self.meaning, self.source) = (name, meaning, source)
  }

  /// The name in an experiment.
  func name(on axis: Axis) -> String {
    name.replacing("_UNIT", with: "_" + axis.unit).replacing("_ERROR", with: "_" + axis.errorUnit)
  }

  package static let all: [PublishedFigure] =
    [
      PublishedFigure("failed") { $0.failed },
      PublishedFigure("trials_mean") { $0.trials },
      PublishedFigure("bias_ERROR") { $0.bias },
      PublishedFigure("median_bias_ERROR") { $0.medianBias },
      PublishedFigure("sd_ERROR") { $0.standardDeviation },
      PublishedFigure("iqr_ERROR") { $0.interquartileRange },
      PublishedFigure("rmse_ERROR") { $0.rootMeanSquareError },
      PublishedFigure("coverage") { $0.coverage },
      PublishedFigure("sweat_factor") { $0.sweatFactor },
      PublishedFigure("efficiency") { $0.efficiency },
      PublishedFigure("percent_correct") { $0.percentCorrect },
      PublishedFigure("within_10_percent") { $0.withinTenth },
      PublishedFigure("slope_bias") { $0.slopeBias },
      PublishedFigure("slope_rmse") { $0.slopeError },
      PublishedFigure("lapse_bias") { $0.lapseBias },
      PublishedFigure("lapse_rmse") { $0.lapseError },
      PublishedFigure("median_abs_error_ERROR") { $0.medianAbsoluteError },
      PublishedFigure("interval_width_ERROR") { $0.intervalWidth },
      PublishedFigure("interval_open") { $0.intervalOpen },
    ] + [
      PublishedFigure(
        "converges_on", "the listener's proportion correct at the mean of the estimates (geometric mean on a log axis)",
        .estimates { $0.convergence }),
      PublishedFigure("threshold_mean_UNIT", "the mean of the estimates", .estimates { $0.mean }),
      PublishedFigure("threshold_sd_UNIT", "the standard deviation of the estimates", .estimates { $0.deviation }),
      PublishedFigure(
        "slope_mean", "the mean slope of the estimates, dψ/dx at the threshold",
        .estimates { $0.slope }),
      PublishedFigure(
        "slope_bias_log2", "the mean of log2(estimated / true slope)", .estimates { $0.slopeBias }),
      PublishedFigure(
        "slope_sd_log2", "the standard deviation of log2(estimated / true slope)", .estimates { $0.slopeDeviation }),
      PublishedFigure(
        "slope_rmse_log2",
        "the root mean square of log2(estimated / true slope)", .estimates { $0.slopeError }),
      PublishedFigure(
        "level_mean_UNIT", "the mean of the presented levels, over runs with stored trials", .trials { $0.mean }),
      PublishedFigure(
        "level_geometric_mean_UNIT", "the geometric mean of the presented levels, over runs with stored trials",
        .trials { $0.geometricMean }),
    ]
}

package import PeachAnalysis
package import PeachSimulation
import PeachStorage
package import PeachSupport

/// The results of `peach plan --precision`: one row for each cell and estimator, in file order. Scripts depend on its
/// columns.
package struct PrecisionTable: Sendable {
  private static let all: [TableColumn<PrecisionRow>] =
    [
      .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
      .init("listener", "The listener's name", text: { $0.cell.listener }),
      .varied,
      .init(
        "estimator",
        "own: the strategy's own estimate; own:TRACK: that of one interleaved track; fit: the "
          + "common fit", text: { $0.estimator.name }),
      .init("target", "The target: the proportion correct at the threshold", number: { $0.estimator.target })
        .within(.between(0, 1)),
      .init(
        "true_threshold_UNIT", unit: "UNIT", "The level at which the listener reaches the target, lapses included",
        number: { $0.estimator.truth }),
      .init(
        "answer",
        "found; fewer: the smallest number tried is enough; never: the largest is not; ended: tracks end earlier "
          + "by their own rule; ended-in-time: they end earlier and are precise enough; unreachable: there is no "
          + "such threshold", text: { $0.answer.rawValue }
      ).oneOf(PrecisionRow.Answer.allCases.map(\.rawValue)),
      .init(
        "trials",
        "Smallest number of trials at which the threshold is precise enough and stays so at every larger number "
          + "simulated; the upper end of the RMSE's one-sided 95 % interval must meet this", integer: { $0.trials }),
      .init(
        "trials_low",
        "The lower end of the 95 % Monte Carlo interval of the number at which the error equals the precision",
        integer: { $0.trialsLow }),
      .init("trials_high", "Its upper end", integer: { $0.trialsHigh }),
      .init("trials_largest", "The largest number of trials that was simulated", integer: { $0.checkedTo }),
      .init(
        "trials_sd", "Trials needed if only the standard deviation counted, not the bias",
        integer: { $0.trialsOfDeviation }),
      .init(
        "simulated_trials",
        "Mean trials of the simulated runs that the next columns describe",
        number: { $0.simulatedTrials }),
      .init("replicates", "These runs", integer: { $0.replicates }),
    ]
    + figure("rmse_percent", "The root mean square error, bias included, in percent of the truth") {
      $0.rootMeanSquareError
    }
    + figure("bias_percent", "The mean of the errors") { $0.bias }
    + figure("sd_percent", "Their standard deviation") { $0.deviation }
    + figure("failed_percent", "Runs without a threshold") { row in
      MonteCarloValue(
        value: row.failed.value.map { 100 * $0 }, standardError: row.failed.standardError.map { 100 * $0 })
    }
    + [
      .init(
        "replicates_needed", "Replicates after which the RMSE has a Monte Carlo error of 2 %",
        integer: { $0.replicatesNeeded })
    ]

  private static func figure(
    _ name: String, _ meaning: String, _ figure: @escaping @Sendable (PrecisionRow) -> MonteCarloValue
  ) -> [TableColumn<PrecisionRow>] {
    [
      TableColumn(name, unit: "%", meaning, number: { figure($0).value }),
      TableColumn(name + "_se", unit: "%", "Its Monte Carlo standard error", number: { figure($0).standardError }),
    ]
  }

  package static let declared = all.map(\.column)

  private let columnsHere: [TableColumn<PrecisionRow>]
  package let rows: [[Value?]]

  package init(_ rows: [PrecisionRow], _ context: TableContext) {
    let here = context.columns(PrecisionTable.all) { $0.cell.varied }
    columnsHere = here
    self.rows = rows.map { row in here.map { $0.value(row) } }
  }

  package var columns: [String] { columnsHere.map(\.column.name) }
}

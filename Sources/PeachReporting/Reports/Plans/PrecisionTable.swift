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
        "Which estimate: own: the strategy's own; own:TRACK: its own for one interleaved track; fit: one fit of "
          + "the trials, the same for every strategy", text: { $0.estimator.name }),
      .init("target", "Target: the proportion correct that defines the threshold", number: { $0.estimator.target })
        .within(.between(0, 1)),
      .init(
        "true_threshold_UNIT", unit: "UNIT",
        "True threshold: the level at which the listener, lapses included, reaches the target",
        number: { $0.estimator.truth }),
      .init(
        "answer",
        "found: trials has the number; fewer: even the smallest number tried is enough; never: even the largest "
          + "is not; ended: tracks end by their own rule before they are precise enough; ended-in-time: they end by "
          + "their own rule and are precise enough; unreachable: the listener has no threshold at this target",
        text: { $0.answer.rawValue }
      ).oneOf(PrecisionRow.Answer.allCases.map(\.rawValue)),
      .init(
        "trials",
        "Smallest number of trials at which the threshold is as precise as wanted, also at every larger number "
          + "simulated: the upper end of the one-sided 95 % interval of the error is at most the wanted precision",
        integer: { $0.trials }),
      .init(
        "trials_low",
        "Lower end of the 95 % Monte Carlo interval of the number of trials at which the error equals the wanted "
          + "precision",
        integer: { $0.trialsLow }),
      .init(
        "trials_high",
        "Upper end of the 95 % Monte Carlo interval of the number of trials at which the error equals the wanted "
          + "precision", integer: { $0.trialsHigh }),
      .init("trials_largest", "Largest number of trials that was simulated", integer: { $0.checkedTo }),
      .init(
        "trials_sd", "Number of trials needed if estimates had no bias, so that only their standard deviation counted",
        integer: { $0.trialsOfDeviation }),
      .init(
        "simulated_trials",
        "Mean number of trials of the simulated runs that rmse_percent and the next columns describe",
        number: { $0.simulatedTrials }),
      .init(
        "replicates", "Number of simulated runs that rmse_percent and the next columns describe",
        integer: { $0.replicates }),
    ]
    + figure("rmse_percent", "Root mean square error, bias included, in percent of the true threshold") {
      $0.rootMeanSquareError
    }
    + figure("bias_percent", "Bias: the mean error, in percent of the true threshold") { $0.bias }
    + figure("sd_percent", "Standard deviation of the errors, in percent of the true threshold") { $0.deviation }
    + figure("failed_percent", "Percentage of runs without a threshold") { row in
      MonteCarloValue(
        value: row.failed.value.map { 100 * $0 }, standardError: row.failed.standardError.map { 100 * $0 })
    }
    + [
      .init(
        "replicates_needed",
        "Number of replicates (simulated runs) that brings the Monte Carlo error of the root mean square error "
          + "down to 2 %",
        integer: { $0.replicatesNeeded })
    ]

  private static func figure(
    _ name: String, _ meaning: String, _ figure: @escaping @Sendable (PrecisionRow) -> MonteCarloValue
  ) -> [TableColumn<PrecisionRow>] {
    [
      TableColumn(name, unit: "%", meaning, number: { figure($0).value }),
      TableColumn(name + "_se", unit: "%", SummaryTable.standardError(of: name), number: { figure($0).standardError }),
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

public import Analysis
public import Configuration
public import Planning
import Records
import Simulation

/// What `peach plan --precision` found: one row for each cell and estimator, in file order. Its columns are scripted
/// against.
public struct PrecisionTable: Sendable {
  private static let all: [TableColumn<PrecisionRow>] =
    [
      .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
      .init("listener", "The listener's name", text: { $0.cell.listener }),
      .varied,
      .init("estimator", "own, own:TRACK of interleaved tracks, or fit, the common one", text: { $0.estimator.name }),
      .init("target", "The proportion correct whose level is estimated", number: { $0.estimator.target })
        .within(.between(0, 1)),
      .init(
        "true_threshold_UNIT", unit: "UNIT", "The level at which the whole listener reaches the target",
        number: { $0.estimator.truth }),
      .init(
        "answer",
        "found; fewer: the fewest trials that are tried are enough; never: the most are not; ended: tracks end before, by "
          + "themselves or by a stop that looks at more than trials; ended-in-time: they do and are precise enough; "
          + "unreachable: there is no such threshold", text: { $0.answer.rawValue }
      ).oneOf(PrecisionRow.Answer.allCases.map(\.rawValue)),
      .init(
        "trials",
        "Trials after which the threshold is precise enough, as after every larger number that was simulated; the upper end of "
          + "the one-sided 95 % interval of the root mean square error counts", integer: { $0.trials }),
      .init(
        "trials_low",
        "The lower end of the 95 % Monte Carlo interval of the number at which the error equals the precision",
        integer: { $0.trialsLow }),
      .init("trials_high", "Its upper end", integer: { $0.trialsHigh }),
      .init("trials_largest", "The largest number of trials that was simulated", integer: { $0.checkedTo }),
      .init(
        "trials_sd", "Trials after which the standard deviation alone is so small, whatever the bias",
        integer: { $0.trialsOfDeviation }),
      .init(
        "simulated_trials",
        "Trials in the mean of the simulated runs with that number of them, which what follows is of",
        number: { $0.simulatedTrials }),
      .init("replicates", "These runs", integer: { $0.replicates }),
    ]
    + figure("rmse_percent", "The root mean square error, bias included, in percent of the truth") {
      $0.rootMeanSquareError
    }
    + figure("bias_percent", "The mean of the errors") { $0.bias }
    + figure("sd_percent", "Their standard deviation") { $0.deviation }
    + figure("failed_percent", "Runs without a threshold to count") { row in
      Estimated(value: row.failed.value.map { 100 * $0 }, standardError: row.failed.standardError.map { 100 * $0 })
    }
    + [
      .init(
        "replicates_needed", "Runs after which the root mean square error is known to 2 % of itself",
        integer: { $0.replicatesNeeded })
    ]

  private static func figure(
    _ name: String, _ meaning: String, _ figure: @escaping @Sendable (PrecisionRow) -> Estimated
  ) -> [TableColumn<PrecisionRow>] {
    [
      TableColumn(name, unit: "%", meaning, number: { figure($0).value }),
      TableColumn(name + "_se", unit: "%", "Its Monte Carlo standard error", number: { figure($0).standardError }),
    ]
  }

  public static let declared = all.map(\.column)

  private let columnsHere: [TableColumn<PrecisionRow>]
  public let rows: [[Value?]]

  public init(_ rows: [PrecisionRow], _ context: TableContext) {
    let here = context.columns(PrecisionTable.all) { $0.cell.varied }
    columnsHere = here
    self.rows = rows.map { row in here.map { $0.value(row) } }
  }

  public var columns: [String] { columnsHere.map(\.column.name) }
}

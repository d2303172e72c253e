package import PeachAnalysis
package import PeachSimulation
import PeachStorage
package import PeachSupport

/// The results of `peach plan --effect`: one row for each number of trials and listeners of each cell and estimator, in
/// file order. Scripts depend on its columns.
package struct PowerTable: Sendable {
  private static let all: [TableColumn<PowerRow>] = first + TableColumn.ofStudy + figures

  private static let first: [TableColumn<PowerRow>] = [
    .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.cell.listener }),
    .varied,
    .init(
      "estimator",
      "Which estimate: own: the strategy's own; own:TRACK: its own for one interleaved track; fit: one fit of "
        + "the trials, the same for every strategy", text: { $0.estimator.name }),
  ]

  private static let figures: [TableColumn<PowerRow>] = [
    .init(
      "trials", "Number of trials of each listener in each condition; the mean if tracks end by a rule of their own",
      number: { $0.trials }),
    .init("listeners", "Number of listeners; in a design between groups, in each group", integer: { $0.listeners }),
    .init("total_trials", "Number of trials of all listeners in both conditions together", integer: { $0.totalTrials }),
    .init(
      "power", "Power: the share of simulated studies that find a significant difference", number: { $0.power.value }
    )
    .within(.between(0, 1)),
    .init(
      "power_se",
      "Monte Carlo standard error of the power: its uncertainty from the finite number of simulated listeners from "
        + "whom the studies were drawn",
      number: { $0.power.standardError }),
    .init(
      "is_fewest",
      "1 if this is the smallest number of listeners that reaches the wanted power with these trials, else 0. "
        + "For this number and every larger one simulated, the lower end of the power's one-sided 95 % interval is at "
        + "least the wanted power",
      flag: { $0.isFewest }),
    .init(
      "effect_se_percent", unit: "%", "The standard error of the effect, in percent of the threshold",
      number: { $0.effectError }),
    .init("left_out", "Share of listeners without a threshold; the test leaves them out", number: { $0.leftOut })
      .within(.between(0, 1)),
    .init(
      "listeners_left_out", "Mean number of listeners of a study, both groups together, who have no threshold",
      number: { $0.listenersLeftOut }),
    .init("people", "Number of simulated listeners from whom the studies were drawn", integer: { $0.people }),
  ]

  package static let declared = all.map(\.column)

  private let columnsHere: [TableColumn<PowerRow>]
  package let rows: [[Value?]]

  package init(_ rows: [PowerRow], _ context: TableContext) {
    let here = context.columns(PowerTable.all) { $0.cell.varied }
    columnsHere = here
    self.rows = rows.map { row in here.map { $0.value(row) } }
  }

  package var columns: [String] { columnsHere.map(\.column.name) }
}

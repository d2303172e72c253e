package import PeachAnalysis
package import PeachSimulation
import PeachStorage
package import PeachSupport

/// The results of `peach plan --effect`: one row for each number of trials and listeners of each cell and estimator, in
/// file order. Scripts depend on its columns.
package struct PowerTable: Sendable {
  private static let all: [TableColumn<PowerRow>] = [
    .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.cell.listener }),
    .varied,
    .init(
      "estimator",
      "own: the strategy's own estimate; own:TRACK: that of one interleaved track; fit: the "
        + "common fit", text: { $0.estimator.name }),
    .init(
      "design", "within: every listener does both conditions; between: two groups", text: { $0.study.design.rawValue }
    )
    .oneOf(Study.Design.allCases.map(\.rawValue)),
    .init(
      "effect", "The effect: how much higher the second threshold is, as a fraction of the first",
      number: { $0.study.effect }),
    .init(
      "effect_sd", "Its standard deviation over listeners, as a share of its mean", number: { $0.study.effectSpread }),
    .init(
      "between_sd", "The standard deviation of thresholds over listeners, divided by their mean",
      number: { $0.study.between }),
    .init(
      "trials", "Trials of each listener in each condition; the mean if tracks end by a rule of their own",
      number: { $0.trials }),
    .init("listeners", "Listeners, in each group of two", integer: { $0.listeners }),
    .init("total_trials", "Trials of all listeners in both conditions", integer: { $0.totalTrials }),
    .init("power", "The share of studies with a significant difference", number: { $0.power.value })
      .within(.between(0, 1)),
    .init("power_se", "Its Monte Carlo standard error", number: { $0.power.standardError }),
    .init(
      "is_fewest",
      "1 if these are the fewest listeners with the wanted power at this number of trials; all larger numbers must "
        + "have it too, by the lower end of the one-sided 95 % interval",
      flag: { $0.isFewest }),
    .init(
      "effect_se_percent", unit: "%", "The standard error of the effect, in percent of the threshold",
      number: { $0.effectError }),
    .init("left_out", "The share of listeners without a threshold, who are left out", number: { $0.leftOut })
      .within(.between(0, 1)),
    .init(
      "listeners_left_out", "Listeners of the study who are left out on average, of both groups",
      number: { $0.listenersLeftOut }),
    .init("people", "Simulated people from whom studies were drawn", integer: { $0.people }),
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

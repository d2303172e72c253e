package import PeachAnalysis
package import PeachSimulation
import PeachStorage
package import PeachSupport

/// The results of `peach plan --effect --analysis population`: one row for each number of trials and each analysis of a
/// cell, in file order. Scripts depend on its columns.
package struct AnalysisTable: Sendable {
  private static let all: [TableColumn<AnalysisRow>] = first + TableColumn.ofStudy + figures

  private static let first: [TableColumn<AnalysisRow>] = [
    .init("strategy", "The strategy's name", text: { $0.cell.strategy }),
    .init("listener", "The listener's name", text: { $0.cell.listener }),
    .varied,
    .init(
      "analysis",
      "two-stage: a t test of separate thresholds; population: one model of all listeners, as in peach fit "
        + "--population", text: { $0.analysis.rawValue }
    )
    .oneOf(AnalysisPlan.Analysis.allCases.map(\.rawValue)),
  ]

  private static let figures: [TableColumn<AnalysisRow>] = [
    .init("trials", "Mean number of trials of a listener in a condition", integer: { $0.trials }),
    .init(
      "is_uneven", "1 if listeners in turn have a quarter, a half, once and 2.25 times these trials, else 0",
      flag: { $0.isUneven }),
    .init("listeners", "Number of listeners; in a design between groups, in each group", integer: { $0.listeners }),
    .init("studies", "Number of simulated studies; both analyses have the same ones", integer: { $0.studies }),
    .init(
      "power", "Power: the share of studies that find the effect at the 5 % level; studies without an estimate do not",
      number: { $0.power.value }
    )
    .within(.between(0, 1)),
    .init("power_se", "Monte Carlo standard error of the power", number: { $0.power.standardError }),
    .init(
      "power_gain", "This power less that of the two-stage analysis; empty in its own row",
      number: { $0.powerGain.value }),
    .init(
      "power_gain_se", "Monte Carlo standard error of the gain, from the studies in pairs",
      number: { $0.powerGain.standardError }),
    .init(
      "rmse_percent", unit: "%",
      "Root mean square error of the estimated effect, in percent of the threshold, of studies that both analyses "
        + "can estimate; of thresholds compared by ratio, 100 times that of the logarithm",
      number: { $0.error.value }),
    .init(
      "rmse_percent_se", unit: "%", "Monte Carlo standard error of rmse_percent",
      number: { $0.error.standardError }),
    .init(
      "bias_percent", unit: "%", "Mean error of the estimated effect, in percent of the threshold",
      number: { $0.bias.value }),
    .init(
      "bias_percent_se", unit: "%", "Monte Carlo standard error of bias_percent", number: { $0.bias.standardError }),
    .init(
      "coverage", "Share of 95 % intervals of the effect that contain the true effect", number: { $0.coverage.value }
    )
    .within(.between(0, 1)),
    .init("coverage_se", "Monte Carlo standard error of the coverage", number: { $0.coverage.standardError }),
    .init("failed", "Share of studies without an estimate", number: { $0.failed }).within(.between(0, 1)),
  ]

  package static let declared = all.map(\.column)

  private let columnsHere: [TableColumn<AnalysisRow>]
  package let rows: [[Value?]]

  package init(_ rows: [AnalysisRow], _ context: TableContext) {
    let here = context.columns(AnalysisTable.all) { $0.cell.varied }
    columnsHere = here
    self.rows = rows.map { row in here.map { $0.value(row) } }
  }

  package var columns: [String] { columnsHere.map(\.column.name) }
}

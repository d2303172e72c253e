import PeachAnalysis
import PeachFitting
import PeachSimulation
import PeachSupport

/// The thresholds of sessions of choices, which are neither higher nor lower.
enum ListenerChoicesSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let fitted = report.summary.choices.filter { !$0.fits.isEmpty }
    guard !fitted.isEmpty else { return nil }
    let tasks = ListenerReport.tasks(report.summary)
    return PageSection(
      "Thresholds of choices",
      [
        .text(
          "A threshold is the level at which 75 % of the answers are correct, or in yes/no are yes. Test trials of each session "
            + "are fitted by accuracy, as peach fit does.")
      ] + fitted.map { .table(table($0, tasks)) })
  }

  private static func table(_ fitted: FitReport, _ tasks: [Int: String]) -> PageTable {
    let unit = fitted.unit.map { " (\(SafeText.cut($0)))" } ?? ""
    let text = FitOverview(fitted.fits, by: ["session"]).table
    let columns = PageTable("Threshold of each session\(unit)", columnsOf: text)
    var table = PageTable(columns.caption, columns.columns + [PageTable.Column("task")])
    for (row, cells) in zip(fitted.fits, text.rows) {
      table.add(
        cells + [Int(row.key[0]).flatMap { tasks[$0] } ?? ""],
        Summary.isFailed(row.result.status.name) ? .caution : nil)
    }
    return table
  }
}

import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The runs without a threshold, and the reasons.
enum FailuresSection {
  static func section(_ report: SimulationReport) -> PageSection {
    var blocks: [PageBlock] = []
    let failed = report.rows.filter { ($0.failed.value ?? 0) > 0 }
    if failed.isEmpty {
      blocks.append(.text("Every run gave a threshold."))
    } else {
      blocks.append(
        .text(
          "Bias, spread and error leave out runs without a threshold. If a strategy often has no threshold, "
            + "judge it by that first."))
      blocks.append(.table(statuses(failed, report)))
    }
    let causes = FailureText.causes(of: failed) { report.plan?.reach(ofCell: $0.cell.id, $0.estimator.name) }
    if !causes.isEmpty {
      blocks.append(.text("Main reasons (each applies to at least 5 % of the runs of a strategy):"))
      blocks.append(.list(causes.map { "in \($0.share): \($0.text): \($0.names)" }))
    }
    if report.failedRuns > 0 {
      blocks.append(
        .text(
          "\(TextTable.counted(report.failedRuns, "run")) stopped because of an error: see the runs with status error "
            + "in the table runs."
        ))
    }
    return PageSection("Runs without a threshold", blocks)
  }

  private static func statuses(_ rows: [SummaryRow], _ report: SimulationReport) -> PageTable {
    var table = PageTable(
      "Status of the runs without a threshold",
      PageTable.columns(["strategy", "listener", "estimator", "status"], numbers: ["runs", "share"]), subjects: 3)
    for row in rows {
      for (status, count) in row.failures.byCount {
        table.add([
          report.names.strategy(row.cell), report.names.listener(row.cell), SafeText.cut(row.estimator.name),
          status.rawValue,
          TextTable.grouped(count), SummaryText.figure(Statistics.proportion(count, of: row.replicates)),
        ])
      }
    }
    return table
  }
}

import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The precision of strategies at the checkpoints of the experiment.
enum CheckpointsSection {
  static func section(_ report: SimulationReport) -> PageSection? {
    let rows = report.checkpoints.rows
    guard !rows.isEmpty else { return nil }
    let path = SafeText.forShell(report.path)
    return PageSection(
      "Precision by trials",
      [
        .text(
          "Each run was also estimated after these numbers of trials, as if it had ended there. A run that had ended earlier counts with "
            + "its final estimate. Both estimates use only these trials: fit, one fit that is the same for every "
            + "strategy, and own, the strategy's own at its own target."),
        .folded("Errors by number of trials", [.table(errors(rows, report))]), .table(criteria(report)),
        .commands(["peach export \(path) --table checkpoints", "peach export \(path) --table criteria"]),
      ])
  }

  private static func subjects(_ cell: CellRecord, _ estimator: EstimatorRecord, _ report: SimulationReport) -> [String]
  {
    [report.names.strategy(cell), report.names.listener(cell), SafeText.cut(estimator.name)]
  }

  private static func errors(_ rows: [CheckpointRow], _ report: SimulationReport) -> PageTable {
    let unit = report.axis.errorUnit
    var table = PageTable(
      "Errors by number of trials",
      PageTable.columns(
        ["strategy", "listener", "estimator"],
        numbers: ["trials", "rmse (\(unit))", "bias (\(unit))", "no threshold", "median abs (\(unit))", "coverage"]),
      subjects: 3)
    for row in rows {
      let summary = row.summary
      table.add(
        subjects(summary.cell, summary.estimator, report) + [
          TextTable.grouped(row.trials), SummaryText.figure(summary.rootMeanSquareError),
          SummaryText.figure(summary.bias, signed: true),
          summary.failed.value.map { SimulationReport.percent($0 / Double(summary.replicates), 1) } ?? "",
          SummaryText.figure(summary.medianAbsoluteError), SummaryText.figure(summary.coverage),
        ], PairedFamily.failsOften(summary) ? .caution : nil)
    }
    return table
  }

  private static func criteria(_ report: SimulationReport) -> PageTable {
    var table = PageTable(
      "Number of trials to reach a precision",
      PageTable.columns(
        ["strategy", "listener", "estimator"],
        numbers: [
          "of the truth", "trials to rmse",
          "runs with a narrow enough interval", "trials to width",
        ]), subjects: 3)
    table.note =
      "trials to rmse: the first checkpoint at which the root mean square error is at most the criterion and at "
      + "most 10 % of runs have no threshold. trials to width: the mean number of trials until a run's own 95 % "
      + "interval is within the criterion, over the runs that get there."
    for row in report.checkpoints.criteria {
      let low = row.trialsLow.map(String.init) ?? "–"
      let high = row.trialsHigh.map(String.init) ?? "–"
      let trials = row.trials.map(String.init) ?? "–"
      table.add(
        subjects(row.cell, row.estimator, report) + [
          SimulationReport.percent(row.share, 0), low == high ? trials : "\(trials) (\(low) … \(high))",
          SummaryText.figure(row.reached), SummaryText.figure(row.trialsOfWidth),
        ])
    }
    return table
  }
}

import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The performance of the strategies: tables with Monte Carlo standard errors, figures and paired differences.
enum PerformanceSection {
  static func section(_ report: SimulationReport) -> PageSection {
    var blocks: [PageBlock] = [.text(replicates(report))]
    let tables = tables(report).map(PageBlock.table)
    let isSweep = !report.simulation.varied.isEmpty
    blocks += isSweep ? [.folded("All conditions with all numbers", tables)] : tables
    blocks.append(
      .note(
        "± is the Monte Carlo standard error, from the finite number of runs. rmse: root mean square error; "
          + "bias: mean error; sd: standard deviation of the errors; median abs: median distance from the truth over "
          + "all runs, where a run without a threshold counts as infinitely far. coverage: share of the 95 % "
          + "intervals that contain the truth; width: median width of these intervals; efficiency: the smallest "
          + "possible sweat factor (trials times error variance) divided by that of the strategy (Taylor & Creelman "
          + "1967; Taylor 1971); correct: percentage of correct answers. bias, sd, rmse and efficiency leave out "
          + "runs without a threshold. If these are many, the numbers look better than the strategy is, and an "
          + "efficiency can be above 1."))
    let main = report.mainFigure?.name
    blocks += report.figures.filter { $0.name != main && $0.name != "stimulus" }.map { figure in
      let isOfOneRun = figure.name == "tracks"
      return .figure(figure, caption: figure.caption(of: isOfOneRun ? "" : report.size))
    }
    if let differences = DifferencesPart.block(report) { blocks.append(differences) }
    return PageSection("Performance", blocks)
  }

  // MARK: Why so many runs

  private static func replicates(_ report: SimulationReport) -> String {
    let counts = report.rows.map(\.replicates)
    guard let least = counts.min(), let most = counts.max() else { return "No run is stored." }
    let runs = least == most ? TextTable.grouped(least) : "\(TextTable.grouped(least)) to \(TextTable.grouped(most))"
    func worst(_ figure: (SummaryRow) -> MonteCarloValue) -> String? {
      report.rows.compactMap { figure($0).standardError }.max().map { TextTable.fixed($0, 4) }
    }
    var text = "\(runs) runs of each strategy with each listener."
    if let bias = worst(\.bias), let error = worst(\.rootMeanSquareError) {
      text +=
        " With this number, the Monte Carlo standard error is at most \(bias) \(errorUnit(report)) for a bias "
        + "and \(error) "
        + "for a root mean square error"
      let coverage = (0.95 * 0.05 / Double(max(1, least))).squareRoot()
      text += "; for a coverage of 95 % it is \(SimulationReport.percent(coverage))."
    }
    return text
  }

  static func errorUnit(_ report: SimulationReport) -> String {
    report.axis.scale == .log ? "log2 units" : report.axis.unit
  }

  // MARK: Tables

  /// A table for each listener with the best strategy first, as on the terminal. A sweep has one table in file order.
  private static func tables(_ report: SimulationReport) -> [PageTable] {
    guard report.simulation.varied.isEmpty else {
      return [
        table(
          "All conditions", PairedFamily.ordered(report.rows) { _ in 0 }, report,
          subjects: ["strategy", "listener", "estimator"]
        ) {
          [name($0, report), report.names.listener($0.cell), SafeText.cut($0.estimator.name)]
        }
      ]
    }
    return report.cells.map(\.listener).distinct.map { listener in
      let rows = report.rows.filter { $0.cell.listener == listener }
      let ordered = CellRows.grouped(rows, isRanked: true).flatMap(\.self)
      return table(caption(rows, report), ordered, report, subjects: ["strategy", "estimator"]) {
        [name($0, report), SafeText.cut($0.estimator.name)]
      }
    }
  }

  private static func table(
    _ caption: String, _ rows: [SummaryRow], _ report: SimulationReport, subjects: [String],
    _ subject: (SummaryRow) -> [String]
  ) -> PageTable {
    let figures = figures(report).filter { figure in rows.contains { !["", "–"].contains(figure.text($0)) } }
    var table = PageTable(
      caption, PageTable.columns(subjects, numbers: figures.map(\.heading)), subjects: subjects.count)
    for row in rows {
      table.add(subject(row) + figures.map { $0.text(row) }, PairedFamily.failsOften(row) ? .caution : nil)
    }
    return table
  }

  /// The name of a strategy, in brackets if too many runs have no threshold.
  private static func name(_ row: SummaryRow, _ report: SimulationReport) -> String {
    let name = report.names.strategy(row.cell)
    return PairedFamily.failsOften(row) ? "(\(name))" : name
  }

  private struct Column {
    var heading: String
    var text: (SummaryRow) -> String
  }

  /// The columns of numbers. Empty ones are left out.
  private static func figures(_ report: SimulationReport) -> [Column] {
    let unit = report.axis.errorUnit
    return [
      Column(heading: "rmse (\(unit))") { row in
        let figure = SummaryText.figure(row.rootMeanSquareError)
        return PairedFamily.failsOften(row) && row.rootMeanSquareError.value != nil ? "(\(figure))" : figure
      },
      Column(heading: "bias (\(unit))") { SummaryText.figure($0.bias, signed: true) },
      Column(heading: "no threshold") { row in
        row.failed.value.map { SimulationReport.percent($0 / Double(row.replicates), 1) } ?? ""
      },
      Column(heading: "trials") { $0.trials.value.map { TextTable.fixed($0, 1) } ?? "" },
      Column(heading: "target") { $0.estimator.target.map { SimulationReport.percent($0) } ?? "" },
      Column(heading: "sd (\(unit))") { SummaryText.figure($0.standardDeviation) },
      Column(heading: "median abs (\(unit))") { SummaryText.figure($0.medianAbsoluteError) },
      Column(heading: "coverage") { SummaryText.figure($0.coverage) },
      Column(heading: "width (\(unit))") { SummaryText.figure($0.intervalWidth) },
      // The runs that succeed are the lucky ones.
      Column(heading: "efficiency") { PairedFamily.failsOften($0) ? "–" : SummaryText.figure($0.efficiency) },
      Column(heading: "correct (%)") { SummaryText.figure($0.percentCorrect) },
    ]
  }

  private static func caption(_ rows: [SummaryRow], _ report: SimulationReport) -> String {
    guard let fit = rows.first(where: { $0.estimator.name == "fit" }) else { return "Performance" }
    let target = SimulationReport.percent(fit.estimator.target ?? 0, 0)
    let truth = fit.estimator.truthText().map { "\(target) correct at \($0) \(report.axis.unit)" }
    return "\(SafeText.cut(fit.cell.listener)): \(truth ?? "never \(target) correct")"
  }
}

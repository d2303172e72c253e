import Configuration
import Figures
import Records
import Simulation
import Trials

/// How well the strategies did: tables with Monte Carlo standard errors, figures, paired differences.
enum PerformanceSection {
  static func section(_ report: SimulationReport) -> PageSection {
    var blocks: [PageBlock] = [.text(replicates(report))]
    blocks += tables(report).map(PageBlock.table)
    blocks.append(
      .text(
        "± is the Monte Carlo standard error. bias: mean error; sd: its standard deviation; rmse: root mean square; coverage: "
          + "the share of 95 % intervals that hold the truth; efficiency: the least possible sweat factor over this one "
          + "(Taylor & Creelman 1967); correct: correct answers."))
    blocks += report.figures.map(PageBlock.figure)
    if !report.differences.isEmpty { blocks.append(differences(report)) }
    return PageSection("Performance", blocks)
  }

  // MARK: Why so many runs

  private static func replicates(_ report: SimulationReport) -> String {
    let counts = report.rows.map(\.replicates)
    guard let least = counts.min(), let most = counts.max() else { return "No run is stored." }
    let runs = least == most ? TextTable.grouped(least) : "\(TextTable.grouped(least)) to \(TextTable.grouped(most))"
    func worst(_ figure: (SummaryRow) -> Estimated) -> String? {
      report.rows.compactMap { figure($0).standardError }.max().map { TextTable.fixed($0, 4) }
    }
    var text = "\(runs) runs of each strategy with each listener."
    if let bias = worst(\.bias), let error = worst(\.rootMeanSquareError) {
      text +=
        " With so many, the Monte Carlo standard error is at most \(bias) \(errorUnit(report)) for a bias and \(error) "
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

  /// One for each listener, best first as on the terminal; of a sweep one alone, in the order of the file.
  private static func tables(_ report: SimulationReport) -> [PageTable] {
    guard report.simulation.varied.isEmpty else {
      return [
        table("All conditions", report.rows, report, subjects: ["strategy", "listener", "estimator"]) {
          [report.name(ofStrategy: $0.cell), report.name(ofListener: $0.cell), Shown.cut($0.estimator.name)]
        }
      ]
    }
    return SimulationReport.distinct(report.cells.map(\.listener)).map { listener in
      let rows = report.rows.filter { $0.cell.listener == listener }
      return table(caption(rows, report), inOrder(rows), report, subjects: ["strategy", "estimator"]) {
        [report.name(ofStrategy: $0.cell), Shown.cut($0.estimator.name)]
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
    for row in rows { table.add(subject(row) + figures.map { $0.text(row) }) }
    return table
  }

  private struct Column {
    var heading: String
    var text: (SummaryRow) -> String
  }

  /// What is told of a row; a column in which nothing stands is left out.
  private static func figures(_ report: SimulationReport) -> [Column] {
    let unit = report.axis.errorUnit
    return [
      Column(heading: "target") { $0.estimator.target.map { SimulationReport.percent($0) } ?? "" },
      Column(heading: "trials") { $0.trials.value.map { TextTable.fixed($0, 1) } ?? "" },
      Column(heading: "failed") { row in
        row.failed.value.map { SimulationReport.percent($0 / Double(row.replicates), 1) } ?? ""
      },
      Column(heading: "bias (\(unit))") { SummaryText.figure($0.bias, signed: true) },
      Column(heading: "sd (\(unit))") { SummaryText.figure($0.standardDeviation) },
      Column(heading: "rmse (\(unit))") { SummaryText.figure($0.rootMeanSquareError) },
      Column(heading: "coverage") { SummaryText.figure($0.coverage) },
      Column(heading: "efficiency") { SummaryText.figure($0.efficiency) },
      Column(heading: "correct (%)") { SummaryText.figure($0.percentCorrect) },
    ]
  }

  private static func caption(_ rows: [SummaryRow], _ report: SimulationReport) -> String {
    guard let fit = rows.first(where: { $0.estimator.name == "fit" }) else { return "Performance" }
    let target = SimulationReport.percent(fit.estimator.target ?? 0, 0)
    let truth = fit.estimator.truth.map { "\(target) correct at \(TextTable.fixed($0, 2)) \(report.axis.unit)" }
    return "\(Shown.cut(fit.cell.listener)): \(truth ?? "never \(target) correct")"
  }

  /// Cells by the error of the common fit, which stands first in each.
  private static func inOrder(_ rows: [SummaryRow]) -> [SummaryRow] {
    var errors: [Int: Double] = [:]
    for row in rows where row.estimator.name == "fit" { errors[row.cell.id] = row.rootMeanSquareError.value }
    func key(_ row: SummaryRow) -> (Double, Int, Int) {
      (errors[row.cell.id] ?? .infinity, row.cell.id, row.estimator.name == "fit" ? 0 : 1)
    }
    return rows.sorted { key($0) < key($1) }
  }

  // MARK: Pairs

  private static func differences(_ report: SimulationReport) -> PageBlock {
    let unit = errorUnit(report)
    var table = PageTable(
      "Root mean square error of the common fit, less that of the best strategy",
      PageTable.columns(
        ["strategy", "listener", "best"], numbers: ["difference (\(report.axis.errorUnit))", "pairs", "replicates"]),
      subjects: 2)
    for difference in report.differences {
      table.add([
        report.name(ofStrategy: difference.cell), report.name(ofListener: difference.cell),
        report.name(ofStrategy: difference.best), SummaryText.figure(difference.rootMeanSquareError, signed: true),
        TextTable.grouped(difference.pairs), TextTable.grouped(difference.replicates),
      ])
    }
    let words = report.differences.prefix(mostSentences).map { sentence($0, report, unit) }
    return .part(
      "Strategies compared on the same random numbers",
      [
        .text(
          "Each strategy is paired, replicate by replicate, with the best one for the listener (the least error among "
            + "those that fail in at most a tenth of the runs). The standard error is that of the paired difference."),
        .list(Array(words)), .table(table),
      ])
  }

  /// More are in the table alone.
  private static let mostSentences = 24

  private static func sentence(_ difference: PairedDifference, _ report: SimulationReport, _ unit: String) -> String {
    let (strategy, best) = (report.name(ofStrategy: difference.cell), report.name(ofStrategy: difference.best))
    let listener = report.name(ofListener: difference.cell)
    guard let value = difference.rootMeanSquareError.value, difference.pairs > 1 else {
      return "\(strategy) and \(best) have fewer than two replicates with a threshold of both with \(listener)."
    }
    var size = difference.rootMeanSquareError
    size.value = abs(value)
    let text = SummaryText.figure(size)
    let few =
      2 * difference.pairs < difference.replicates
      ? " Only \(TextTable.grouped(difference.pairs)) of \(TextTable.grouped(difference.replicates)) replicates have a "
        + "threshold of both: the others failed, which this difference does not show." : ""
    return difference.isTold
      ? "\(strategy) has \(text) \(unit) \(value > 0 ? "more" : "less") error than \(best) with \(listener).\(few)"
      : "\(strategy) and \(best) do not differ in error beyond twice its standard error with \(listener): \(text) "
        + "\(unit).\(few)"
  }
}

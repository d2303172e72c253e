import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The first screen of a simulation report: the main figure and the table of results.
enum SimulationResult {
  static func blocks(_ report: SimulationReport) -> [PageBlock] {
    var figure: PageBlock?
    if let main = report.mainFigure {
      var drawn = main
      // The caption explains the marks of a comparison, so that no panel repeats a legend.
      if main.name == "comparison" { drawn.key = nil }
      figure = .panels(drawn, caption: main.caption(of: report.size))
    }
    let tables = tables(report)
    var blocks: [PageBlock] =
      tables.count == 1
      ? [.row([figure].compactMap(\.self) + [.table(tables[0])])]
      : [figure].compactMap(\.self) + (tables.isEmpty ? [] : [.row(tables.map(PageBlock.table))])
    guard isFolded(report) else { return tables.isEmpty ? blocks : blocks + [.note(definitions(report))] }
    blocks.append(.folded("All strategies in all conditions", [.table(all(report)), .note(definitions(report))]))
    return blocks
  }

  /// More conditions share one table.
  private static let mostTables = 8

  /// Whether the table of all conditions is folded, below that of the best strategies.
  private static func isFolded(_ report: SimulationReport) -> Bool {
    report.isSweep || (report.conditions.count > mostTables && report.conditions.contains { $0.rows.count > 1 })
  }

  private static func tables(_ report: SimulationReport) -> [PageTable] {
    if report.conditions.isEmpty { return [] }
    if isFolded(report) { return report.conditions.contains { $0.rows.count > 1 } ? [best(report)] : [] }
    if report.conditions.count > mostTables { return [all(report)] }
    let figures = figures(report)
    return report.conditions.map { condition in
      var table = PageTable(
        truth(condition, report), PageTable.columns(["strategy"], numbers: figures.map(\.heading)))
      for row in condition.rows {
        table.add([name(row, condition, report)] + figures.map { $0.text(row) }, emphasis(row, condition))
      }
      return table
    }
  }

  /// The strategy with the smallest error in each condition.
  private static func best(_ report: SimulationReport) -> PageTable {
    let hasRivals = report.conditions.contains { $0.best.count > 1 }
    let hasFailures = report.conditions.contains { $0.rows.contains(where: PairedFamily.failsOften) }
    let unit = report.numbers.unitOfHeading
    var table = PageTable(
      "Best strategy in each condition",
      PageTable.columns(["condition", "best"], numbers: ["error\(unit)", "bias\(unit)"])
        + PageTable.columns((hasRivals ? ["not distinguishable"] : []) + (hasFailures ? ["often no threshold"] : [])),
      subjects: 1)
    let hasListeners = Set(report.cells.map(\.listener)).count > 1
    for condition in report.conditions {
      guard let first = condition.rows.first else { continue }
      let failing = condition.rows.filter(PairedFamily.failsOften).map {
        "\(report.names.strategy($0.cell)) \(ErrorNumbers.withoutThreshold($0))"
      }
      let best = condition.best
      let words =
        best.isEmpty
        ? (condition.verdict == nil ? "too few runs to say" : "none")
        : report.names.strategy(best[0].cell)
      let rivals = best.dropFirst().map { report.names.strategy($0.cell) }
      // Appended one by one, because a sum of these lists compiles slowly.
      var cells = [
        report.names.condition(first.cell, hasListeners: hasListeners), words,
        best.first.map { report.numbers.errorCell($0) } ?? "–", best.first.map { report.numbers.bias($0) } ?? "–",
      ]
      if hasRivals { cells.append(rivals.isEmpty ? "–" : MethodsText.listed(rivals)) }
      if hasFailures { cells.append(failing.isEmpty ? "–" : failing.joined(separator: ", ")) }
      table.add(cells)
    }
    let shown = ErrorNumbers(report.conditions.compactMap(\.best.first), on: report.axis)
    table.note = [
      shown.standardErrorText.map { "error: \(formula(report)); Monte Carlo standard error \($0)." },
      hasFailures ? "often no threshold: share of runs without one, if above 10 %." : nil,
    ].compactMap(\.self).joined(separator: " ")
    return table
  }

  private static func all(_ report: SimulationReport) -> PageTable {
    let figures = figures(report)
    var table = PageTable(
      "All conditions", PageTable.columns(["strategy", "condition"], numbers: figures.map(\.heading)), subjects: 2)
    for condition in report.conditions {
      for row in condition.rows {
        table.add(
          [name(row, condition, report), report.names.listener(row.cell)] + figures.map { $0.text(row) },
          emphasis(row, condition))
      }
    }
    return table
  }

  // MARK: Rows

  /// The name of a strategy, in brackets if too many runs have no threshold, and with a mark if it is best.
  private static func name(_ row: SummaryRow, _ condition: AnswerCondition, _ report: SimulationReport) -> String {
    var name = report.names.strategy(row.cell)
    if report.isOfMatchings { name += ", \(row.estimator.name)" }
    return PairedFamily.failsOften(row) ? "(\(name))" : condition.isBest(row) ? "\(name)\u{A0}◀" : name
  }

  private static func emphasis(_ row: SummaryRow, _ condition: AnswerCondition) -> PageTable.Emphasis? {
    PairedFamily.failsOften(row) ? .caution : condition.isBest(row) ? .best : nil
  }

  private struct Column {
    var heading: String
    var text: (SummaryRow) -> String
  }

  private static func figures(_ report: SimulationReport) -> [Column] {
    let numbers = report.numbers
    let unit = numbers.unitOfHeading
    return [
      Column(heading: "error\(unit)") { numbers.errorCell($0) },
      Column(heading: "bias\(unit)") { numbers.bias($0) },
      hasShares(report)
        ? Column(heading: "within 10 %") { row in row.withinTenth.value.map { ErrorNumbers.share($0) } ?? "–" }
        : Column(heading: "median error\(unit)") { numbers.medianError($0) },
      Column(heading: "no threshold") { ErrorNumbers.withoutThreshold($0) },
    ]
  }

  private static func hasShares(_ report: SimulationReport) -> Bool {
    report.conditions.contains { $0.rows.contains { $0.withinTenth.value != nil } }
  }

  // MARK: Words

  /// `musician, true threshold 5.00 cents`.
  private static func truth(_ condition: AnswerCondition, _ report: SimulationReport) -> String {
    guard let row = condition.rows.first else { return "" }
    let name = report.names.listener(row.cell)
    if report.isOfMatchings { return name }
    let percent = row.estimator.target.map { SimulationReport.percent($0, 0) } ?? "target"
    guard let truth = row.estimator.truthText() else {
      return row.estimator.isTruthUnknown
        ? "\(name): the level with \(percent) correct is unknown" : "\(name): never \(percent) correct"
    }
    return "\(name), true threshold \(truth) \(SafeText.cut(report.axis.unit))"
  }

  /// `One fit reads the trials of every strategy; its threshold is the level with 75 % correct.`
  private static func common(_ report: SimulationReport) -> String {
    let targets = Set(report.conditions.flatMap(\.rows).compactMap(\.estimator.target))
    let target = targets.count == 1 ? targets.first : nil
    let level = report.simulation.alternatives == 1 ? "answered yes" : "correct"
    return "The trials of every strategy are fitted in the same way"
      + (target.map { "; its threshold is the level with \(SimulationReport.percent($0, 0)) \(level)." } ?? ".")
  }

  private static func formula(_ report: SimulationReport) -> String {
    report.axis.scale == .log
      ? "2^x − 1, where x is the root mean square of log2(estimate ÷ truth)"
      : "the root mean square of estimate − truth"
  }

  private static func definitions(_ report: SimulationReport) -> String {
    let standardError = report.numbers.standardErrorText.map { "; Monte Carlo standard error \($0)" } ?? ""
    var text = "error: \(formula(report))\(standardError). bias: the same formula with the mean error. "
    text +=
      hasShares(report)
      ? "within 10 %: share of all runs whose estimate is within 10 % of the truth. "
      : "median error: median distance from the truth over all runs; a run without a threshold counts as "
        + "infinitely far. "
    text += "no threshold: share of runs that find none. "
    if report.conditions.contains(where: { $0.rows.contains(where: PairedFamily.failsOften) }) {
      text +=
        "Amber and in brackets: no threshold in more than 10 % of runs; the row's other numbers use only the "
        + "runs that found one, so they look better than they are. "
    }
    if report.conditions.contains(where: { !$0.best.isEmpty }) {
      text += "◀: best, or not distinguishable from it at 5 %, by tests on pairs of runs after Holm. "
    }
    return text + (report.isOfMatchings ? "" : common(report))
  }
}

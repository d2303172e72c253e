import PeachFitting
package import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The result of a simulation on one screen of a terminal: the question, a table for each listener, and then the best
/// strategies, warnings and the next command.
///
/// ```swift
/// let answer = try AnswerText(SimulationSummary(of: results))
/// print(answer.text(in: PageWidth(columns: 80)).plain)
/// ```
package struct AnswerText {
  /// The estimates that a table shows.
  package enum Estimates: Sendable {
    /// The same fit of every strategy's trials.
    case common
    /// The own estimates of each strategy.
    case own
  }

  private let simulation: SimulationRecord
  private let estimates: Estimates
  private let conditions: [AnswerCondition]
  private let plan: Plan?
  private let share: Double
  private let isPlain: Bool
  private let numbers: ErrorNumbers
  private let names: CellNames
  /// The rows of all conditions, in their order.
  private let rows: [SummaryRow]
  /// Whether each condition has one row only, so that the values of conditions are columns.
  private let isFlat: Bool
  /// Whether a condition names its listener.
  private let hasListeners: Bool

  /// - Parameters:
  ///   - plan: The experiment; it tells why strategies have no threshold.
  ///   - isPlain: Whether bars are drawn in ASCII.
  package init(
    _ summary: SimulationSummary, plan: Plan? = nil, of estimates: Estimates = .common,
    isPlain: Bool = false
  ) throws(RecordsError) {
    self.plan = plan
    self.estimates = estimates
    share = summary.share
    self.isPlain = isPlain
    simulation = summary.simulation
    let rows = summary.rows.filter { $0.estimator.isCommon == (estimates == .common) }
    let estimators = rows.map { AnswerText.group(of: $0) }.distinct
    let families = try PairedFamily.all(in: summary, rows, estimators: estimators, most: DifferenceText.mostStrategies)
    let conditions = AnswerCondition.all(of: rows, families, varied: simulation.varied) { AnswerText.group(of: $0) }
    self.conditions = conditions
    self.rows = conditions.flatMap(\.rows)
    numbers = ErrorNumbers(rows, on: simulation.axis)
    names = CellNames(simulation)
    isFlat = conditions.count > 2 && conditions.allSatisfy { $0.rows.count == 1 }
    hasListeners = Set(rows.map(\.cell.listener)).count > 1 || names.conditions.isEmpty
  }

  /// The estimator by which rows are compared. Tracks of one strategy belong to its own estimates.
  private static func group(of row: SummaryRow) -> String { row.estimator.isCommon ? row.estimator.name : "own" }

  private var axis: Axis { simulation.axis }
  /// Whether no row has a truth because nobody knows it.
  private var isTruthUnknown: Bool { !rows.isEmpty && rows.allSatisfy(\.estimator.isTruthUnknown) }

  // MARK: The text

  package func text(in page: PageWidth) -> StyledText {
    let width = page.text()
    var text = StyledText(TextTable.paragraph(question, to: width), .heading)
    text.add(TextTable.paragraph(size, to: width), .faint)
    guard !rows.isEmpty else {
      text.add(
        "\n"
          + TextTable.paragraph(
            "no strategy estimates a threshold itself; leave out --own", to: width),
        .warning)
      return text
    }
    let (shown, figures) = (isFlat ? [flat] : conditions, figures)
    let cells = shown.map { $0.rows.map { row in subject(row) + figures.map { $0.text(row) } } }
    let shapes = shapes(in: page, cells)
    text += table(in: page, shown, cells, shapes)
    text.add(legend(width, shapes), .faint)
    text += verdicts(in: page)
    for warning in warnings { text += AnswerText.labelled("warning", .warning, warning, to: width) }
    return text
  }

  /// A line that begins with a label.
  ///
  /// - Parameter width: The most columns of a line; `nil` to break none.
  package static func labelled(
    _ label: String, _ style: TextStyle, _ content: String, to width: Int? = nil
  ) -> StyledText {
    var text = StyledText(label, style)
    let indent = String(repeating: " ", count: labelWidth)
    let lines = width.map { TextTable.wrapped(content, to: max(1, $0 - labelWidth)) } ?? [content]
    text.add(String(indent.dropFirst(label.count)) + lines.joined(separator: "\n" + indent) + "\n")
    return text
  }

  private static let labelWidth = 9

  private var question: String {
    guard let question = simulation.question else { return SafeText.line(simulation.name) }
    return question.split(separator: "\n").map { SafeText.line(String($0)) }.joined(separator: " ")
  }

  /// The number of runs behind each row, and the standard error of errors.
  private var size: String {
    let counts = rows.map(\.replicates)
    guard let low = counts.min(), let high = counts.max() else { return SafeText.line(simulation.name) }
    let runs = low == high ? TextTable.grouped(low) : "\(TextTable.grouped(low))…\(TextTable.grouped(high))"
    let name = simulation.question == nil ? [] : [SafeText.line(simulation.name)]
    return
      (name + ["\(runs) runs in each row"]
      + (numbers.standardErrorText.map { ["standard error \($0)"] } ?? [])
      + (hasBestTable ? ["best strategies at the end"] : []))
      .joined(separator: " · ")
  }

  // MARK: The table

  /// The columns before the bars.
  private var columns: [TextColumn] {
    subjectColumns + figures.map { TextColumn($0.heading, .number, rank: $0.rank) }
  }

  /// The bars take what the other columns leave.
  private func shapes(in page: PageWidth, _ cells: [[[String]]]) -> AnswerShapes {
    let columns = columns
    // The mark does not touch the edge of the screen.
    let taken = columns.indices.reduce(mark.count + 1) { sum, place in
      sum + cells.joined().reduce(columns[place].heading.count) { max($0, $1[place].count) } + 2
    }
    let free = page.isWide ? AnswerShapes.most : page.columns - taken
    let bars = min(max(AnswerShapes.fewest, free % 2 == 1 ? free : free - 1), AnswerShapes.most)
    return AnswerShapes(rows, on: axis, bars: bars, isPlain: isPlain)
  }

  /// - Parameter cells: The texts of each row of each condition.
  private func table(
    in page: PageWidth, _ conditions: [AnswerCondition], _ cells: [[[String]]], _ shapes: AnswerShapes
  ) -> StyledText {
    var table = TextTable(columns + [TextColumn(shapes.heading, rank: 2)], hasRule: false)
    for (condition, cells) in zip(conditions, cells) {
      if !isFlat { table.begin(heading(condition, to: page.text())) }
      for ((row, cells), shape) in zip(zip(condition.rows, cells), shapes.texts(condition.rows)) {
        let isBest = condition.isBest(row)
        let style: TextStyle = PairedFamily.failsOften(row) ? .warning : isBest ? .best : .plain
        table.add(cells + [shape + (isBest ? mark : "")], style)
      }
    }
    return table.styled(in: page)
  }

  /// The mark after the bars of the best rows.
  private var mark: String { isPlain ? " *" : " ◀" }

  /// All rows as one condition, in file order.
  private var flat: AnswerCondition {
    AnswerCondition(flat: rows, estimator: conditions.first?.estimator ?? "fit")
  }

  private struct Figure {
    var heading: String
    var rank: Int
    var text: (SummaryRow) -> String
  }

  private var figures: [Figure] {
    let unit = numbers.unitOfHeading
    var figures: [Figure] = []
    if !isTruthUnknown {
      figures.append(Figure(heading: "error" + unit, rank: 0) { numbers.error($0) })
      figures.append(Figure(heading: "bias" + unit, rank: 1) { numbers.bias($0) })
    }
    if rows.contains(where: \.estimator.isTruthUnknown) {
      figures.append(Figure(heading: "mean \(axis.unit)", rank: 0) { SummaryText.figure($0.meanThreshold) })
      figures.append(Figure(heading: "sd \(axis.errorUnit)", rank: 1) { SummaryText.figure($0.standardDeviation) })
    }
    if rows.contains(where: { $0.within.value != nil }) {
      figures.append(
        Figure(heading: "within \((100 * share).shortest) %", rank: 3) { row in
          row.within.value.map { ErrorNumbers.share($0) } ?? "–"
        })
    }
    figures.append(Figure(heading: "no threshold", rank: 0) { ErrorNumbers.withoutThreshold($0) })
    if estimates == .own {
      figures.insert(
        Figure(heading: "target", rank: 4) { row in
          row.estimator.target.map { TextTable.fixed(100 * $0, 1) + " %" } ?? "–"
        }, at: 0)
    }
    return figures
  }

  /// The columns of a row's subject: the strategy, and in a flat table the condition.
  private var subjectColumns: [TextColumn] {
    [TextColumn("strategy")] + (isFlat ? conditionColumns : [])
  }

  private func subject(_ row: SummaryRow) -> [String] {
    [names.strategy(row)] + (isFlat ? conditionTexts(row.cell) : [])
  }

  /// The listener if there are several, and the varied values that are not a strategy's own.
  private var conditionColumns: [TextColumn] {
    ((hasListeners ? ["listener"] : []) + names.conditionHeadings).map { TextColumn($0) }
  }

  private func conditionTexts(_ cell: CellRecord) -> [String] {
    (hasListeners ? [SafeText.cut(cell.listener)] : []) + names.conditionValues(cell)
  }

  private func name(_ condition: AnswerCondition) -> String {
    condition.rows.first.map { names.listener($0.cell) } ?? ""
  }

  private func heading(_ condition: AnswerCondition, to width: Int) -> StyledText {
    let (name, truth) = (name(condition), truth(condition))
    guard name.count + truth.count <= width else {
      return StyledText(TextTable.paragraph(name + truth, to: width), .heading)
    }
    var text = StyledText(name, .heading)
    text.add(truth + "\n")
    return text
  }

  /// The true threshold of the listener, after a comma.
  private func truth(_ condition: AnswerCondition) -> String {
    guard let estimator = condition.rows.first?.estimator else { return "" }
    let percent = TextTable.fixed(100 * (estimator.target ?? 0), 0)
    let method = condition.estimator.hasPrefix("fit:") ? ", \(SafeText.cut(condition.estimator))" : ""
    if estimates == .own { return ", each strategy at its own target" }
    if let truth = estimator.truthText() {
      return ", true threshold \(truth) \(SafeText.cut(axis.unit)) at \(percent) % correct\(method)"
    }
    return estimator.isTruthUnknown
      ? ", level with \(percent) % correct unknown\(method)" : ", never \(percent) % correct at any level\(method)"
  }

  // MARK: Below the table

  private func legend(_ width: Int, _ shapes: AnswerShapes) -> String {
    let factor = axis.scale == .log ? ", 10 % is a factor of 1.1" : ""
    let reader = estimates == .own ? "own estimators" : "one fit for all"
    let hasBrackets = rows.contains(where: PairedFamily.failsOften)
    let hasBest = conditions.contains { !$0.best.isEmpty }
    let brackets = hasBrackets ? "; (…): often no threshold" : ""
    let arrows = shapes.legend(rows).map { "; \($0)" } ?? ""
    let best = hasBest ? ";\(mark): best, or not distinguishable at 5 %, Holm" : ""
    let more = (estimates == .own ? "" : "--own: own estimates. ") + "--all: all columns."
    let error =
      isTruthUnknown
      ? "mean, sd: of the estimated thresholds, \(reader); the true threshold is unknown."
      : "error: RMS distance from the truth\(factor); \(reader)."
    return TextTable.paragraph(error, to: width)
      + TextTable.paragraph("bars: estimates\(arrows)\(brackets)\(best). \(more)", to: width)
  }

  /// More conditions than these have a table.
  private static let mostLines = 3

  /// The conditions in which strategies can be compared.
  private var compared: [AnswerCondition] {
    conditions.filter { condition in
      Set(condition.rows.filter { $0.estimator.name == condition.estimator }.map(\.cell.id)).count > 1
    }
  }

  /// Whether many conditions share one table of the best strategies.
  private var hasBestTable: Bool {
    compared.count > AnswerText.mostLines || (compared.count > 1 && !simulation.varied.isEmpty)
  }

  private func verdicts(in page: PageWidth) -> StyledText {
    let compared = compared
    guard hasBestTable else {
      let names = compared.map { condition in
        "\(name(condition))\(condition.estimator.hasPrefix("fit:") ? " (\(SafeText.cut(condition.estimator)))" : "")"
      }
      let lines = zip(names, compared).map { "\($0): \(verdict($1))" }
      return lines.enumerated().reduce(into: StyledText()) { text, line in
        text += AnswerText.labelled(line.offset == 0 ? "best" : "", .best, line.element, to: page.text())
      }
    }
    return bestTable(compared, in: page)
  }

  private func bestTable(_ compared: [AnswerCondition], in page: PageWidth) -> StyledText {
    let hasMethods = Set(compared.map(\.estimator)).count > 1
    let columns =
      conditionColumns + (hasMethods ? [TextColumn("estimator")] : [])
      + [
        TextColumn("best", .words), TextColumn("error" + numbers.unitOfHeading, .number),
        TextColumn("bias" + numbers.unitOfHeading, .number, rank: 3),
        TextColumn("not distinguishable", .words, rank: 2), TextColumn("often no threshold", .words, rank: 1),
      ]
    let rows = compared.map { condition in
      let failing = condition.rows.filter(PairedFamily.failsOften)
      let best = condition.best.first
      let error = best.map { numbers.error($0, isAligned: false) }
      return (condition.rows.first.map { conditionTexts($0.cell) } ?? [])
        + (hasMethods ? [SafeText.cut(condition.estimator)] : [])
        + [
          verdict(condition, isInTable: true), error ?? "–", best.map { numbers.bias($0) } ?? "–", rivals(condition),
          failing.map { "\(names.strategy($0)) \(ErrorNumbers.withoutThreshold($0))" }.joined(separator: ", "),
        ]
    }
    let used = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    var table = TextTable(used.map { columns[$0] }, hasRule: false)
    for row in rows { table.add(used.map { row[$0] }) }
    // The question has left the screen.
    var text = StyledText("\n" + TextTable.paragraph(question, to: page.text()), .heading)
    text.add("best strategy in each condition\n", .faint)
    text += table.styled(in: page)
    let sets = WinningConditions(compared, names)
    let all = sets.winners
    let rest = all.count - AnswerText.mostLines
    let winners =
      all.prefix(AnswerText.mostLines).map { "\($0.name): \(sets.words($0.conditions))" }
      + (rest > 0 ? ["\(rest) more"] : [])
    // Many conditions fill more than a screen, whose last lines still say what is best.
    if !winners.isEmpty {
      text += AnswerText.labelled("best", .best, winners.joined(separator: "; "), to: page.text())
    }
    return text
  }

  /// The best strategies of a condition, and those that are closer to the truth more often.
  ///
  /// - Parameter isInTable: Whether a column heading already says what is named.
  private func verdict(_ condition: AnswerCondition, isInTable: Bool = false) -> String {
    guard let verdict = condition.verdict else {
      return condition.rows.count > DifferenceText.mostStrategies
        ? "not compared, because there are more than \(DifferenceText.mostStrategies) strategies"
        : "too few runs to compare strategies"
    }
    guard verdict.best != nil else { return "none" }
    let best = condition.best.map { names.strategy($0) }
    let equals = best.count < 2 || isInTable ? "" : "; not distinguishable: \(rivals(condition))"
    let closer = verdict.others.filter { $0.isFartherMoreOften == false && $0.hasLargerError != true }.map {
      names.strategy($0.row)
    }
    let often = closer.isEmpty ? "" : "; more often closer to the truth: \(FailureText.listed(closer))"
    return (best.first ?? "none") + equals + often
  }

  /// The strategies that are not distinguishable from the best.
  private func rivals(_ condition: AnswerCondition) -> String {
    FailureText.listed(condition.best.dropFirst().map { names.strategy($0) })
  }

  private var warnings: [String] {
    let failing = rows.filter(PairedFamily.failsOften)
    let intervals = rows.filter(\.hasNarrowIntervals).map { row in
      let share = "\(TextTable.fixed(100 * (row.coverage.value ?? 0), 0)) %"
      return "\(names.strategy(row)) \(share) for \(names.listener(row.cell))"
    }
    let sets = WinningConditions(conditions, names)
    func words(_ rows: [SummaryRow]) -> String {
      sets.words { row in rows.contains { $0.cell.id == row.cell.id } }
    }
    // A simulated truth adds the same error to every bias.
    let uncertain = rows.filter(isOfUncertainTruth).compactMap { row in
      row.estimator.truthText().map { "\(names.listener(row.cell)) \($0) \(SafeText.cut(axis.unit))" }
    }.distinct
    return FailureText.warnings(of: failing, name: names.strategy, conditions: words) {
      plan?.reach(ofCell: $0.cell.id, $0.estimator.name)
    }
      + (intervals.isEmpty
        ? []
        : ["95 % intervals contain the true threshold in fewer than 90 % of runs: \(FailureText.listed(intervals))"])
      + (uncertain.isEmpty
        ? []
        : [
          "the standard error of the true threshold, itself simulated, exceeds that of a bias: "
            + "\(FailureText.listed(uncertain)); raise truth.trials in the experiment file"
        ])
  }

  /// Whether a simulated truth is less certain than the mean error of the runs. The error of a bias includes both.
  private func isOfUncertainTruth(_ row: SummaryRow) -> Bool {
    guard let truth = row.estimator.truthError(on: axis), let bias = row.bias.standardError else { return false }
    return bias < truth * 2.0.squareRoot()
  }
}

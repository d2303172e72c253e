import Configuration
import Inference
public import Records
public import Simulation
import Trials

/// What a simulation found, for one screen of a terminal: the question, a table for each listener, and below them the best
/// strategies, warnings and the next command.
///
/// ```swift
/// let answer = try AnswerText(results)
/// print(answer.text(in: PageWidth(columns: 80)).plain)
/// ```
public struct AnswerText {
  /// Whose estimates a table shows.
  public enum Estimates: Sendable {
    /// The same fit of every strategy's trials.
    case common
    /// Each strategy's own.
    case own
  }

  private let simulation: SimulationRecord
  private let estimates: Estimates
  private let conditions: [AnswerCondition]
  private let plan: Plan?
  private let share: Double
  private let isPlain: Bool
  private let numbers: AnswerNumbers

  /// - Parameters:
  ///   - plan: The experiment; it tells why strategies have no threshold.
  ///   - share: The share of the truth within which estimates count as close.
  ///   - isPlain: Whether bars are drawn in ASCII.
  public init(
    _ results: ResultsFile, plan: Plan? = nil, within share: Double? = nil, of estimates: Estimates = .common,
    isPlain: Bool = false
  ) throws(RecordsError) {
    self.plan = plan
    self.estimates = estimates
    self.share = share ?? 0.1
    self.isPlain = isPlain
    simulation = try results.simulation()
    let all = try Summary.rows(of: results, within: share ?? 0.1)
    let rows = all.filter { $0.estimator.isCommon == (estimates == .common) }
    let names = SimulationReport.distinct(rows.map { AnswerText.group(of: $0) })
    let families = try PairedFamily.all(of: results, rows, estimators: names, most: DifferenceText.mostStrategies)
    conditions = AnswerText.conditions(rows, families, simulation)
    numbers = AnswerNumbers(rows, on: simulation.axis)
  }

  /// The estimator by which rows are compared; tracks of one strategy stand with its own estimates.
  private static func group(of row: SummaryRow) -> String { row.estimator.isCommon ? row.estimator.name : "own" }

  private static func conditions(
    _ rows: [SummaryRow], _ families: [PairedFamily], _ simulation: SimulationRecord
  ) -> [AnswerCondition] {
    var keys: [[String]] = []
    var groups: [[String]: [SummaryRow]] = [:]
    for row in rows {
      let key = [row.cell.listener] + values(of: row.cell, simulation) + [group(of: row)]
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(row)
    }
    return keys.map { key in
      let (rows, estimator) = (groups[key] ?? [], key.last ?? "")
      let ids = Set(rows.map(\.cell.id))
      let family = families.first { $0.estimator == estimator && $0.rows.allSatisfy { ids.contains($0.cell.id) } }
      return AnswerCondition(estimator: estimator, rows, family)
    }
  }

  /// The varied values of a cell that are not a strategy's own.
  private static func values(of cell: CellRecord, _ simulation: SimulationRecord) -> [String] {
    zip(simulation.varied, cell.varied).filter { path, _ in !path.hasPrefix("strategies.") }.map(\.1)
  }

  private var axis: Axis { simulation.axis }
  private var rows: [SummaryRow] { conditions.flatMap(\.rows) }

  // MARK: The text

  public func text(in page: PageWidth) -> StyledText {
    let width = page.text()
    var text = StyledText(TextTable.paragraph(question, to: width), .heading)
    text.add(TextTable.paragraph(size, to: width), .faint)
    guard !rows.isEmpty else {
      text.add(
        "\n" + TextTable.paragraph("no strategy has an estimator of its own; leave out --own", to: width), .warning)
      return text
    }
    text += table(in: page)
    text.add("\n")
    text.add(legend(width), .faint)
    text += verdicts(in: page)
    for warning in warnings { text += AnswerText.labelled("warning", .warning, warning, to: width) }
    return text
  }

  /// A line that begins with a word, which tells what it is.
  ///
  /// - Parameter width: The most columns of a line; `nil` to break none.
  public static func labelled(
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
    guard let question = simulation.question else { return Shown.line(simulation.name) }
    return question.split(separator: "\n").map { Shown.line(String($0)) }.joined(separator: " ")
  }

  /// How many runs stand behind every number, and how well the errors are known.
  private var size: String {
    let counts = rows.map(\.replicates)
    guard let low = counts.min(), let high = counts.max() else { return Shown.line(simulation.name) }
    let runs = low == high ? TextTable.grouped(low) : "\(TextTable.grouped(low))…\(TextTable.grouped(high))"
    let name = simulation.question == nil ? [] : [Shown.line(simulation.name)]
    return (name + ["\(runs) runs of each row"] + (numbers.certainty.map { ["errors are known to \($0)"] } ?? []))
      .joined(separator: " · ")
  }

  // MARK: The table

  /// Whether each condition has one row only, so that the values of conditions are columns.
  private var isFlat: Bool { conditions.count > 2 && conditions.allSatisfy { $0.rows.count == 1 } }

  private func table(in page: PageWidth) -> StyledText {
    let conditions = isFlat ? [flat] : conditions
    let labels = conditions.flatMap(\.rows).map { subject($0) }
    let named = zip(subjectColumns.indices, subjectColumns).map { place, column in
      labels.reduce(column.heading.count) { max($0, $1[place].count) }
    }
    // The bars take what is left.
    let taken = named.reduce(0) { $0 + $1 + 2 } + figures.reduce(0) { $0 + width(of: $1) + 2 } + mark.count
    let free = page.isWide ? AnswerShapes.most : page.columns - taken
    let bars = min(max(AnswerShapes.fewest, free % 2 == 1 ? free : free - 1), AnswerShapes.most)
    let shapes = AnswerShapes(rows, on: axis, bars: bars, isPlain: isPlain)
    var table = TextTable(
      subjectColumns + figures.map { TextColumn($0.heading, .number, rank: $0.rank) }
        + [TextColumn(shapes.heading, rank: 2)], hasRule: false)
    for condition in conditions {
      if !isFlat { table.begin(heading(condition, to: page.text())) }
      for (row, shape) in zip(condition.rows, shapes.texts(condition.rows)) {
        let isBest = condition.isBest(row)
        let style: TextStyle = PairedFamily.failsOften(row) ? .warning : isBest ? .best : .plain
        table.add(subject(row) + figures.map { $0.text(row) } + [shape + (isBest ? mark : "")], style)
      }
    }
    return table.styled(in: page)
  }

  /// It stands behind the bars of the best rows.
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

  private func width(of figure: Figure) -> Int {
    rows.reduce(figure.heading.count) { max($0, figure.text($1).count) }
  }

  private var figures: [Figure] {
    let unit = numbers.unitOfHeading
    var figures = [
      Figure(heading: "error" + unit, rank: 0) { numbers.error($0) },
      Figure(heading: "bias" + unit, rank: 1) { numbers.bias($0) },
    ]
    if rows.contains(where: { $0.within.value != nil }) {
      figures.append(
        Figure(heading: "within \((100 * share).shortest) %", rank: 3) { row in
          row.within.value.map { AnswerNumbers.share($0) } ?? "–"
        })
    }
    figures.append(Figure(heading: "no threshold", rank: 0) { AnswerNumbers.withoutThreshold($0) })
    if estimates == .own {
      figures.insert(
        Figure(heading: "target", rank: 4) { row in
          row.estimator.target.map { TextTable.fixed(100 * $0, 1) + " %" } ?? "–"
        }, at: 0)
    }
    return figures
  }

  /// What a row is of: the strategy, and in a flat table the condition.
  private var subjectColumns: [TextColumn] {
    guard isFlat else { return [TextColumn("strategy")] }
    return [TextColumn("strategy")] + conditionColumns
  }

  private func subject(_ row: SummaryRow) -> [String] {
    guard isFlat else { return [name(row)] }
    return [name(row)] + conditionTexts(row.cell)
  }

  /// The listener if there are several, and the varied values that are not a strategy's own.
  private var conditionColumns: [TextColumn] {
    let names = VariedColumn.short(simulation.varied)
    return (hasListeners ? [TextColumn("listener")] : [])
      + simulation.varied.indices.filter { isOfCondition($0) }.map { TextColumn(names[$0]) }
  }

  private func conditionTexts(_ cell: CellRecord) -> [String] {
    (hasListeners ? [Shown.cut(cell.listener)] : [])
      + simulation.varied.indices.filter { isOfCondition($0) }.map { Shown.cut(cell.varied[$0]) }
  }

  private var hasListeners: Bool {
    Set(rows.map(\.cell.listener)).count > 1 || !simulation.varied.indices.contains { isOfCondition($0) }
  }

  private func isOfCondition(_ place: Int) -> Bool { !simulation.varied[place].hasPrefix("strategies.") }

  /// The strategy with its own varied values, and the track of an interleaved one.
  private func name(_ row: SummaryRow) -> String {
    let track = row.estimator.name.split(separator: ":", maxSplits: 1)
    let part = !row.estimator.isCommon && track.count == 2 ? " \(Shown.cut(String(track[1])))" : ""
    return Shown.cut(row.cell.strategy) + part + values(of: row.cell) { !isOfCondition($0) }
  }

  /// The listener with the varied values of the condition.
  private func name(_ condition: AnswerCondition) -> String {
    guard let cell = condition.rows.first?.cell else { return "" }
    return Shown.cut(cell.listener) + values(of: cell, where: isOfCondition)
  }

  private func values(of cell: CellRecord, where isMeant: (Int) -> Bool) -> String {
    let names = VariedColumn.short(simulation.varied)
    let own = simulation.varied.indices.filter { isMeant($0) && !cell.varied[$0].isEmpty }.map {
      "\(names[$0]) \(Shown.cut(cell.varied[$0]))"
    }
    return own.isEmpty ? "" : " (\(own.joined(separator: ", ")))"
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
    let method = condition.estimator.hasPrefix("fit:") ? ", \(Shown.cut(condition.estimator))" : ""
    if estimates == .own { return ", each strategy at its own target" }
    if let truth = estimator.truth {
      return ", true threshold \(TextTable.fixed(truth, 2)) \(Shown.cut(axis.unit)) (\(percent) % correct)\(method)"
    }
    return estimator.isTruthUnknown
      ? ", \(percent) % correct at a level that nobody knows\(method)" : ", never \(percent) % correct\(method)"
  }

  // MARK: Below the table

  private func legend(_ width: Int) -> String {
    let formula =
      axis.scale == .log
      ? "error: 2^RMSE − 1 of log2(estimate ÷ truth)" : "error: RMSE of estimate − truth"
    let reader = estimates == .own ? "by each strategy's own estimator" : "by one fit for every strategy"
    let hasBrackets = rows.contains(where: PairedFamily.failsOften)
    let hasBest = conditions.contains { !$0.best.isEmpty }
    let brackets = hasBrackets ? "; (…): only runs with a threshold" : ""
    let best = hasBest ? ";\(mark): best, or not told apart" : ""
    let tests = hasBest ? "by pairs of runs (Holm, 5 %). " : ""
    let more = (estimates == .own ? "" : "--own: own estimators. ") + "--all: all columns, ±."
    return TextTable.paragraph("\(formula), \(reader).", to: width)
      + TextTable.paragraph("bars: estimates\(brackets)\(best)\(hasBest ? "" : ".")", to: width)
      + TextTable.paragraph(tests + more, to: width, indent: hasBest ? 2 : 0)
  }

  /// More conditions than these are a table.
  private static let mostLines = 3

  /// The conditions in which strategies can be compared.
  private var compared: [AnswerCondition] {
    conditions.filter { condition in
      Set(condition.rows.filter { $0.estimator.name == condition.estimator }.map(\.cell.id)).count > 1
    }
  }

  private func verdicts(in page: PageWidth) -> StyledText {
    let compared = compared
    guard compared.count > AnswerText.mostLines || (compared.count > 1 && !simulation.varied.isEmpty) else {
      let names = compared.map { condition in
        "\(name(condition))\(condition.estimator.hasPrefix("fit:") ? " (\(Shown.cut(condition.estimator)))" : "")"
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
    var table = TextTable(
      conditionColumns + (hasMethods ? [TextColumn("estimator")] : [])
        + [
          TextColumn("best", .words), TextColumn("error" + numbers.unitOfHeading, .number),
          TextColumn("often no threshold", .words, rank: 1),
        ], hasRule: false)
    for condition in compared {
      guard let row = condition.rows.first else { continue }
      let failing = condition.rows.filter(PairedFamily.failsOften)
      let error = condition.best.first.map { numbers.error($0, isAligned: false) }
      table.add(
        conditionTexts(row.cell) + (hasMethods ? [Shown.cut(condition.estimator)] : [])
          + [
            verdict(condition), error ?? "–",
            failing.map { "\(name($0)) \(AnswerNumbers.withoutThreshold($0))" }.joined(separator: ", "),
          ])
    }
    var text = StyledText("\nbest per condition\n", .heading)
    text += table.styled(in: page)
    return text
  }

  /// The best strategies of a condition, and what speaks for others.
  private func verdict(_ condition: AnswerCondition) -> String {
    guard let verdict = condition.verdict else {
      return condition.rows.count > DifferenceText.mostStrategies
        ? "not compared, because there are more than \(DifferenceText.mostStrategies) strategies"
        : "too few runs to tell strategies apart"
    }
    guard verdict.best != nil else { return "none" }
    let names = condition.best.map { name($0) }
    let equals = names.count > 1 ? "; not told apart: \(FailureText.listed(Array(names.dropFirst())))" : ""
    let closer = verdict.others.filter { $0.isFartherMoreOften == false && $0.hasLargerError != true }.map {
      name($0.row)
    }
    let often = closer.isEmpty ? "" : "; more often closer to the truth: \(FailureText.listed(closer))"
    return (names.first ?? "none") + equals + often
  }

  private var warnings: [String] {
    let failing = rows.filter(PairedFamily.failsOften)
    let isSweep = !simulation.varied.isEmpty
    func place(_ row: SummaryRow) -> String {
      "\(Shown.cut(row.cell.strategy))/\(Shown.cut(row.cell.listener))"
        + (isSweep ? values(of: row.cell) { _ in true } : "")
    }
    let narrow = rows.filter { row in
      guard let coverage = row.coverage.value, let error = row.coverage.standardError else { return false }
      return coverage + 3 * error < 0.9
    }
    let intervals = narrow.map { "\(place($0)) \(TextTable.fixed(100 * ($0.coverage.value ?? 0), 0)) %" }
    return FailureText.warnings(of: failing, name: place) { plan?.reach(ofCell: $0.cell.id, $0.estimator.name) }
      + (intervals.isEmpty
        ? [] : ["95 % intervals hold the truth in fewer than 90 % of runs: \(FailureText.listed(intervals))"])
  }
}

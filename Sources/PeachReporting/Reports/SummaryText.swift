import PeachFitting
package import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// All figures of a simulation with their standard errors. Each listener has a table with the best strategy first; a
/// sweep has one table in file order. Strategies that often have no threshold come last.
package struct SummaryText {
  private let rows: [SummaryRow]
  private let families: [PairedFamily]
  private let simulation: SimulationRecord
  private let plan: Plan?
  private let share: Double?
  private let names: CellNames
  private let isOfMatchings: Bool

  /// - Parameters:
  ///   - plan: The experiment; it tells why strategies have no threshold.
  ///   - showsShare: Whether a column counts the thresholds within the summary's share of the truth.
  package init(_ summary: SimulationSummary, plan: Plan? = nil, showsShare: Bool = false) throws(RecordsError) {
    simulation = summary.simulation
    isOfMatchings = summary.isOfMatchings
    rows = summary.rows
    let fits = rows.map(\.estimator.name).distinct.filter { $0 == "fit" || $0.hasPrefix("fit:") }
    families = try PairedFamily.all(in: summary, estimators: fits, most: DifferenceText.mostStrategies)
    self.plan = plan
    share = showsShare ? summary.share : nil
    names = CellNames(simulation)
  }

  private var axis: Axis { simulation.axis }

  package func text(in page: PageWidth) -> String { styled(in: page).plain }

  package func styled(in page: PageWidth) -> StyledText {
    let width = page.text()
    let question = simulation.question.map { ": \(SummaryText.shown($0))" } ?? ""
    var text = StyledText(TextTable.paragraph(SafeText.line(simulation.name) + question, to: width), .heading)
    text.add(runs + "\n")
    if simulation.varied.isEmpty {
      for listener in rows.map(\.cell.listener).distinct {
        let rows = rows.filter { $0.cell.listener == listener }
        text.add(TextTable.paragraph(heading(rows), to: width), .heading)
        text += table(CellRows.grouped(rows, isRanked: true), in: page)
        text.add(differences(width) { $0.cell.listener == listener } + "\n")
      }
    } else {
      text += table(CellRows.grouped(rows, isRanked: false), in: page)
      text.add(differences(width) { _ in true } + "\n")
    }
    text.add(legend(width))
    text.add(cautions(width), .warning)
    return text
  }

  /// A question may have several lines.
  private static func shown(_ question: String) -> String {
    question.split(separator: "\n").map { SafeText.line(String($0)) }.joined(separator: " ")
  }

  /// The strategies that differ from the best; a hint to the table if there are many conditions.
  private func differences(_ width: Int, of isShown: (SummaryRow) -> Bool) -> String {
    var told: [(listener: String, text: String)] = []
    // One more than are shown tells that there are too many.
    for family in families where told.count <= SummaryText.mostSentences {
      guard let row = family.rows.first, isShown(row),
        let text = DifferenceText.sentence(family, axis, name: names.strategy)
      else { continue }
      told.append((names.listener(row.cell), text))
    }
    if told.isEmpty { return "" }
    guard told.count <= SummaryText.mostSentences else {
      return TextTable.paragraph("to see which strategies differ: peach export --table differences", to: width)
    }
    return told.map {
      TextTable.paragraph(simulation.varied.isEmpty ? $0.text : "\($0.listener), \($0.text)", to: width)
    }
    .joined()
  }

  /// If there are more sentences, the text refers to the table of differences.
  private static let mostSentences = 4

  /// The number of runs behind every figure; empty if it differs.
  private var runs: String {
    guard let first = rows.first, rows.allSatisfy({ $0.replicates == first.replicates }) else { return "" }
    return "n = \(TextTable.grouped(first.replicates)) runs in each row\n"
  }

  private func heading(_ rows: [SummaryRow]) -> String {
    guard let fit = rows.first(where: { $0.estimator.name == "fit" }) else {
      return rows.first.map { SafeText.cut($0.cell.listener) } ?? ""
    }
    let percent = TextTable.fixed(100 * (fit.estimator.target ?? 0), 0)
    let never =
      fit.estimator.isTruthUnknown
      ? "is \(percent) % correct at a level that is not known" : "is never \(percent) % correct"
    let truth =
      fit.estimator.truthText().map { "is \(percent) % correct at \($0) \(axis.unit)" } ?? never
    return "\(SafeText.cut(fit.cell.listener)) \(SafeText.line(truth))"
  }

  // MARK: The table

  /// A column and its text for a row.
  private struct Figure {
    var column: TextColumn
    var text: (SummaryRow) -> String

    init(_ heading: String, _ content: TextColumn.Content, rank: Int = 0, _ text: @escaping (SummaryRow) -> String) {
      column = TextColumn(heading, content, rank: rank)
      self.text = text
    }
  }

  /// The table of cells. The common fit, by which they are compared, is the first row of each.
  private func table(_ cells: [[SummaryRow]], in page: PageWidth) -> StyledText {
    let figures = figures
    let subjects = subjects(figures)
    var table = TextTable((subjects + figures).map(\.column))
    var lines: [(subjects: [String], row: SummaryRow)] = []
    for rows in cells {
      for (place, row) in rows.enumerated() {
        lines.append((subjects.map { place == 0 ? $0.text(row) : "" }, row))
      }
    }
    let columns = figures.map { figure in
      let texts = lines.map { figure.text($0.row) }
      return figure.column.content == .number ? AlignedNumbers.texts(texts) : texts
    }
    for (place, line) in lines.enumerated() {
      table.add(
        line.subjects + columns.map { $0[place] }, PairedFamily.failsOften(line.row) ? .warning : .plain)
    }
    return table.styled(in: page)
  }

  /// The columns that tell cells apart. Each cell shows them once.
  private func subjects(_ figures: [Figure]) -> [Figure] {
    var subjects = [Figure("strategy", .name) { SafeText.cut($0.cell.strategy) }]
    guard !simulation.varied.isEmpty else { return subjects }
    if Set(rows.map(\.cell.listener)).count > 1 {
      subjects.append(Figure("listener", .name) { SafeText.cut($0.cell.listener) })
    }
    let taken = (subjects + figures).map(\.column.heading)
    for (place, short) in VariedColumn.short(simulation.varied).enumerated() {
      let name = taken.contains(short) ? "vary_" + short : short
      subjects.append(Figure(name, .name) { SafeText.cut($0.cell.varied[place]) })
    }
    return subjects
  }

  private var figures: [Figure] {
    let unit = axis.errorUnit
    let truth = Figure("truth_\(axis.unit)", .number, rank: 5) {
      $0.estimator.truthText() ?? "–"
    }
    let mean = Figure("mean_\(axis.unit)", .number) { SummaryText.bracketed($0.meanThreshold, of: $0) }
    let isUnknown = rows.contains { $0.estimator.isTruthUnknown }
    let all =
      [Figure("estimator", .name) { SafeText.cut($0.estimator.name) }]
      + (simulation.varied.isEmpty && !isOfMatchings ? [] : [truth])
      + [
        Figure("target", .number, rank: 4) { $0.estimator.target.map { TextTable.fixed(100 * $0, 2) + " %" } ?? "" },
        Figure("trials", .number, rank: 3) { $0.trials.value.map { TextTable.fixed($0, 1) } ?? "" },
        Figure(failures, .number, rank: 1) { row in
          row.failed.value.map { TextTable.fixed(100 * $0 / Double(row.replicates), 1) + " %" } ?? ""
        },
        Figure("bias_\(unit)", .number, rank: 1) { SummaryText.bracketed($0.bias, of: $0, signed: true) },
        Figure("sd_\(unit)", .number, rank: 7) { SummaryText.bracketed($0.standardDeviation, of: $0) },
        Figure("rmse_\(unit)", .number) { SummaryText.bracketed($0.rootMeanSquareError, of: $0) },
        Figure("median_abs_\(unit)", .number, rank: 2) { SummaryText.figure($0.medianAbsoluteError) },
        Figure("efficiency", .number, rank: 6) { SummaryText.bracketed($0.efficiency, of: $0) },
        Figure("percent_correct", .number, rank: 8) { SummaryText.figure($0.percentCorrect) },
      ] + within
    if isUnknown {
      // Without a truth there are no errors.
      let ofErrors = ["bias_", "rmse_", "median_abs_", "efficiency", "within_"]
      let isNowhereKnown = rows.allSatisfy { $0.estimator.isTruthUnknown || $0.estimator.target == nil }
      let known = all.filter { figure in
        !isNowhereKnown || !ofErrors.contains { figure.column.heading.hasPrefix($0) }
      }
      let place = known.firstIndex { $0.column.heading == failures }.map { $0 + 1 } ?? 0
      return known[..<place] + [mean] + known[place...]
    }
    // Matchings have no target, correct answers or efficiency; readers need their coverage.
    guard isOfMatchings else { return all }
    let coverage = Figure("coverage", .number, rank: 1) { SummaryText.figure($0.coverage) }
    return all.filter {
      !["target", "median_abs_\(unit)", "efficiency", "percent_correct"].contains($0.column.heading)
    } + [coverage]
  }

  /// The heading of the share of runs without a result.
  private var failures: String { isOfMatchings ? "no_estimate" : "no_threshold" }

  /// A figure, in brackets if many runs have no threshold and do not count.
  private static func bracketed(_ figure: MonteCarloValue, of row: SummaryRow, signed: Bool = false) -> String {
    let text = self.figure(figure, signed: signed)
    return PairedFamily.failsOften(row) && figure.value != nil ? "(\(text))" : text
  }

  /// The column of a share that was asked for.
  private var within: [Figure] {
    share.map { share in
      [Figure("within_\((100 * share).shortest)_percent", .number) { SummaryText.figure($0.within) }]
    } ?? []
  }

  /// A figure to the second digit of its standard error, with that error.
  static func figure(_ figure: MonteCarloValue, signed: Bool = false) -> String {
    guard let value = figure.value else { return "–" }
    guard let error = figure.standardError, error > 0 else { return TextTable.fixed(value, 3, signed: signed) }
    var decimals = 0
    var scaled = error
    while scaled < 10, decimals < 6 {
      scaled *= 10
      decimals += 1
    }
    decimals = max(0, min(decimals, 4))
    return TextTable.fixed(value, decimals, signed: signed) + " ±" + TextTable.fixed(error, decimals)
  }

  // MARK: Below the table

  static func name(_ row: SummaryRow) -> String {
    "\(SafeText.cut(row.cell.strategy)) with \(SafeText.cut(row.cell.listener)) by \(SafeText.cut(row.estimator.name))"
  }

  /// Explains the truth that estimates are compared with.
  private var truths: String {
    if isOfMatchings { return "truth: the true value of the simulated listener" }
    let whole =
      "truth: the true threshold, the level at which the simulated listener (lapses included) reaches the target "
      + "proportion correct"
    // An own estimate with a true slope is one of a function's own parameters.
    let estimatesAlpha = rows.contains { !$0.estimator.isCommon && $0.estimator.trueSlope != nil }
    return estimatesAlpha
      ? whole
        + "; for a strategy's own estimate of the parameter α, the level at which the listener's function has the value F(α)"
      : whole
  }

  private var estimators: String {
    isOfMatchings
      ? "constant-error: the mean error of a note that begins in tune; variable-error: the standard deviation of "
        + "errors around it; under-adjustment: the share of the initial offset that remains, in cents of error per "
        + "cent of pitch of that offset. All three come from one regression of the error on the initial offset; errors at an end "
        + "of the control count as at least that large"
      : "fit: one fit of the trials, the same for every strategy, by \(common); own: the strategy's own estimate, "
        + "at its own target"
  }

  /// Describes the common estimator and its further methods.
  private var common: String {
    let methods = plan?.estimatorMethods ?? [.ml]
    let others = methods.dropFirst().map { "; fit:\($0.rawValue): the same trials by \(CommonFitWords.name($0))" }
    return "\(CommonFitWords.name(methods[0]))\(function)" + others.joined()
  }

  /// The function for right and wrong answers; empty for comparisons.
  private var function: String {
    plan.flatMap(CommonFitWords.ofLevels).map { ", with the \($0)" } ?? ""
  }

  private func legend(_ width: Int) -> String {
    let ratio = axis.scale == .log ? "log2(estimate / truth)" : "estimate − truth"
    func paragraph(_ line: String) -> String { TextTable.paragraph(line, to: width) }
    var text =
      paragraph(
        "error: \(ratio); ±: Monte Carlo standard error, from the finite number of runs; a run without \(result) "
          + "has no error")
      + paragraph(truths)
      + paragraph(estimators)
    if !isOfMatchings, rows.contains(where: { $0.medianAbsoluteError.value != nil }) {
      text += paragraph(
        "median_abs: median distance from the true threshold over all runs; a run without a threshold counts as "
          + "infinitely far")
    }
    if families.contains(where: { $0.tests > 0 }) {
      text += paragraph(DifferenceText.legend)
    }
    return text
  }

  /// The result that a run may lack.
  private var result: String { isOfMatchings ? "an estimate" : "a threshold" }

  /// Names figures that cannot be trusted, with the reasons; empty if all can.
  private func cautions(_ width: Int) -> String {
    func paragraph(_ line: String) -> String { TextTable.paragraph(line, to: width) }
    var text = ""
    let worst = rows.filter(PairedFamily.failsOften)
    if !worst.isEmpty {
      let names = distinct(worst).map { SummaryText.name($0) }.joined(separator: ", ")
      text +=
        paragraph(
          "no \(result.split(separator: " ").last ?? "") in more than 10 % of the runs: \(names); numbers in brackets use only "
            + "the other runs, so they look better than they are")
        + FailureText.text(of: worst, to: width) { plan?.reach(ofCell: $0.cell.id, $0.estimator.name) }
    }
    let narrow = distinct(rows.filter(\.hasNarrowIntervals))
    if !narrow.isEmpty {
      let names = narrow.map { row in
        "\(SummaryText.name(row)) \(TextTable.fixed(100 * (row.coverage.value ?? 0), 0)) %"
      }
      text += paragraph(
        "95 % intervals contain the truth in fewer than nine of ten runs: \(names.joined(separator: ", "))")
    }
    return text
  }

  /// The first row of each strategy, listener and estimator, for any varied values.
  private func distinct(_ rows: [SummaryRow]) -> [SummaryRow] {
    var known: Set<[String]> = []
    return rows.filter { known.insert([$0.cell.strategy, $0.cell.listener, $0.estimator.name]).inserted }
  }
}

extension EstimatorRecord {
  /// The true threshold, with its standard error if it was simulated; `nil` if there is none.
  package func truthText(decimals: Int = 2) -> String? {
    guard let truth else { return nil }
    return truthError.map { SummaryText.figure(MonteCarloValue(value: truth, standardError: $0)) }
      ?? TextTable.fixed(truth, decimals)
  }
}

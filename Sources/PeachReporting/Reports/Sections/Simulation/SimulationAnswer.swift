import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The answer of a simulation in two sentences: the strategy with the smallest error for each listener, and the
/// strategies without a threshold in many runs.
struct SimulationAnswer {
  private let report: SimulationReport

  init(_ report: SimulationReport) { self.report = report }

  /// If there are more conditions, only the table lists them.
  private static let mostConditions = 3

  /// The answer in paragraphs.
  var paragraphs: [[PageSpan]] {
    [verdict + warning].filter { !$0.isEmpty }
  }

  // MARK: The best

  private var verdict: [PageSpan] {
    let compared = report.conditions.filter { Set($0.rows.map(\.cell.id)).count > 1 }
    if compared.isEmpty { return single }
    if let safest = safest(compared) { return safest }
    let known = compared.filter { $0.verdict?.best != nil }
    if known.isEmpty { return undecided(compared) }
    if known.count > SimulationAnswer.mostConditions { return counted(known) }
    return known.enumerated().flatMap { place, condition -> [PageSpan] in
      let best = condition.best
      let start = [PageSpan(place == 0 ? "For \(name(condition)), " : "; for \(name(condition)), ")]
      if best.count > 1 { return start + named(best) + [PageSpan(" are not distinguishable")] }
      return start
        + best.prefix(1).flatMap { row in
          [PageSpan(name(row), .best), PageSpan("\(place == 0 ? " has the smallest error" : ""), \(error(row))")]
        }
    } + [PageSpan(".")]
  }

  /// One strategy that no other beats in any condition.
  private func safest(_ compared: [AnswerCondition]) -> [PageSpan]? {
    guard let first = compared.first, compared.allSatisfy({ $0.verdict?.best != nil }) else { return nil }
    let everywhere = first.best.filter { row in
      compared.allSatisfy { condition in
        condition.best.contains { $0.cell.strategy == row.cell.strategy && name($0) == name(row) }
      }
    }
    // Without a tie the smallest error is the best.
    func worst(_ row: SummaryRow) -> Double {
      compared.compactMap { condition in
        condition.best.first { name($0) == name(row) }?.rootMeanSquareError.value
      }.max() ?? .infinity
    }
    guard let row = everywhere.min(by: { worst($0) < worst($1) }) else { return nil }
    if everywhere.count > SimulationAnswer.mostConditions { return tied(everywhere, smallest: row, compared) }
    let own = compared.compactMap { condition in
      condition.best.first { name($0) == name(row) }.map { (condition, $0) }
    }
    var spans = [PageSpan(name(row), .best)]
    if compared.count == 1 {
      spans.append(PageSpan(" has the smallest error, \(error(row))"))
      return spans + rivals(first, without: row) + [PageSpan(".")]
    }
    let isAlone = compared.allSatisfy { $0.best.count == 1 }
    guard own.count <= SimulationAnswer.mostConditions else {
      return spans + [
        PageSpan(
          isAlone
            ? " has the smallest error in all \(own.count) conditions."
            : " is the safest choice: in all \(own.count) conditions it has the smallest error, or one not distinguishable from it."
        )
      ]
    }
    if own.reduce(0, { $0 + $1.0.best.count - 1 }) > SimulationAnswer.mostConditions { return spans + brief(own) }
    if isAlone {
      let errors = own.map { [PageSpan("\(error($1)) for \(name($0))")] }
      return spans + [PageSpan(" has the smallest error: ")] + listed(errors) + [PageSpan(".")]
    }
    spans.append(PageSpan(" is the safest choice: "))
    for (place, (condition, row)) in own.enumerated() {
      let isBest = condition.best.first?.cell.id == row.cell.id
      let start = "\(place == 0 ? "" : "; ")\(isBest ? "smallest error " : "")"
      spans.append(PageSpan("\(start)for \(name(condition)), \(error(row))"))
      spans += rivals(condition, without: row)
    }
    return spans + [PageSpan(".")]
  }

  /// The errors of the safest strategy, without its many rivals: ` is the safest choice: …`.
  private func brief(_ own: [(AnswerCondition, SummaryRow)]) -> [PageSpan] {
    func errors(_ items: [(AnswerCondition, SummaryRow)]) -> [PageSpan] {
      listed(items.map { condition, row in [PageSpan("\(error(row)) for \(name(condition))")] })
    }
    let smallest = own.filter { condition, row in condition.best.first?.cell.id == row.cell.id }
    let equal = own.filter { condition, row in condition.best.first?.cell.id != row.cell.id }
    return [PageSpan(" is the safest choice: ")]
      + (smallest.isEmpty ? [] : [PageSpan("smallest error, ")] + errors(smallest))
      + (smallest.isEmpty || equal.isEmpty ? [] : [PageSpan("; ")])
      + (equal.isEmpty ? [] : [PageSpan("not distinguishable from the smallest, ")] + errors(equal))
      + [PageSpan(".")]
  }

  /// Says that many strategies are not distinguishable from the best in every condition.
  private func tied(
    _ everywhere: [SummaryRow], smallest row: SummaryRow, _ compared: [AnswerCondition]
  ) -> [PageSpan] {
    let strategies = Set(compared.flatMap { $0.rows.map(name) }).count
    let isOne = compared.count == 1
    let place = isOne ? "" : "in all \(compared.count) conditions, "
    var spans = [
      PageSpan(
        "No single strategy stands out: \(place)\(everywhere.count) of \(strategies) are not distinguishable "
          + "from the best. Of these, "
      ),
      PageSpan(name(row), .best),
      PageSpan(isOne ? " has the smallest error" : " has the smallest error in its worst condition"),
    ]
    let equal = Set(compared.flatMap { $0.best.map(name) })
    let worse = compared.flatMap { $0.rows.map(name) }.distinct.filter { !equal.contains($0) }
    if !worse.isEmpty {
      let isLong = worse.count > SimulationAnswer.mostConditions
      let shown = isLong ? Array(worse.prefix(2)) + ["\(worse.count - 2) more"] : worse
      spans.append(
        PageSpan("; \(MethodsText.listed(shown)) \(worse.count == 1 ? "is" : "are") worse\(isOne ? "" : " everywhere")")
      )
    }
    return spans + [PageSpan(".")]
  }

  /// The strategies that are not distinguishable from one.
  private func rivals(_ condition: AnswerCondition, without row: SummaryRow) -> [PageSpan] {
    let others = condition.best.filter { $0.cell.id != row.cell.id }
    return others.isEmpty ? [] : [PageSpan(", not distinguishable from ")] + named(others)
  }

  /// The first strategies with their errors, and how many more there are.
  private func named(_ rows: [SummaryRow]) -> [PageSpan] {
    let isLong = rows.count > SimulationAnswer.mostConditions
    let shown = isLong ? rows.prefix(SimulationAnswer.mostConditions - 1) : rows[...]
    let items = shown.map { [PageSpan(name($0), .best), PageSpan(" with \(error($0))")] }
    return listed(items + (isLong ? [[PageSpan("\(rows.count - shown.count) more")]] : []))
  }

  /// The conditions in which each strategy has the smallest error.
  private func counted(_ known: [AnswerCondition]) -> [PageSpan] {
    let sets = WinningConditions(known, report.names)
    let winners = sets.winners
    let shown = winners.prefix(SimulationAnswer.mostConditions).map { name, own in
      [PageSpan(name, .best), PageSpan(" for \(sets.words(own))")]
    }
    let rest = winners.count - shown.count
    let ties = known.count { $0.best.count > 1 }
    let tie =
      ties == 0
      ? "" : ". In \(ties) of \(known.count) conditions, others are not distinguishable from it"
    return [PageSpan("The smallest error is that of ")]
      + listed(shown + (rest > 0 ? [[PageSpan("\(rest) more")]] : [])) + [PageSpan(tie + ".")]
  }

  /// The value that tells conditions apart, if there is only one: `jnd`.
  private var onlyPath: String? {
    let listeners = Set(report.conditions.compactMap(\.rows.first?.cell.listener))
    return listeners.count == 1 && report.names.conditions.count == 1 ? report.names.conditions[0] : nil
  }

  private func undecided(_ compared: [AnswerCondition]) -> [PageSpan] {
    if compared.contains(where: { $0.verdict != nil }) {
      return [
        PageSpan("With every strategy, more than 10 % of the runs have no threshold, so none is called the best.")
      ]
    }
    if compared.contains(where: { $0.rows.count > DifferenceText.mostStrategies }) {
      return [
        PageSpan(
          "Peach does not compare more than \(DifferenceText.mostStrategies) strategies; the table sorts them by error."
        )
      ]
    }
    return [
      PageSpan(
        "There are too few runs to say which strategy is best: fewer than \(PairedDifference.leastPairs) pairs of "
          + "runs on the same random numbers.")
    ]
  }

  /// Strategies without another one to compare.
  private var single: [PageSpan] {
    let rows = report.conditions.flatMap(\.rows).filter { !PairedFamily.failsOften($0) }
    if rows.isEmpty || rows.count > SimulationAnswer.mostConditions { return [] }
    return listed(
      rows.map { row in
        [PageSpan(name(row), .best), PageSpan(" has, for \(report.names.listener(row.cell)), an error of ")]
          + [PageSpan(report.numbers.errorText(row) + " and a bias of " + report.numbers.biasText(row))]
      }) + [PageSpan(".")]
  }

  // MARK: What failed

  private var warning: [PageSpan] {
    let unsorted = report.conditions.flatMap(\.rows).filter(PairedFamily.failsOften)
    guard !unsorted.isEmpty else { return [] }
    let names = unsorted.map { SafeText.cut($0.cell.strategy) }.distinct
    let failing = names.flatMap { name in unsorted.filter { SafeText.cut($0.cell.strategy) == name } }
    guard failing.count <= 4 else { return often(names) }
    // Many causes would hide the names.
    let causes =
      failing.count > 2
      ? failing.map { _ in nil }
      : failing.map { row in
        FailureText.causes(of: [row]) { report.plan?.reach(ofCell: $0.cell.id, $0.estimator.name) }.first?.text
      }
    var spans: [PageSpan] = []
    for (place, row) in failing.enumerated() {
      let percent = ErrorNumbers.withoutThreshold(row).replacing(">", with: "more than ")
      let share = "in \(percent) of the runs with \(onlyPath == nil ? report.names.listener(row.cell) : shortName(row))"
      let next = place + 1 < failing.count && name(failing[place + 1]) == name(row) ? causes[place + 1] : nil
      let isContinued = place > 0 && name(failing[place - 1]) == name(row)
      spans +=
        isContinued
        ? [PageSpan(" and \(share)")]
        : [PageSpan(place == 0 ? " " : ". "), PageSpan(name(row), .warning), PageSpan(" finds no threshold \(share)")]
      if let cause = causes[place], cause != next { spans.append(PageSpan(": \(cause)")) }
    }
    return spans + [PageSpan(".")]
  }

  /// The shares of runs without a threshold of each strategy, and the conditions in which they are above 10 %.
  private func often(_ strategies: [String]) -> [PageSpan] {
    let sets = WinningConditions(report.conditions, report.names)
    let spans = strategies.prefix(SimulationAnswer.mostConditions).enumerated().map { place, strategy in
      func isMeant(_ row: SummaryRow) -> Bool {
        PairedFamily.failsOften(row) && SafeText.cut(row.cell.strategy) == strategy
      }
      let share = ErrorNumbers.withoutThreshold(report.conditions.flatMap(\.rows).filter(isMeant))
      return [
        PageSpan(strategy, .warning),
        PageSpan(
          (place == 0 ? " finds no threshold in \(share) of runs" : " in \(share)")
            + " for \(sets.words(where: isMeant))"),
      ]
    }
    let rest = strategies.count - spans.count
    return [PageSpan(" ")] + listed(spans + (rest > 0 ? [[PageSpan("\(rest) more strategies")]] : [])) + [PageSpan(".")]
  }

  // MARK: Words

  private func name(_ row: SummaryRow) -> String { report.names.strategy(row.cell) }

  private func name(_ condition: AnswerCondition) -> String {
    condition.rows.first.map { report.names.listener($0.cell) } ?? ""
  }

  /// `jnd 3 cents`.
  private func shortName(_ row: SummaryRow) -> String {
    report.names.condition(row.cell, hasListeners: false)
  }

  private func error(_ row: SummaryRow) -> String { report.numbers.errorText(row) }

  private func listed(_ items: [[PageSpan]]) -> [PageSpan] {
    items.enumerated().flatMap { place, item in
      (place == 0 ? [] : [PageSpan(place == items.count - 1 ? " and " : ", ")]) + item
    }
  }
}

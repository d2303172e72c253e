import Records
import Simulation

/// The strategies that meet one listener under the same conditions, by one estimator: those with the smallest error come
/// first, those that often have no threshold last.
struct AnswerCondition {
  /// `fit`, `fit:METHOD` or `own`.
  let estimator: String
  let rows: [SummaryRow]
  /// `nil` if there is nothing to compare, or too few runs tell strategies apart.
  let verdict: PairedFamily.Verdict?

  /// - Parameters:
  ///   - rows: The rows of the condition by one estimator, in file order.
  ///   - family: Their comparisons, if they were made.
  init(estimator: String, _ rows: [SummaryRow], _ family: PairedFamily?) {
    self.estimator = estimator
    verdict = family?.verdict
    self.rows = AnswerCondition.ordered(rows) { $0.rootMeanSquareError.value ?? .infinity }
  }

  /// Rows of several conditions in their order, except that those that fail often come last. None of them is best.
  init(flat rows: [SummaryRow], estimator: String) {
    self.estimator = estimator
    verdict = nil
    self.rows = AnswerCondition.ordered(rows) { _ in 0 }
  }

  /// Rows by a key, those that fail often at the end; equal keys stay in the order that they have.
  static func ordered(_ rows: [SummaryRow], by key: (SummaryRow) -> Double) -> [SummaryRow] {
    rows.enumerated().sorted { first, second in
      let (one, other) = (PairedFamily.failsOften(first.element), PairedFamily.failsOften(second.element))
      if one != other { return other }
      let (low, high) = (key(first.element), key(second.element))
      return low == high ? first.offset < second.offset : low < high
    }.map(\.element)
  }

  /// The best strategy, and those that the runs do not tell apart from it, by their errors.
  var best: [SummaryRow] {
    guard let verdict, let best = verdict.best else { return [] }
    let equals = Set(verdict.others.filter { !$0.isTold }.map(\.row.cell.id))
    return [best] + rows.filter { $0.estimator.name == estimator && equals.contains($0.cell.id) }
  }

  /// Whether the row of a cell is marked as best.
  func isBest(_ row: SummaryRow) -> Bool {
    row.estimator.name == estimator && best.contains { $0.cell.id == row.cell.id }
  }
}

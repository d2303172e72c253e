import PeachSimulation
import PeachStorage
import PeachSupport

/// The strategies with one listener under the same conditions, by one estimator. The smallest error comes first;
/// strategies that often have no threshold come last.
struct AnswerCondition {
  /// `fit`, `fit:METHOD` or `own`.
  let estimator: String
  let rows: [SummaryRow]
  /// `nil` if there is nothing to compare, or too few runs tell strategies apart.
  let verdict: PairedFamily.Verdict?

  /// The best strategy, and those that the runs do not tell apart from it, by their errors.
  let best: [SummaryRow]

  /// The conditions in file order.
  ///
  /// - Parameters:
  ///   - rows: The rows to group, in file order.
  ///   - families: The comparisons of strategies, if they were made.
  ///   - varied: The paths of the varied values.
  ///   - estimator: Gives the estimator by which a row is compared with others.
  static func all(
    of rows: [SummaryRow], _ families: [PairedFamily], varied: [String], estimator: (SummaryRow) -> String
  ) -> [AnswerCondition] {
    struct Key: Hashable {
      var condition: [String]
      var estimator: String
    }
    var compared: [Key: PairedFamily] = [:]
    for family in families {
      guard let cell = family.rows.first?.cell else { continue }
      compared[Key(condition: PairedFamily.condition(of: cell, varied), estimator: family.estimator)] = family
    }
    let keys = rows.map { Key(condition: PairedFamily.condition(of: $0.cell, varied), estimator: estimator($0)) }
    let groups = Dictionary(grouping: zip(keys, rows), by: \.0)
    return keys.distinct.map { key in
      AnswerCondition(estimator: key.estimator, (groups[key] ?? []).map(\.1), compared[key])
    }
  }

  /// - Parameters:
  ///   - rows: The rows of the condition by one estimator, in file order.
  ///   - family: Their comparisons, if they were made.
  init(estimator: String, _ rows: [SummaryRow], _ family: PairedFamily?) {
    self.estimator = estimator
    self.rows = PairedFamily.ordered(rows)
    verdict = family?.verdict
    best = AnswerCondition.best(of: self.rows, estimator, verdict)
  }

  /// Rows of several conditions in their order, except that rows that fail often come last. No row is best.
  init(flat rows: [SummaryRow], estimator: String) {
    self.estimator = estimator
    verdict = nil
    best = []
    self.rows = PairedFamily.ordered(rows) { _ in 0 }
  }

  private static func best(
    of rows: [SummaryRow], _ estimator: String, _ verdict: PairedFamily.Verdict?
  ) -> [SummaryRow] {
    guard let verdict, let best = verdict.best else { return [] }
    let equals = Set(verdict.others.filter { !$0.isTold }.map(\.row.cell.id))
    return [best] + rows.filter { $0.estimator.name == estimator && equals.contains($0.cell.id) }
  }

  /// Whether the row of a cell is marked as best.
  func isBest(_ row: SummaryRow) -> Bool {
    row.estimator.name == estimator && best.contains { $0.cell.id == row.cell.id }
  }
}

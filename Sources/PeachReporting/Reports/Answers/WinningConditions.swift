import PeachSimulation
import PeachStorage
import PeachSupport

/// Names the conditions in which a strategy has the smallest error, or fails, in a few words.
struct WinningConditions {
  private let conditions: [AnswerCondition]
  private let names: CellNames
  private let hasListeners: Bool

  init(_ conditions: [AnswerCondition], _ names: CellNames) {
    self.conditions = conditions
    self.names = names
    hasListeners = Set(conditions.compactMap { $0.rows.first?.cell.listener }).count > 1
  }

  /// The strategies with the smallest error, each with its conditions. The one with most conditions comes first.
  var winners: [(name: String, conditions: [Int])] {
    let best = conditions.map { $0.best.first.map { names.strategy($0.cell) } }
    let found = best.compactMap(\.self).distinct.map { name in (name, best.indices.filter { best[$0] == name }) }
    return found.sorted { $0.1.count > $1.1.count }.map { (name: $0.0, conditions: $0.1) }
  }

  /// `jnd 10 and 30 cents` if the values of one column tell these conditions from all others, else `6 of 9 conditions`.
  ///
  /// - Parameter own: Places among all conditions.
  func words(_ own: [Int]) -> String {
    if own.count == conditions.count {
      guard own.count == 1, let cell = conditions[0].rows.first?.cell else { return "all \(own.count) conditions" }
      return names.listener(cell)
    }
    let columns = conditions.map(values)
    for column in columns.first?.indices ?? 0..<0 {
      let values = own.map { columns[$0][column] }.distinct
      guard columns.count(where: { values.contains($0[column]) }) == own.count,
        values.count <= WinningConditions.mostValues, !values.contains("")
      else { continue }
      if hasListeners, column == 0 { return MethodsText.listed(values) }
      let place = column - (hasListeners ? 1 : 0)
      return "\(names.conditions[place]) \(MethodsText.listed(values))\(names.conditionUnits[place])"
    }
    return "\(own.count) of \(conditions.count) conditions"
  }

  /// More values are only counted.
  private static let mostValues = 4

  /// The conditions in which a row has a property, in the same words.
  func words(where isMeant: (SummaryRow) -> Bool) -> String {
    words(conditions.indices.filter { conditions[$0].rows.contains(where: isMeant) })
  }

  /// The listener if there are several, and the varied values.
  private func values(_ condition: AnswerCondition) -> [String] {
    guard let cell = condition.rows.first?.cell else { return [] }
    return (hasListeners ? [cell.listener].map { SafeText.cut($0) } : []) + names.conditionValues(cell)
  }
}

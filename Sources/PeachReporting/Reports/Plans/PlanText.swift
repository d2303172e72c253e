import PeachSimulation
import PeachStorage
import PeachSupport

/// Parts that all texts of plans share.
enum PlanText {
  /// `strategy/listener[/path=value…]`, shortened if it is too long.
  static func name(_ cell: CellRecord, _ simulation: SimulationRecord) -> String {
    "\(SafeText.cut(cell.strategy))/\(condition(cell, simulation))"
  }

  /// `listener[/path=value…]`: the strategies of one condition are compared with each other.
  static func condition(_ cell: CellRecord, _ simulation: SimulationRecord) -> String {
    let varied = zip(VariedColumn.short(simulation.varied), cell.varied).filter { !$0.1.isEmpty }.map { "\($0)=\($1)" }
    return ([cell.listener] + varied).map(SafeText.cut).joined(separator: "/")
  }

  /// The columns for the subject of a row.
  static func subjects(_ simulation: SimulationRecord) -> [TextColumn] {
    [TextColumn("strategy"), TextColumn("listener")] + VariedColumn.short(simulation.varied).map { TextColumn($0) }
      + [TextColumn("estimator")]
  }

  /// The texts of those columns. A cell is named only in its first row.
  static func subject(_ cell: CellRecord, _ estimator: EstimatorRecord, isFirst: Bool) -> [String] {
    let cellTexts = ([cell.strategy, cell.listener] + cell.varied).map { isFirst ? SafeText.cut($0) : "" }
    return cellTexts + [SafeText.cut(estimator.name)]
  }

  /// A share of 1 to a thousandth of a percent.
  static func percent(_ share: Double) -> String { ((100_000 * share).rounded() / 1000).shortest + " %" }
}

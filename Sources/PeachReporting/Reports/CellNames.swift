import PeachSimulation
import PeachStorage
import PeachSupport

/// Names the strategies and listeners of a simulation, with the values that a sweep gives them.
struct CellNames {
  private struct VariedValue {
    /// The place among the varied values of a cell.
    var place: Int
    var name: String
    var isOfStrategy: Bool
  }

  private let values: [VariedValue]

  init(_ simulation: SimulationRecord) {
    values = zip(simulation.varied, VariedColumn.short(simulation.varied)).enumerated().map { place, path in
      VariedValue(place: place, name: path.1, isOfStrategy: VariedColumn.isOfStrategy(path.0))
    }
  }

  /// `2-down-1-up`, or `up-down (down 2)` if its settings vary.
  func strategy(_ cell: CellRecord) -> String { SafeText.cut(cell.strategy) + text(cell) { $0.isOfStrategy } }

  /// The strategy of a row. The track of an interleaved strategy follows its name.
  func strategy(_ row: SummaryRow) -> String {
    let estimator = row.estimator.name.split(separator: ":", maxSplits: 1)
    let track = !row.estimator.isCommon && estimator.count == 2 ? " \(SafeText.cut(String(estimator[1])))" : ""
    return SafeText.cut(row.cell.strategy) + track + text(row.cell) { $0.isOfStrategy }
  }

  /// The condition under which strategies are compared: `musician`, or `ear (jnd 20)` if values vary.
  func listener(_ cell: CellRecord) -> String { SafeText.cut(cell.listener) + text(cell) { !$0.isOfStrategy } }

  /// `adaptive/ear (jnd 20)`, with all varied values.
  func whole(_ cell: CellRecord) -> String {
    "\(SafeText.cut(cell.strategy))/\(SafeText.cut(cell.listener))" + text(cell) { _ in true }
  }

  private func text(_ cell: CellRecord, where isNamed: (VariedValue) -> Bool) -> String {
    let own = values.filter { isNamed($0) && !cell.varied[$0.place].isEmpty }.map {
      "\($0.name) \(SafeText.cut(cell.varied[$0.place]))"
    }
    return own.isEmpty ? "" : " (\(own.joined(separator: ", ")))"
  }

  // MARK: Columns

  /// The names of the varied values of conditions.
  var conditions: [String] { values.filter { !$0.isOfStrategy }.map(\.name) }

  /// The varied values of a cell's condition, in the order of `conditions`; an empty text for each that does not vary.
  func conditionValues(_ cell: CellRecord) -> [String] {
    values.filter { !$0.isOfStrategy }.map { SafeText.cut(cell.varied[$0.place]) }
  }
}

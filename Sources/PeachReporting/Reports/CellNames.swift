import PeachSimulation
import PeachStorage
import PeachSupport

/// Names the strategies and listeners of a simulation, with the values that a sweep gives them.
struct CellNames {
  private struct VariedValue {
    /// The place among the varied values of a cell.
    var place: Int
    var name: String
    /// The unit behind a value, with a space; empty for none.
    var unit: String
    var isOfStrategy: Bool
  }

  private let values: [VariedValue]

  init(_ simulation: SimulationRecord) {
    values = zip(simulation.varied, VariedColumn.short(simulation.varied)).enumerated().map { place, path in
      let unit = CellNames.unit(ofPath: path.0, simulation)
      return VariedValue(
        place: place, name: path.1, unit: unit.map { " \(SafeText.cut($0))" } ?? "",
        isOfStrategy: VariedColumn.isOfStrategy(path.0))
    }
  }

  /// The unit of a varied value that is measured like a level; `nil` for all others.
  static func unit(ofPath path: String, _ simulation: SimulationRecord) -> String? {
    let key = path.split(separator: ".").last.map(String.init) ?? path
    let keys: Set = VariedColumn.isName(path) ? ["jnd", "sigma"] : ["jnd", "sigma", "bias", "threshold"]
    return (VariedColumn.isName(path) || path.hasPrefix("listeners.")) && keys.contains(key) ? simulation.unit : nil
  }

  /// `2-down-1-up`, or `up-down (down 2)` if its settings vary.
  func strategy(_ cell: CellRecord) -> String { SafeText.cut(cell.strategy) + ownValues(cell) }

  /// The strategy of a row. The track of an interleaved strategy follows its name.
  func strategy(_ row: SummaryRow) -> String {
    let estimator = row.estimator.name.split(separator: ":", maxSplits: 1)
    let track = !row.estimator.isCommon && estimator.count == 2 ? " \(SafeText.cut(String(estimator[1])))" : ""
    return SafeText.cut(row.cell.strategy) + track + ownValues(row.cell)
  }

  /// The condition under which strategies are compared: `musician`, or `ear, jnd 20 cents` if values vary.
  func listener(_ cell: CellRecord) -> String { condition(cell, hasListeners: true) }

  /// The varied values of a strategy in brackets; empty if it has none.
  private func ownValues(_ cell: CellRecord) -> String {
    let own = texts(cell, where: \.isOfStrategy)
    return own.isEmpty ? "" : " (\(own.joined(separator: ", ")))"
  }

  private func texts(_ cell: CellRecord, where isNamed: (VariedValue) -> Bool) -> [String] {
    values.filter { isNamed($0) && !cell.varied[$0.place].isEmpty }.map {
      "\($0.name) \(SafeText.cut(cell.varied[$0.place]))\($0.unit)"
    }
  }

  /// `P07, jnd 20 cents`.
  ///
  /// - Parameter hasListeners: Whether a condition names its listener. One without varied values always does.
  func condition(_ cell: CellRecord, hasListeners: Bool) -> String {
    let own = texts(cell) { !$0.isOfStrategy }
    return ((hasListeners || own.isEmpty ? [SafeText.cut(cell.listener)] : []) + own).joined(separator: ", ")
  }

  // MARK: Columns

  /// The names of the varied values of conditions.
  var conditions: [String] { values.filter { !$0.isOfStrategy }.map(\.name) }

  /// Headings for `conditions`: names with their units, such as `jnd (cents)`.
  var conditionHeadings: [String] {
    values.filter { !$0.isOfStrategy }.map { $0.unit.isEmpty ? $0.name : "\($0.name) (\($0.unit.dropFirst()))" }
  }

  /// The units behind their values, each with a space; empty texts for none.
  var conditionUnits: [String] { values.filter { !$0.isOfStrategy }.map(\.unit) }

  /// The varied values of a cell's condition, in the order of `conditions`; an empty text for each that does not vary.
  func conditionValues(_ cell: CellRecord) -> [String] {
    values.filter { !$0.isOfStrategy }.map { SafeText.cut(cell.varied[$0.place]) }
  }
}

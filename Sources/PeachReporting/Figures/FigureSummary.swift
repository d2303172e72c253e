package import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// The summary of a simulation for figures, with its strategies, estimators and groups of rows.
package struct FigureSummary: Sendable {
  package let rows: [SummaryRow]
  package let simulation: SimulationRecord
  let strategies: [String]
  /// The common fit, by which strategies are compared, comes first; the others stay in file order.
  let estimators: [String]

  /// The cells that tables mark as best; empty if no comparison was made.
  var best: Set<Int> = []

  /// - Parameter rows: All rows of the file, in its order.
  package init(_ rows: [SummaryRow], of simulation: SimulationRecord) {
    self.rows = rows
    self.simulation = simulation
    strategies = rows.map(\.cell.strategy).distinct
    let names = rows.map(\.estimator.name).distinct
    estimators = names.filter { $0 == "fit" } + names.filter { $0 != "fit" }
  }

  var axis: Axis { simulation.axis }

  /// A figure shows no more panels than this.
  static let mostPanels = 8
  /// An axis has no more names than this.
  static let mostNames = 40

  /// The unit of errors for the label of an axis.
  var errorUnit: String { axis.errorUnit }

  /// The estimator by which strategies are compared.
  var common: String { estimators.first ?? "own" }

  static func label(of estimator: String) -> String {
    switch estimator {
    case "fit": "common fit"
    case "own": "own estimate"
    case _ where estimator.hasPrefix("fit:"): "common fit, \(estimator.dropFirst("fit:".count))"
    default: "own estimate, \(estimator.dropFirst("own:".count))"
    }
  }

  // MARK: Panels

  /// The rows of one panel.
  struct Group {
    var title: String
    var rows: [SummaryRow]
  }

  /// The groups of rows: one for each listener and each set of varied values.
  ///
  /// - Parameter free: The paths whose values vary inside a panel.
  func groups(without free: Set<Int> = [], byStrategy: Bool = false) -> [Group] {
    let names = VariedColumn.short(simulation.varied)
    let units = simulation.varied.map { CellNames.unit(ofPath: $0, simulation).map { " \($0)" } ?? "" }
    let hasListeners = Set(rows.map(\.cell.listener)).count > 1
    func title(_ row: SummaryRow) -> String {
      let varied = row.cell.varied.enumerated().filter { !free.contains($0.offset) && !$0.element.isEmpty }
        .map { "\(names[$0.offset]) \($0.element)\(units[$0.offset])" }
      return ((byStrategy ? [row.cell.strategy] : []) + (hasListeners ? [row.cell.listener] : []) + varied)
        .joined(separator: ", ")
    }
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for row in rows {
      let title = title(row)
      if let place = places[title] {
        groups[place].rows.append(row)
      } else {
        places[title] = groups.count
        groups.append(Group(title: title, rows: [row]))
      }
    }
    return groups
  }

  /// The varied paths that have at least two values, all of them numbers.
  var numeric: [Int] {
    simulation.varied.indices.filter { path in
      let texts = Set(rows.map { $0.cell.varied[path] }.filter { !$0.isEmpty })
      return texts.count > 1 && texts.allSatisfy { Double($0) != nil }
    }
  }

  /// The axis of a varied path: logarithmic if its values are above 0 and the largest is at least 8 times the smallest.
  func axis(ofPath path: Int) -> FigureAxis {
    let values = rows.compactMap { Double($0.cell.varied[path]) }
    let isLog = (values.min() ?? 0) > 0 && (values.max() ?? 0) >= 8 * (values.min() ?? 0)
    return FigureAxis(
      VariedColumn.short(simulation.varied)[path], unit: CellNames.unit(ofPath: simulation.varied[path], simulation),
      scale: isLog ? .log : .linear)
  }

  /// The 95 % interval: 1.96 standard errors to each side.
  static func interval(_ figure: MonteCarloValue) -> (low: Double?, high: Double?) {
    guard let value = figure.value, let error = figure.standardError else { return (nil, nil) }
    return (value - 1.96 * error, value + 1.96 * error)
  }

  /// The 95 % interval of a coverage, which has a width at 0 and 1 too.
  static func coverageInterval(_ row: SummaryRow) -> (low: Double?, high: Double?) {
    guard let share = row.coverage.value, row.intervals > 0 else { return (nil, nil) }
    let total = Double(row.intervals)
    return Statistics.scoreInterval(share * total, of: total)
  }

  /// `12 runs each`, or `10 to 12 runs each`.
  var runs: String {
    guard let low = rows.map(\.replicates).min(), let high = rows.map(\.replicates).max() else { return "no runs" }
    return low == high ? "\(low) runs each" : "\(low) to \(high) runs each"
  }
}

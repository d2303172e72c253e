import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

extension Figure {
  /// The error of each strategy in each condition, with a row for each condition.
  ///
  /// It replaces the comparison if there are too many conditions for a panel each.
  ///
  /// - Returns: `nil` if there are few conditions, too many rows or too many strategies.
  package static func errorByCondition(_ summary: FigureSummary) -> Figure? {
    let common = summary.rows.filter { $0.estimator.name == summary.common }
    let groups = FigureSummary(common, of: summary.simulation).groups()
    let strategies = summary.strategies
    guard groups.count > FigureSummary.mostPanels, groups.count <= FigureSummary.mostNames,
      strategies.count > 1, strategies.count <= mostSeries
    else { return nil }
    func shown(_ row: SummaryRow) -> Double? {
      row.rootMeanSquareError.value.map { ErrorNumbers.shown($0, summary.axis) }.flatMap { $0 > 0 ? $0 : nil }
    }
    let numbers = ErrorNumbers(common, on: summary.axis)
    let sound = common.filter { !PairedFamily.failsOften($0) }
    let errors = sound.compactMap(shown).filter(\.isFinite)
    guard let least = errors.min(), let most = errors.max() else { return nil }
    let isLog = most >= 4 * least
    var layers = strategies.enumerated().map { number, strategy in
      // Strategies of one condition stand below each other, so that equal errors do not hide each other.
      let offset = 0.6 * (Double(number) / Double(strategies.count - 1) - 0.5)
      let data = groups.enumerated().flatMap { place, group in
        group.rows.filter { $0.cell.strategy == strategy && !PairedFamily.failsOften($0) }.compactMap { row in
          shown(row).map { Datum($0, Double(place) + offset) }
        }
      }
      return Layer(strategy, .disc, .series(number), data)
    }
    // Texts about failures stand to the right of all points.
    let end = isLog ? most * 1.1 : most + 0.05 * (most - min(0, least))
    let failures = groups.enumerated().compactMap { place, group -> Datum? in
      let names = group.rows.filter(PairedFamily.failsOften).map { "\($0.cell.strategy) \($0.shareWithoutThreshold)" }
      guard !names.isEmpty else { return nil }
      return Datum(end, Double(place), text: names.joined(separator: ", ") + " no threshold")
    }
    if !failures.isEmpty { layers.append(Layer("no threshold", .note, .caution, naming: .none, failures)) }
    let sentences = groups.map { group in
      let words = PairedFamily.ordered(group.rows).map {
        PairedFamily.failsOften($0)
          ? "\($0.cell.strategy) \($0.noThreshold)" : "\($0.cell.strategy) \(numbers.error($0))"
      }
      return "\(group.title): \(words.joined(separator: ", "))."
    }
    return Figure(
      name: "errors", title: "Error in each condition",
      description: "\(summary.runs), \(FigureSummary.label(of: summary.common)). " + sentences.joined(separator: " "),
      panels: [
        Panel(
          x: FigureAxis(
            "error", unit: summary.axis.scale == .log ? "%" : summary.errorUnit, scale: isLog ? .log : .linear,
            range: .init(from: isLog ? least / 1.15 : 0, to: isLog ? most * 1.2 : most * 1.08)),
          y: FigureAxis("condition", categories: groups.map(\.title)), layers: layers.filter { !$0.data.isEmpty })
      ])
  }

  /// The legend has room for the names of this many strategies.
  private static let mostSeries = 14
}

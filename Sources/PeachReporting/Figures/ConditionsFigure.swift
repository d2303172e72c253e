import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

extension Figure {
  /// The error of each strategy in each condition, with a row for each condition. The best strategy is written at its
  /// right, and strategies that often fail are named below the condition instead of having an error.
  ///
  /// It replaces the comparison if there are too many conditions for a panel each, and the lines of a sweep with several
  /// varied values.
  ///
  /// - Returns: `nil` if there are few conditions, too many rows or too many strategies.
  package static func errorByCondition(_ summary: FigureSummary) -> Figure? {
    let rows = ConditionRow.all(of: summary)
    let strategies = rows.flatMap(\.strategies).map(\.name).distinct
    let isSweep = !summary.simulation.varied.isEmpty
    guard rows.count > (isSweep ? 1 : FigureSummary.mostPanels), rows.count <= FigureSummary.mostNames,
      strategies.count > 1, strategies.count <= mostSeries
    else { return nil }
    let common = rows.flatMap(\.strategies).map(\.row)
    let numbers = ErrorNumbers(common, on: summary.axis)
    let errors = rows.flatMap(\.strategies).compactMap(\.error)
    guard let least = errors.min(), let most = errors.max() else { return nil }
    let isLog = most >= 4 * least
    let hasWarnings = rows.contains { !$0.warnings.isEmpty }
    // Marks of one condition stand below each other, so that equal errors do not hide each other.
    let reach = 0.6
    let layers = strategies.enumerated().flatMap { number, strategy -> [Layer] in
      let offset = reach * (Double(number) / Double(strategies.count - 1) - 0.5)
      func data(_ isBest: Bool) -> [Datum] {
        rows.enumerated().flatMap { place, row in
          row.strategies.filter { $0.name == strategy && row.isBest($0) == isBest }.compactMap { own in
            own.error.map { Datum($0, Double(place) + offset) }
          }
        }
      }
      let (best, others) = (data(true), data(false))
      return [
        Layer(strategy, .disc, .series(number), best),
        Layer(strategy, .circle, .series(number), naming: best.isEmpty ? .legend : .none, others),
      ].filter { !$0.data.isEmpty }
    }
    let colours = rows.map { row -> Colour in
      row.best.first.flatMap { best in strategies.firstIndex(of: best.name) }.map { .series($0) } ?? .caution
    }
    var figure = Figure(
      name: "errors", title: "Error in each condition",
      description: "\(summary.runs), \(FigureSummary.label(of: summary.common)). "
        + rows.map { $0.sentence(numbers) }.joined(separator: " "),
      caption:
        "Mark: error of the thresholds from one fit, the same for every strategy, as in the tables. Filled: best, or not "
        + "distinguishable from it; the best is named at the right.",
      panels: [
        Panel(
          x: FigureAxis(
            "error", unit: summary.axis.scale == .log ? "%" : summary.errorUnit, scale: isLog ? .log : .linear,
            range: .init(from: isLog ? least / 1.15 : 0, to: most * (isLog ? 1.15 : 1.08))),
          y: FigureAxis("condition", categories: rows.map(\.name)), layers: layers,
          margin: rows.map { $0.verdict(numbers) }, marginColours: colours, marginTitle: "best, and its error",
          warnings: hasWarnings ? rows.map(\.warnings) : nil)
      ],
      key: [
        KeyEntry(summary.best.isEmpty ? "smallest error" : "best, or not distinguishable", .disc, .ink),
        KeyEntry("larger error", .circle, .ink),
      ])
    figure.caption += " " + FigureWords.marks(figure.panels) + "Further left is better."
    return figure
  }

  /// The legend has room for the names of this many strategies.
  private static let mostSeries = 14
}

/// One row of the figure: a listener and the values that vary with it.
private struct ConditionRow {
  struct Strategy {
    /// The name with the varied values of the strategy.
    var name: String
    var row: SummaryRow
    /// The error on the axis; `nil` if there is none, or if the strategy often finds no threshold.
    var error: Double?
  }

  var name: String
  /// In file order.
  var strategies: [Strategy]
  /// The best, with the smallest error first, and all that are not distinguishable from it.
  var best: [Strategy]

  static func all(of summary: FigureSummary) -> [ConditionRow] {
    let names = CellNames(summary.simulation)
    let rows = summary.rows.filter { $0.estimator.name == summary.common }
    let hasListeners = Set(rows.map(\.cell.listener)).count > 1
    let groups = Dictionary(grouping: rows) { PairedFamily.condition(of: $0.cell, summary.simulation.varied) }
    return rows.map { PairedFamily.condition(of: $0.cell, summary.simulation.varied) }.distinct.compactMap {
      condition in
      guard let own = groups[condition], let first = own.first else { return nil }
      return ConditionRow(
        name: names.condition(first.cell, hasListeners: hasListeners),
        own.map { row in
          let error = row.rootMeanSquareError.value.map { ErrorNumbers.shown($0, summary.axis) }
          return Strategy(
            name: names.strategy(row.cell), row: row,
            error: PairedFamily.failsOften(row) ? nil : error.flatMap { $0 > 0 && $0.isFinite ? $0 : nil })
        }, best: summary.best)
    }
  }

  /// - Parameter best: The cells that tables mark as best; if it is empty, the smallest error is the best.
  private init(name: String, _ strategies: [Strategy], best: Set<Int>) {
    self.name = name
    self.strategies = strategies
    let ordered = strategies.filter { $0.error != nil }.sorted { ($0.error ?? 0) < ($1.error ?? 0) }
    self.best = best.isEmpty ? Array(ordered.prefix(1)) : ordered.filter { best.contains($0.row.cell.id) }
  }

  func isBest(_ strategy: Strategy) -> Bool { best.contains { $0.row.cell.id == strategy.row.cell.id } }

  /// `adaptive 23 %`.
  func verdict(_ numbers: ErrorNumbers) -> String {
    best.first.map { "\($0.name) \(numbers.errorText($0.row))" } ?? "none"
  }

  /// `(adaptive) 80 % no threshold` for each strategy that often fails.
  var warnings: [String] {
    strategies.filter { PairedFamily.failsOften($0.row) }.map { "(\($0.name)) \($0.row.noThreshold)" }
  }

  func sentence(_ numbers: ErrorNumbers) -> String {
    let words = PairedFamily.ordered(strategies.map(\.row)).compactMap { row -> String? in
      guard let own = strategies.first(where: { $0.row.cell.id == row.cell.id }) else { return nil }
      if PairedFamily.failsOften(row) { return "\(own.name) \(row.noThreshold)" }
      return "\(own.name) \(numbers.errorText(row))\(isBest(own) ? " (best)" : "")"
    }
    return "\(name): \(words.joined(separator: ", "))."
  }
}

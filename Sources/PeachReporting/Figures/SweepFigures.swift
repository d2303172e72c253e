import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// Figures with a varied number on the x axis.
extension Figure {
  /// The error of the tables against a varied number, one line for each strategy with its Monte Carlo band.
  ///
  /// - Returns: `nil` if no number varies.
  package static func errorAgainstVaried(_ summary: FigureSummary) -> Figure? {
    let isPercent = summary.axis.scale == .log
    let y = FigureAxis("error", unit: isPercent ? "%" : summary.errorUnit)
    return againstVaried(
      summary, name: "error", title: "Error", y: y, value: \.rootMeanSquareError,
      shown: { ErrorNumbers.shown($0, summary.axis) })
  }

  /// The coverage of 95 % intervals against a varied number, one line for each strategy.
  package static func coverageAgainstVaried(_ summary: FigureSummary) -> Figure? {
    let y = FigureAxis("coverage", unit: "%")
    return againstVaried(
      summary, name: "coverage", title: "Coverage of the 95 % intervals", y: y, reference: 95, value: \.coverage,
      shown: { 100 * $0 })
  }

  /// A strategy without the varied number has a level line.
  ///
  /// - Parameter shown: Brings a value to the unit of the y axis.
  private static func againstVaried(
    _ summary: FigureSummary, name: String, title: String, y: FigureAxis, reference: Double? = nil,
    value: (SummaryRow) -> MonteCarloValue, shown: (Double) -> Double
  ) -> Figure? {
    // The path with most values is on the x axis.
    let paths = summary.numeric.map { path in (path, Set(summary.rows.map { $0.cell.varied[path] }).count) }
    guard let path = paths.max(by: { $0.1 < $1.1 })?.0 else { return nil }
    let groups = summary.groups(without: [path])
    guard groups.count <= FigureSummary.mostPanels else { return nil }
    let strategies = summary.strategies
    // The best strategy comes first, as in the table.
    let order = PairedFamily.ordered(summary.rows.filter { $0.estimator.name == summary.common })
      .map(\.cell.strategy).distinct
    let x = summary.axis(ofPath: path)
    var panels = groups.compactMap { group -> Panel? in
      var layers: [Layer] = []
      for strategy in order {
        let number = strategies.firstIndex(of: strategy) ?? 0
        let rows = group.rows.filter { $0.cell.strategy == strategy && $0.estimator.name == summary.common }
        let points = rows.compactMap { row -> (x: Double, figure: MonteCarloValue)? in
          guard let x = Double(row.cell.varied[path]), value(row).value != nil else { return nil }
          return (x, value(row))
        }.sorted { $0.x < $1.x }
        let isLevel = rows.allSatisfy { $0.cell.varied[path].isEmpty }
        if isLevel, let row = rows.first, let figure = value(row).value {
          let failsOften = PairedFamily.failsOften(row)
          layers.append(
            Layer(
              failsOften ? "(\(strategy))" : strategy, .horizontalRule, failsOften ? .caution : .series(number),
              naming: .direct, [Datum(nil, shown(figure))]))
        }
        if points.isEmpty { continue }
        let failing = Set(rows.filter(PairedFamily.failsOften).compactMap { Double($0.cell.varied[path]) })
        let band = points.map { point in
          let ends = FigureSummary.interval(point.figure)
          return Datum(point.x, nil, low: ends.low.map(shown), high: ends.high.map(shown))
        }
        if band.contains(where: { $0.low != nil }) {
          layers.append(Layer(strategy, .band, .series(number), naming: .direct, band))
        }
        let line = points.map { Datum($0.x, $0.figure.value.map(shown)) }
        layers += [
          Layer(strategy, .line, .series(number), naming: .direct, line),
          Layer(strategy, .disc, .series(number), naming: .direct, line.filter { !failing.contains($0.x ?? .nan) }),
          Layer(
            "more than 10 % of runs without a threshold", .circle, .caution,
            line.filter { failing.contains($0.x ?? .nan) }),
        ].filter { !$0.data.isEmpty }
      }
      if layers.isEmpty { return nil }
      if let reference {
        layers.insert(Layer("nominal", .horizontalRule, .ink, naming: .direct, [Datum(nil, reference)]), at: 0)
      }
      return Panel(title: group.title, x: x, y: y, layers: layers)
    }
    guard !panels.isEmpty else { return nil }
    panels.shareScale(least: reference == nil ? 0 : nil, most: reference == nil ? nil : 100)
    return Figure(
      name: name, title: "\(title) against \(x.label)",
      description: "\(summary.runs), \(FigureSummary.label(of: summary.common)); bands are Monte Carlo 95 % intervals. "
        + panels.map(FigureWords.ends).joined(separator: " "), panels: panels)
  }
}

/// Describes lines in words.
enum FigureWords {
  /// The first and the last value of each line in a panel, and the one value of each level line.
  static func ends(_ panel: Figure.Panel) -> String {
    let lines = panel.layers.filter { [.line, .horizontalRule].contains($0.mark) }.prefix(12).compactMap {
      layer -> String? in
      if layer.mark == .horizontalRule { return layer.data.first?.y.map { "\(layer.name) \($0.brief)" } }
      guard let first = layer.data.first, let last = layer.data.last, let a = first.y, let b = last.y,
        let from = first.x, let to = last.x
      else { return nil }
      return "\(layer.name) \(a.brief) at \(from.brief), \(b.brief) at \(to.brief)"
    }
    return (panel.title.isEmpty ? "" : panel.title + ": ") + lines.joined(separator: "; ") + "."
  }
}

extension [Figure.Panel] {
  /// Gives all panels one y axis.
  ///
  /// - Parameters:
  ///   - least: The lower end; `nil` if the data decide.
  ///   - most: The upper end; `nil` if the data decide.
  mutating func shareScale(least: Double?, most: Double?) {
    let data = flatMap(\.layers).flatMap(\.data)
    let values = data.flatMap { [$0.y, $0.low, $0.high].compactMap(\.self) }.filter(\.isFinite)
    guard let low = values.min(), let high = values.max(), low < high else { return }
    let margin = 0.05 * (high - low)
    let range = FigureAxis.Range(from: least ?? low - margin, to: most ?? high + margin)
    if range.from < range.to { for place in indices { self[place].y.range = range } }
  }
}

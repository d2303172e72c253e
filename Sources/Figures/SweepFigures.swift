import Configuration
import Records
import Simulation

/// Figures of what changes with a varied number.
extension Figure {
  /// The root mean square error against a varied number, one line for each strategy with its Monte Carlo band.
  ///
  /// - Returns: nil where no number varies.
  public static func errorAgainstVaried(_ summary: SummaryShown) -> Figure? {
    let y = FigureAxis("RMSE", unit: summary.errorUnit)
    return againstVaried(summary, name: "error", title: "Error", y: y) { $0.rootMeanSquareError }
  }

  /// The same of the coverage of 95 % intervals.
  public static func coverageAgainstVaried(_ summary: SummaryShown) -> Figure? {
    let y = FigureAxis("coverage", unit: "%")
    return againstVaried(summary, name: "coverage", title: "Coverage of the 95 % intervals", y: y, reference: 95) {
      row in
      Estimated(value: row.coverage.value.map { 100 * $0 }, standardError: row.coverage.standardError.map { 100 * $0 })
    }
  }

  private static func againstVaried(
    _ summary: SummaryShown, name: String, title: String, y: FigureAxis, reference: Double? = nil,
    _ value: (SummaryRow) -> Estimated
  ) -> Figure? {
    // The path of most values.
    let paths = summary.numeric.map { path in (path, Set(summary.rows.map { $0.cell.varied[path] }).count) }
    guard let path = paths.max(by: { $0.1 < $1.1 })?.0 else { return nil }
    let groups = summary.groups(without: [path])
    guard groups.count <= SummaryShown.mostPanels else { return nil }
    let strategies = summary.strategies
    let x = summary.axis(ofPath: path)
    let panels = groups.compactMap { group -> Panel? in
      var layers: [Layer] = []
      for (number, strategy) in strategies.enumerated() {
        let rows = group.rows.filter { $0.cell.strategy == strategy && $0.estimator.name == summary.common }
        let points = rows.compactMap { row -> (x: Double, figure: Estimated)? in
          guard let x = Double(row.cell.varied[path]), value(row).value != nil else { return nil }
          return (x, value(row))
        }.sorted { $0.x < $1.x }
        if points.isEmpty { continue }
        let band = points.map { point in
          let ends = SummaryShown.interval(point.figure)
          return Datum(point.x, nil, low: ends.low, high: ends.high)
        }
        if band.contains(where: { $0.low != nil }) {
          layers.append(Layer(strategy, .band, .series(number), band))
        }
        let line = points.map { Datum($0.x, $0.figure.value) }
        layers += [Layer(strategy, .line, .series(number), line), Layer(strategy, .disc, .series(number), line)]
      }
      if layers.isEmpty { return nil }
      if let reference {
        layers.insert(Layer("nominal", .horizontalRule, .faint, isInLegend: false, [Datum(nil, reference)]), at: 0)
      }
      return Panel(title: group.title, x: x, y: y, layers: layers)
    }
    guard !panels.isEmpty else { return nil }
    return Figure(
      name: name, title: "\(title) against \(x.label)",
      description: "\(summary.runs), \(SummaryShown.label(of: summary.common)); bands are Monte Carlo 95 % intervals. "
        + panels.map(FigureWords.ends).joined(separator: " "), panels: panels)
  }

  /// The error of each strategy at each value of one varied path, or of each pair of two, as shades.
  ///
  /// - Returns: nil where nothing varies, or too much for one picture.
  public static func sweepMap(_ summary: SummaryShown) -> Figure? {
    let varied = summary.simulation.varied.indices.filter { path in
      Set(summary.rows.map { $0.cell.varied[path] }.filter { !$0.isEmpty }).count > 1
    }
    guard let first = varied.first else { return nil }
    let second = varied.dropFirst().first
    let free = Set([first, second].compactMap { $0 })
    let groups = summary.groups(without: free, byStrategy: second != nil)
    guard groups.count <= SummaryShown.mostPanels else { return nil }
    let x = category(summary, first)
    let y = second.map { category(summary, $0) } ?? FigureAxis("strategy", categories: summary.strategies)
    guard x.categories.count <= 60, y.categories.count <= SummaryShown.mostNames else { return nil }
    let size = FigureAxis("RMSE", unit: summary.errorUnit)
    var panels = groups.compactMap { group -> Panel? in
      let data = group.rows.filter { $0.estimator.name == summary.common }.compactMap { row -> Datum? in
        guard let error = row.rootMeanSquareError.value, let a = x.categories.firstIndex(of: row.cell.varied[first]),
          let b = y.categories.firstIndex(of: second.map { row.cell.varied[$0] } ?? row.cell.strategy)
        else { return nil }
        return Datum(Double(a), Double(b), size: error)
      }
      if data.isEmpty { return nil }
      return Panel(title: group.title, x: x, y: y, size: size, layers: [Layer("RMSE", .tile, .ink, data)])
    }
    let values = panels.flatMap(\.layers).flatMap(\.data).compactMap(\.size)
    guard let least = values.min(), let most = values.max() else { return nil }
    // One scale of shades for all.
    for index in panels.indices { panels[index].size?.range = .init(from: least, to: most) }
    return Figure(
      name: "sweep", title: "Error by \(x.label) and \(y.label)",
      description: "\(summary.runs), \(SummaryShown.label(of: summary.common)); the RMSE goes from "
        + "\(least.brief) to \(most.brief) \(summary.errorUnit).", panels: panels)
  }

  /// The values of a path in file order, numbers rising.
  private static func category(_ summary: SummaryShown, _ path: Int) -> FigureAxis {
    let texts = SummaryShown.distinct(summary.rows.map { $0.cell.varied[path] }.filter { !$0.isEmpty })
    let isNumeric = texts.allSatisfy { Double($0) != nil }
    let sorted = isNumeric ? texts.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) } : texts
    return FigureAxis(summary.axis(ofPath: path).label, categories: sorted)
  }
}

/// What lines come to, in words.
enum FigureWords {
  /// Where each line of a panel begins and ends.
  static func ends(_ panel: Figure.Panel) -> String {
    let lines = panel.layers.filter { $0.mark == .line }.prefix(12).compactMap { layer -> String? in
      guard let first = layer.data.first, let last = layer.data.last, let a = first.y, let b = last.y,
        let from = first.x, let to = last.x
      else { return nil }
      return "\(layer.name) \(a.brief) at \(from.brief), \(b.brief) at \(to.brief)"
    }
    return (panel.title.isEmpty ? "" : panel.title + ": ") + lines.joined(separator: "; ") + "."
  }
}

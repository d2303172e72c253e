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
    var figure = againstVaried(
      summary, name: "error", title: "Error",
      caption:
        "Line: error of the thresholds from one fit, the same for every strategy, as in the tables. Band: 95 % "
        + "Monte Carlo interval of the error.",
      y: y, value: \.rootMeanSquareError, shown: { ErrorNumbers.shown($0, summary.axis) })
    if let panels = figure?.panels { figure?.caption += " " + FigureWords.marks(panels) + "Lower is better." }
    return figure
  }

  /// The coverage of 95 % intervals against a varied number, one line for each strategy.
  package static func coverageAgainstVaried(_ summary: FigureSummary) -> Figure? {
    let y = FigureAxis("coverage", unit: "%")
    return againstVaried(
      summary, name: "coverage", title: "Coverage of the 95 % intervals", caption: coverageCaption, y: y, reference: 95,
      value: \.coverage,
      interval: FigureSummary.coverageInterval, shown: { 100 * $0 })
  }

  /// A strategy without the varied number has a level line.
  ///
  /// - Parameters:
  ///   - interval: The 95 % interval of a row; without it that of the value's Monte Carlo error.
  ///   - shown: Brings a value to the unit of the y axis.
  private static func againstVaried(
    _ summary: FigureSummary, name: String, title: String, caption: String, y: FigureAxis, reference: Double? = nil,
    value: (SummaryRow) -> MonteCarloValue, interval: ((SummaryRow) -> (low: Double?, high: Double?))? = nil,
    shown: (Double) -> Double
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
    var strips: [Panel?] = []
    var panels = groups.compactMap { group -> Panel? in
      var layers: [Layer] = []
      var failed: [(strategy: String, shares: [Datum])] = []
      for strategy in order {
        let number = strategies.firstIndex(of: strategy) ?? 0
        let rows = group.rows.filter { $0.cell.strategy == strategy && $0.estimator.name == summary.common }
        let points = rows.compactMap { row -> (x: Double, value: Double, ends: (low: Double?, high: Double?))? in
          guard let x = Double(row.cell.varied[path]), let found = value(row).value else { return nil }
          return (x, found, interval?(row) ?? FigureSummary.interval(value(row)))
        }.sorted { $0.x < $1.x }
        let isLevel = rows.allSatisfy { $0.cell.varied[path].isEmpty }
        if isLevel, let row = rows.first, let figure = value(row).value {
          let failsOften = PairedFamily.failsOften(row)
          layers.append(
            Layer(
              failsOften ? "(\(strategy))" : strategy, .horizontalRule, failsOften ? .caution : .series(number),
              naming: .direct, [Datum(nil, shown(figure))]))
        }
        let failing = rows.filter(PairedFamily.failsOften).reduce(into: [Double: SummaryRow]()) { failing, row in
          if let x = Double(row.cell.varied[path]) { failing[x] = row }
        }
        let band = points.map { point in
          if failing[point.x] != nil { return Datum(point.x, nil) }
          return Datum(point.x, nil, low: point.ends.low.map(shown), high: point.ends.high.map(shown))
        }
        if band.contains(where: { $0.low != nil }) {
          layers.append(Layer(strategy, .band, .series(number), naming: .direct, band))
        }
        let line = points.map { Datum($0.x, failing[$0.x] == nil ? shown($0.value) : nil) }
        if !failing.isEmpty {
          failed.append((strategy, shares(failing, on: x, group.rows.compactMap { Double($0.cell.varied[path]) })))
        }
        let found = line.filter { $0.y != nil }
        if found.isEmpty { continue }
        layers += [
          Layer(strategy, .line, .series(number), naming: .direct, line),
          Layer(strategy, .disc, .series(number), naming: .direct, found),
        ]
      }
      if layers.isEmpty && failed.isEmpty { return nil }
      strips.append(failureStrip(failed, title: group.title, x: x))
      if let reference {
        layers.insert(Layer("nominal", .horizontalRule, .ink, naming: .direct, [Datum(nil, reference)]), at: 0)
      }
      return Panel(title: failed.isEmpty ? group.title : "", x: x, y: y, layers: layers)
    }
    let hasValues = panels.contains { panel in
      panel.layers.contains { $0.mark == .line || $0.mark == .horizontalRule && $0.name != "nominal" }
    }
    guard !panels.isEmpty, hasValues || reference == nil else { return nil }
    panels.shareScale(least: reference == nil ? 0 : nil, most: reference == nil ? nil : 100)
    let hasStrips = strips.contains { $0 != nil }
    panels = zip(strips, panels).flatMap { [$0, $1].compactMap(\.self) }
    return Figure(
      name: name, title: "\(title) against \(x.label)",
      description: "\(summary.runs), \(FigureSummary.label(of: summary.common)); bands are Monte Carlo 95 % intervals. "
        + panels.map(FigureWords.ends).joined(separator: " "),
      caption: caption, panels: panels,
      arrangement: hasStrips ? .joined : .separate)
  }

  /// Texts closer to each other than this part of the axis would overlap.
  private static let leastDistance = 0.12

  /// Marks with the share of runs without a threshold. If they are close to each other, the last one has the range of
  /// shares, and the others have none.
  ///
  /// - Parameters:
  ///   - failing: The rows by varied value; at least one.
  ///   - values: All varied values of the axis.
  private static func shares(_ failing: [Double: SummaryRow], on x: FigureAxis, _ values: [Double]) -> [Datum] {
    func place(_ value: Double) -> Double { x.scale == .log ? log(value) : value }
    let rows = failing.sorted { $0.key < $1.key }
    let places = rows.map { place($0.key) }
    let (left, right) = (place(values.min() ?? 0), place(values.max() ?? 0))
    let areClose = zip(places, places.dropFirst()).contains { $1 - $0 < leastDistance * (right - left) }
    var shares = rows.map { Datum($0.key, nil, text: areClose ? nil : $0.value.shareWithoutThreshold) }
    let last = shares.count - 1
    if areClose { shares[last].text = ErrorNumbers.withoutThreshold(rows.map(\.value)) }
    // In the right half there is no room for these words behind other marks. The caption has them too.
    if shares.count == 1 || places[last] <= (left + right) / 2 { shares[last].text? += " no threshold" }
    return shares
  }

  /// A strip above the errors with a row for each strategy that often finds no threshold, because the error of its other
  /// runs is too small.
  ///
  /// - Parameter failed: The strategies, with the shares of runs at each varied value.
  /// - Returns: `nil` without any.
  private static func failureStrip(
    _ failed: [(strategy: String, shares: [Datum])], title: String, x: FigureAxis
  ) -> Panel? {
    guard !failed.isEmpty else { return nil }
    let layers = failed.enumerated().flatMap { row, strategy in
      var shares = strategy.shares
      for mark in shares.indices { shares[mark].y = Double(row) }
      return [
        Layer("\(strategy.strategy) without a threshold", .circle, .caution, naming: .none, shares),
        Layer("\(strategy.strategy) without a threshold", .note, .caution, naming: .none, shares),
      ]
    }
    return Panel(
      title: title, x: x, y: FigureAxis("strategy", categories: failed.map { "(\($0.strategy))" }), layers: layers,
      isStrip: true)
  }
}

/// Describes lines in words.
enum FigureWords {
  /// The marks of several conditions that only some figures have, in words, with a space at the end of each sentence.
  static func marks(_ panels: [Figure.Panel]) -> String {
    let layers = panels.flatMap(\.layers)
    return (layers.contains { $0.mark == .horizontalRule } ? "Dashed: a strategy without this number. " : "")
      + (layers.contains { $0.colour == .caution }
        ? "Amber circles: no threshold in more than 10 % of runs; numbers are their shares. " : "")
      + (panels.contains { $0.warnings != nil }
        ? "Amber and in brackets: no threshold in more than 10 % of runs; these have no mark. " : "")
  }

  /// The first and the last value of each line in a panel, and the one value of each level line.
  static func ends(_ panel: Figure.Panel) -> String {
    let lines = panel.layers.filter { [.line, .horizontalRule].contains($0.mark) }.prefix(12).compactMap {
      layer -> String? in
      if layer.mark == .horizontalRule { return layer.data.first?.y.map { "\(layer.name) \($0.brief)" } }
      guard let first = layer.data.first(where: { $0.y != nil }), let last = layer.data.last(where: { $0.y != nil }),
        let a = first.y, let b = last.y, let from = first.x, let to = last.x
      else { return nil }
      return "\(layer.name) \(a.brief) at \(from.brief), \(b.brief) at \(to.brief)"
    }
    let notes = panel.layers.filter { $0.mark == .note }.prefix(12).map { layer in
      let shares = layer.data.compactMap { mark in mark.text.map { "\($0) at \(mark.x?.brief ?? "")" } }
      return "\(layer.name) \(shares.joined(separator: ", "))"
    }
    return (panel.title.isEmpty ? "" : panel.title + ": ") + (lines + notes).joined(separator: "; ") + "."
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

package import PeachAnalysis
package import PeachFitting
import PeachMath
import PeachSupport

/// The figures of a population fit.
extension Figure {
  /// Each listener's separate and shrunken estimate, and below them the mean of the population: one figure for each cell.
  package static func populationForests(_ report: PopulationReport) -> [Figure] {
    let cells = report.design.cells.indices
    return cells.prefix(mostCells).compactMap { cell in
      populationForest(report, cell, name: "population-forest" + (cells.count > 1 ? "-\(cell + 1)" : ""))
    }
  }

  /// More conditions and groups are left to the tables.
  private static let mostCells = 6
  private static let mostListeners = 60

  private static func populationForest(_ report: PopulationReport, _ cell: Int, name: String) -> Figure? {
    let quantity = report.name(of: 0)
    let (group, condition) = report.names(of: cell)
    func isOf(_ row: PopulationReport.Row) -> Bool {
      row.quantity == quantity && row.group == group && row.condition == condition
    }
    let rows = report.rows.filter(isOf)
    let shrunken = rows.filter { $0.kind == .shrunken && $0.estimate != nil }
      .sorted { ($0.estimate ?? 0) < ($1.estimate ?? 0) }
    guard let mean = rows.first(where: { $0.kind == .mean }), let centre = mean.estimate, !shrunken.isEmpty,
      shrunken.count <= mostListeners
    else { return nil }
    let isLog = report.model.settings.scale != .linear && shrunken.allSatisfy { ($0.estimate ?? 0) > 0 }
    func datum(_ row: PopulationReport.Row, _ place: Double) -> Datum {
      func end(_ value: Double?) -> Double? { value.flatMap { isLog && $0 <= 0 ? nil : $0 } }
      return Datum(row.estimate, place, low: end(row.interval?.low), high: end(row.interval?.high))
    }
    let separate = shrunken.enumerated().compactMap { place, row -> Datum? in
      guard let own = rows.first(where: { $0.kind == .separate && $0.listener == row.listener }),
        let value = own.estimate, value.isFinite, !isLog || value > 0
      else { return nil }
      return datum(own, Double(place) + 0.17)
    }
    let drawn = shrunken.enumerated().map { datum($1, Double($0) - 0.17) }
    let below = Double(shrunken.count)
    let others = rows.filter { $0.kind == .newListener }.map { datum($0, below + 1) }
    let names = shrunken.map { SafeText.cut($0.listener ?? "") } + ["mean", "new listener"]
    let panel = Panel(
      x: FigureAxis(quantity, unit: report.unit, scale: isLog ? .log : .linear),
      y: FigureAxis("listener", categories: names),
      layers: [
        Layer("mean of the population", .verticalRule, .faint, naming: .none, [Datum(centre, nil)]),
        Layer("separate fit, 95 % interval", .horizontalInterval, .faint, separate),
        Layer("shrunken estimate, 95 % interval", .horizontalInterval, .series(0), drawn),
        Layer("mean, 95 % interval", .horizontalInterval, .series(1), [datum(mean, below)]),
        Layer("range of 95 % of new listeners", .horizontalInterval, .series(2), others),
      ].filter { !$0.data.isEmpty })
    let place = report.title(of: cell).map { ", \($0)" } ?? ""
    let ends = [shrunken.first, shrunken.last].compactMap { row in
      row.map { "\(SafeText.cut($0.listener ?? "")) \($0.estimate?.brief ?? "")" }
    }
    return Figure(
      name: name, title: "Listeners and their population\(place)",
      description:
        "\(shrunken.count) listeners from the lowest shrunken \(quantity) to the highest: \(ends.joined(separator: " to ")). "
        + "Mean of the population \(centre.brief). Bars are 95 % intervals.",
      caption:
        "Grey: estimate of a listener from this listener's trials only. Blue: the same drawn towards the mean of all "
        + "listeners. Bars: 95 % intervals. Below: the mean of the population, and the range of 95 % of new listeners.",
      panels: [panel])
  }

  /// The curve of the median listener of each cell, with its interval, the range of listeners, and the observed proportions.
  package static func populationCurves(
    _ report: PopulationReport, _ draws: PopulationDraws, _ checks: PopulationChecks?
  ) -> Figure? {
    let curves = report.curves(draws)
    guard curves.count <= mostCells, curves.contains(where: { !$0.isEmpty }) else { return nil }
    let isDirection = report.model.settings.reading == .direction
    let isLog = report.model.settings.scale != .linear
    let panels = curves.enumerated().compactMap { cell, curve -> Panel? in
      guard !curve.isEmpty else { return nil }
      let levels = (checks?.levels ?? []).filter { $0.cell == cell }
      let least = curve.map(\.listenersLow).min() ?? 0
      return Panel(
        title: curves.count > 1 ? report.title(of: cell) ?? "" : "",
        x: FigureAxis(isDirection ? "signed level" : "level", unit: report.unit, scale: isLog ? .log : .linear),
        y: FigureAxis(
          isDirection ? "proportion \"higher\"" : "proportion correct",
          range: .init(from: max(0, ((least - 0.05) * 10).rounded(.down) / 10), to: 1)),
        size: FigureAxis("trials"),
        layers: [
          Layer("range of 95 % of listeners", .dashedLine, .faint, curve.map { Datum($0.level, $0.listenersLow) }),
          Layer("range of 95 % of listeners", .dashedLine, .faint, curve.map { Datum($0.level, $0.listenersHigh) }),
          Layer(
            "median listener, 95 % interval", .band, .series(0),
            curve.map { Datum($0.level, nil, low: $0.low, high: $0.high) }),
          Layer("median listener", .line, .series(0), naming: .none, curve.map { Datum($0.level, $0.value) }),
          Layer(
            "observed, all listeners", .circle, .ink, levels.map { Datum($0.level, $0.observed, size: $0.trials) }),
        ].filter { !$0.data.isEmpty })
    }
    return Figure(
      name: "population-curves", title: "Curves of the population",
      description:
        "The psychometric function of the median listener with its 95 % interval, and the range that contains the "
        + "curves of 95 % of listeners.",
      caption:
        "Line: the median listener. Band: its pointwise 95 % interval. Dashed lines: the range of 95 % of listeners. "
        + "Circles: proportions of all listeners together, which are flatter than any one listener's curve.",
      panels: panels)
  }

  /// Observed proportions against those that the model predicts, with predictive intervals.
  package static func populationChecks(_ report: PopulationReport, _ checks: PopulationChecks) -> Figure? {
    guard report.design.cells.count <= mostCells, !checks.levels.isEmpty else { return nil }
    let isLog = report.model.settings.scale != .linear
    let panels = report.design.cells.indices.map { cell in
      let levels = checks.levels.filter { $0.cell == cell }
      func difference(_ value: Double, _ level: PopulationChecks.Level) -> Double { 100 * (value - level.expected) }
      return Panel(
        title: report.design.cells.count > 1 ? report.title(of: cell) ?? "" : "",
        x: FigureAxis("level", unit: report.unit, scale: isLog ? .log : .linear),
        y: FigureAxis("observed − predicted", unit: "points"),
        layers: [
          Layer("no difference", .horizontalRule, .faint, naming: .none, [Datum(nil, 0)]),
          Layer(
            "95 % predictive interval", .band, .series(0),
            levels.map {
              Datum(
                $0.level, nil, low: difference($0.interval.low ?? 0, $0), high: difference($0.interval.high ?? 1, $0))
            }),
          Layer("observed", .disc, .ink, levels.map { Datum($0.level, difference($0.observed, $0)) }),
        ])
    }
    let outside = checks.levels.count { !$0.isInside }
    return Figure(
      name: "population-checks", title: "Observed and predicted proportions",
      description:
        "Differences between observed and predicted proportions by level. \(outside) of \(checks.levels.count) lie outside "
        + "their 95 % predictive intervals.",
      caption:
        "Disc: difference between the observed and the predicted proportion at a group of levels. Band: 95 % "
        + "predictive interval. The model is right if about 95 % of discs lie in the band.",
      panels: panels)
  }
}

import PeachSimulation
import PeachStorage
import PeachSupport

/// Figures with a row for each strategy and a panel for each listener.
extension Figure {
  /// The share of 95 % intervals that hold the truth, with its Monte Carlo error.
  package static func coverage(_ summary: FigureSummary) -> Figure? {
    byStrategy(
      summary, name: "coverage", title: "Coverage of the 95 % intervals", caption: coverageCaption,
      x: coverageAxis(summary), reference: 95
    ) {
      percent($0)
    } words: { row in
      row.coverage.value.map { "\((100 * $0).brief) %" } ?? "no interval"
    }
  }

  static let coverageCaption =
    "Point: share of the 95 % intervals that contain the true threshold. Bar or band: 95 % Monte Carlo "
    + "interval of this share (Wilson's score interval). Line: 95 %. Intervals are too narrow if the share is below the line."

  /// One scale for all panels, with the line at 95 %.
  private static func coverageAxis(_ summary: FigureSummary) -> FigureAxis {
    let least = summary.rows.compactMap { row in percent(row).map { $0.low ?? $0.value } }.min() ?? 90
    return FigureAxis("coverage", unit: "%", range: .init(from: min(90, (least / 5).rounded(.down) * 5), to: 100))
  }

  private static func percent(_ row: SummaryRow) -> Place? {
    guard let value = row.coverage.value else { return nil }
    let ends = FigureSummary.coverageInterval(row)
    return (100 * value, ends.low.map { 100 * $0 }, ends.high.map { 100 * $0 })
  }

  /// The efficiency of each strategy: the smallest possible sweat factor divided by its own.
  package static func efficiency(_ summary: FigureSummary) -> Figure? {
    byStrategy(
      summary, name: "efficiency", title: "Efficiency",
      caption:
        "Bar: efficiency, the smallest possible sweat factor (trials times error variance) divided by that of the "
        + "strategy; 1 is the best. Line: 95 % Monte Carlo interval. "
        + "Strategies without a threshold in more than 10 % of runs have no bar, because the runs that succeed are the lucky "
        + "ones.",
      x: efficiencyAxis(summary), reference: nil, hasBars: true
    ) { row in
      // The runs that succeed are the lucky ones.
      guard !PairedFamily.failsOften(row), let value = row.efficiency.value else { return nil }
      let ends = FigureSummary.interval(row.efficiency)
      // An efficiency is never below 0.
      return (value, ends.low.map { max(0, $0) }, ends.high)
    } words: {
      PairedFamily.failsOften($0) ? $0.noThreshold : $0.efficiency.value?.brief ?? "none"
    }
  }

  /// From 0 to 1, or to the largest efficiency if sampling error puts it above 1.
  private static func efficiencyAxis(_ summary: FigureSummary) -> FigureAxis {
    let most = summary.rows.filter { !PairedFamily.failsOften($0) }.compactMap { row in
      row.efficiency.value.map { FigureSummary.interval(row.efficiency).high ?? $0 }
    }.max()
    return FigureAxis("efficiency", range: .init(from: 0, to: max(1, most ?? 1)))
  }

  private typealias Place = (value: Double, low: Double?, high: Double?)

  /// - Parameters:
  ///   - reference: The value of a vertical line; `nil` for none.
  ///   - place: The value and interval of a row; `nil` if it has none.
  /// - Returns: `nil` if no row has a value, or there are too many panels or names.
  private static func byStrategy(
    _ summary: FigureSummary, name: String, title: String, caption: String, x: FigureAxis, reference: Double?,
    hasBars: Bool = false,
    _ place: (SummaryRow) -> Place?, words: (SummaryRow) -> String
  ) -> Figure? {
    let order = PairedFamily.ordered(summary.rows.filter { $0.estimator.name == summary.common })
    let failing = Set(order.filter(PairedFamily.failsOften).map(\.cell.id))
    let shown = summary.rows.filter { place($0) != nil || hasBars && PairedFamily.failsOften($0) }
    guard shown.contains(where: { place($0) != nil }) else { return nil }
    let drawn = FigureSummary(shown, of: summary.simulation)
    let (groups, estimators) = (drawn.groups(), drawn.estimators)
    guard !groups.isEmpty, groups.count <= FigureSummary.mostPanels else { return nil }
    var panels: [Panel] = []
    for group in groups {
      let own = order.filter { row in group.rows.contains { $0.cell.id == row.cell.id } }
      let (cells, names) = (own.map(\.cell.id), own.map(\.shownName))
      if names.count > FigureSummary.mostNames { return nil }
      var layers: [Layer] = []
      for (number, estimator) in estimators.enumerated() {
        func data(_ isFailing: Bool) -> [Datum] {
          group.rows.filter { $0.estimator.name == estimator && failing.contains($0.cell.id) == isFailing }.compactMap {
            row -> Datum? in
            guard let place = place(row), let strategy = cells.firstIndex(of: row.cell.id) else { return nil }
            // The estimators of one strategy are close together, around its name.
            let neighbours = estimators.filter { name in
              group.rows.contains { $0.cell.id == row.cell.id && $0.estimator.name == name }
            }
            let step = 0.4 / Double(max(1, neighbours.count - 1))
            let offset = (Double(neighbours.firstIndex(of: estimator) ?? 0) - Double(neighbours.count - 1) / 2) * step
            return Datum(place.value, Double(strategy) + offset, low: place.low, high: place.high)
          }
        }
        let label = FigureSummary.label(of: estimator)
        if hasBars {
          layers.append(Layer(label, .horizontalBar, .series(number), data(false).map { Datum($0.x, $0.y) }))
        }
        layers.append(
          Layer(
            hasBars ? "Monte Carlo 95 % interval" : label, .horizontalInterval, hasBars ? .ink : .series(number),
            data(false)))
        layers.append(Layer("many runs without a threshold", .horizontalInterval, .caution, data(true)))
      }
      if let reference {
        layers.insert(
          Layer(
            "\(AxisTicks.text(reference, decimals: 0)) %", .verticalRule, .ink, naming: .direct, [Datum(reference, nil)]
          ), at: 0)
      }
      panels.append(
        Panel(
          title: group.title, x: x, y: FigureAxis("strategy", categories: names),
          layers: layers.filter { !$0.data.isEmpty }))
    }
    let sentences = groups.map { group in
      (group.title.isEmpty ? "" : group.title + ": ")
        + group.rows.prefix(FigureSummary.mostNames).map { row in
          "\(row.cell.strategy)\(estimators.count > 1 ? " (\(FigureSummary.label(of: row.estimator.name)))" : "") \(words(row))"
        }.joined(separator: ", ") + "."
    }
    return Figure(
      name: name, title: title, description: ([summary.runs + "."] + sentences).joined(separator: " "),
      caption: caption, panels: panels)
  }
}

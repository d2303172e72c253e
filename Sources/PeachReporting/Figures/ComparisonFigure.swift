import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

extension Figure {
  /// The distribution of each strategy's estimates around the truth, with a panel for each listener.
  ///
  /// Strategies are sorted by the error of the common estimator. Those that fail too often come last, in brackets.
  ///
  /// - Returns: `nil` without estimates, or if there are too many panels or strategies.
  /// - Complexity: O(n log n) in the runs of a cell; memory for the errors of one cell.
  package static func comparison(_ summary: FigureSummary, in results: ResultsFile) throws(RecordsError) -> Figure? {
    let common = summary.rows.filter { $0.estimator.name == summary.common }
    let groups = FigureSummary(common, of: summary.simulation).groups()
    guard groups.count <= FigureSummary.mostPanels,
      groups.allSatisfy({ $0.rows.count <= FigureSummary.mostNames }), let range = range(of: common)
    else { return nil }
    let spreads = try groups.map { (group) throws(RecordsError) in
      try PairedFamily.ordered(group.rows).map { (row) throws(RecordsError) in
        (row: row, spread: try ErrorSpread(of: row, summary, in: results, range))
      }
    }
    // One scale for the densities of all panels.
    let peak = max(spreads.joined().map(\.spread.peak).max() ?? 1, 1e-300)
    let numbers = ErrorNumbers(common, on: summary.axis)
    let panels = zip(groups, spreads).map { panel($0.title, $1, summary, range, peak: peak, numbers) }
    let sentences = panels.map { panel in
      let words = zip(panel.y.categories, panel.margin ?? []).map { "\($0) \($1)" }
      return (panel.title.isEmpty ? "" : panel.title + ": ") + words.joined(separator: ", ") + "."
    }
    let off = spreads.joined().map(\.spread.off).max() ?? 0
    let cut = off > 0 ? "At most \((100 * off).brief) % of the runs of a strategy lie beyond the axis, not drawn. " : ""
    return Figure(
      name: "comparison", title: "Estimates around the true threshold",
      description:
        "\(summary.runs), \(FigureSummary.label(of: summary.common)). Strategies are sorted by error (RMSE). "
        + "The area of a shape is the share of runs with a threshold; hollow shapes are drawn lower. "
        + cut + sentences.joined(separator: " "),
      caption:
        "Shape: distribution of the estimated thresholds. Circle: median; thick and thin line: middle 2/3 and 95 % of "
        + "estimates. Number: error, as in the tables. ◀: best, or not distinguishable from it. Amber, hollow and in "
        + "brackets: no threshold in more than 10 % of runs; such a shape is lowered to its share of the others. Estimates "
        + "beyond the axis are not drawn. The best strategies have narrow shapes around the true threshold.",
      panels: panels, key: key(panels, isCompared: !summary.best.isEmpty))
  }

  /// The meaning of the marks, and of the colours that occur.
  private static func key(_ panels: [Panel], isCompared: Bool) -> [KeyEntry] {
    let colours = Set(panels.flatMap(\.layers).filter { $0.mark == .band }.map(\.colour))
    return [
      KeyEntry("95 % of estimates", .line, .faint), KeyEntry("middle 2/3", .thickInterval, .faint),
      KeyEntry("median", .circle, .faint),
    ]
      + [
        KeyEntry(isCompared ? "best, or not distinguishable" : "smallest error", .band, .best),
        KeyEntry("larger error", .band, .faint),
        KeyEntry("(…) no threshold in > 10 % of runs", .band, .caution),
      ].filter { colours.contains($0.colour) }
  }

  /// Both ends of the axis in units of the error. They hold about 98 % of a normal distribution around each median, and
  /// the truth.
  private static func range(of rows: [SummaryRow]) -> (low: Double, high: Double)? {
    let ends = rows.compactMap { row -> (Double, Double)? in
      guard let median = row.medianBias.value else { return nil }
      let reach = 1.8 * (row.interquartileRange.value ?? 0)
      return (median - reach, median + reach)
    }
    guard let low = ends.map(\.0).min(), let high = ends.map(\.1).max() else { return nil }
    let margin = 0.05 * (max(high, 0) - min(low, 0))
    return low < high ? (min(low, 0) - margin, max(high, 0) + margin) : (min(low, 0) - 1, max(high, 0) + 1)
  }

  private static func panel(
    _ title: String, _ spreads: [(row: SummaryRow, spread: ErrorSpread)], _ summary: FigureSummary,
    _ range: (low: Double, high: Double), peak: Double, _ numbers: ErrorNumbers
  ) -> Panel {
    let rows = spreads.map(\.row)
    let isRatio = summary.axis.scale == .log
    func shown(_ error: Double) -> Double { isRatio ? exp2(error) : error }
    let truths = Set(rows.map(\.estimator.truth))
    let name = ["fit", "own"].contains(summary.common) ? "true threshold" : "truth"
    let truth =
      truths.count == 1 ? truths.first?.map { " \(AxisTicks.text($0, decimals: 2)) \(summary.axis.unit)" } : nil
    var layers = [Layer(name + (truth ?? ""), .verticalRule, .ink, naming: .direct, [Datum(shown(0), nil)])]
    let smallest = rows.first { !PairedFamily.failsOften($0) }?.cell.id
    let marked = summary.best.intersection(rows.map(\.cell.id))
    let best = marked.isEmpty ? Set([smallest].compactMap(\.self)) : marked
    // A strategy that often fails never looks sharper than the others: at most, its shape is as high as the lowest of
    // theirs, times its share of runs with a threshold.
    let lowest = spreads.filter { !PairedFamily.failsOften($0.row) }.map(\.spread.peak).min() ?? peak
    // Low rows have densities nearly as high as the row, and the note next to the mark instead of below it.
    let isDense = spreads.count > 8
    for (place, (row, spread)) in spreads.enumerated() {
      let base = Double(place) + (isDense ? 0.2 : 0.04)
      let isFailing = PairedFamily.failsOften(row)
      let colour: Colour = isFailing ? .caution : best.contains(row.cell.id) ? .best : .faint
      if let median = row.medianBias.value {
        let found = 1 - (row.failed.value ?? 0) / Double(max(1, row.replicates))
        let scale = isFailing ? min(1, found * lowest / max(spread.peak, 1e-300)) : 1
        let outline = spread.body.map {
          Datum(shown($0.error), nil, low: base - (isDense ? 0.85 : 0.55) * scale * $0.share / peak, high: base)
        }
        func layer(_ label: String, _ mark: Mark, _ data: [Datum]) {
          layers.append(Layer("\(label), \(row.cell.strategy)", mark, colour, naming: .none, data))
        }
        func interval(_ ends: (low: Double, high: Double)) -> [Datum] {
          [Datum(nil, base, low: shown(ends.low), high: shown(ends.high))]
        }
        layer("density", .band, outline)
        layer("95 % of estimates", .horizontalInterval, interval(spread.nearlyAll))
        // A strategy that often fails has no thick bar, so it looks hollow.
        if !isFailing { layer("middle 2/3", .thickInterval, interval(spread.middle)) }
        layer("median", .circle, [Datum(shown(median), base)])
      }
      if isFailing {
        let x = shown(min(max(row.medianBias.value ?? 0, range.low), range.high))
        layers.append(
          Layer(
            "no threshold", .note, colour, naming: .none,
            [Datum(x, base + (isDense ? -0.3 : 0.26), text: row.noThreshold)]))
      }
    }
    let x = FigureAxis(
      isRatio ? "estimate ÷ truth" : "estimate − truth", unit: isRatio ? nil : summary.errorUnit,
      scale: isRatio ? .log : .linear, range: .init(from: shown(range.low), to: shown(range.high)))
    return Panel(
      title: title, x: x, y: FigureAxis("strategy", categories: rows.map(\.shownName)), layers: layers,
      margin: rows.map { numbers.error($0, isAligned: false) },
      marginColours: rows.map { PairedFamily.failsOften($0) ? .caution : best.contains($0.cell.id) ? .best : .ink }
    )
  }
}

/// The distribution of the errors of one row.
private struct ErrorSpread {
  var middle = (low: 0.0, high: 0.0)
  var nearlyAll = (low: 0.0, high: 0.0)
  /// The smoothed share of all runs in each bin.
  var density: [(error: Double, share: Double)] = []
  /// The share of all runs (0…1) with an estimate beyond the axis.
  var off = 0.0

  /// The largest share of runs in a bin.
  var peak: Double { density.map(\.share).max() ?? 0 }

  /// The density around its peak, without the flat ends that look like a line.
  var body: ArraySlice<(error: Double, share: Double)> {
    guard let top = density.indices.max(by: { density[$0].share < density[$1].share }) else { return [] }
    func isFlat(_ bin: Int) -> Bool { density[bin].share < 0.01 * density[top].share }
    let first = density.indices[..<top].last(where: isFlat) ?? 0
    let last = density.indices[top...].first(where: isFlat) ?? density.count - 1
    return density[first...last]
  }

  private static let bins = 60

  init(
    of row: SummaryRow, _ summary: FigureSummary, in results: ResultsFile, _ range: (low: Double, high: Double)
  ) throws(RecordsError) {
    let place = row.cell.estimators.firstIndex { $0.name == row.estimator.name }
    let axis = summary.axis
    var errors: [Double] = []
    try results.forEachRun(of: row.cell.id) { _, estimate in
      guard estimate.estimator == place, let error = Summary.outcome(of: estimate, row.estimator, axis).error else {
        return
      }
      errors.append(error)
    }
    guard !errors.isEmpty else { return }
    errors.sort()
    middle = (Statistics.quantile(1 / 6, errors), Statistics.quantile(5 / 6, errors))
    nearlyAll = (Statistics.quantile(0.025, errors), Statistics.quantile(0.975, errors))
    let width = (range.high - range.low) / Double(Self.bins)
    var counts = [Double](repeating: 0, count: Self.bins)
    for error in errors where error >= range.low && error < range.high {
      counts[min(Self.bins - 1, Int((error - range.low) / width))] += 1
    }
    off = (Double(errors.count) - counts.reduce(0, +)) / Double(max(1, row.replicates))
    let weights = [1.0, 4, 6, 4, 1]
    for _ in 0..<2 {
      counts = counts.indices.map { bin in
        weights.indices.reduce(0) { sum, offset in
          let other = bin + offset - 2
          return counts.indices.contains(other) ? sum + weights[offset] * counts[other] / 16 : sum
        }
      }
    }
    density = counts.enumerated().map { bin, count in
      (range.low + (Double(bin) + 0.5) * width, count / Double(max(1, row.replicates)))
    }
  }
}

extension SummaryRow {
  /// The strategy's name, in brackets if it fails too often.
  var shownName: String { PairedFamily.failsOften(self) ? "(\(cell.strategy))" : cell.strategy }

  /// `51 % no threshold`.
  var noThreshold: String { "\(shareWithoutThreshold) no threshold" }

  /// `51 %`.
  var shareWithoutThreshold: String { ErrorNumbers.withoutThreshold(self) }
}

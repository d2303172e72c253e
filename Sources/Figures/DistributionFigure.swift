import Configuration
public import Records
import Simulation

/// Counts of numbers in bins of one width; what lies beyond its ends is counted apart.
struct Histogram {
  let low: Double
  let high: Double
  private(set) var bins: [Int]
  private(set) var below = 0
  private(set) var above = 0

  init(from low: Double, to high: Double, bins count: Int) {
    self.low = low
    self.high = high
    bins = [Int](repeating: 0, count: count)
  }

  mutating func add(_ value: Double) {
    if value < low {
      below += 1
    } else if value > high {
      above += 1
    } else {
      bins[min(bins.count - 1, Int((value - low) / (high - low) * Double(bins.count)))] += 1
    }
  }

  var total: Int { bins.reduce(0, +) + below + above }
  var width: Double { (high - low) / Double(bins.count) }
}

extension Figure {
  /// How the errors of all runs are spread, one outline for each strategy.
  ///
  /// - Returns: nil without estimates, and of sweeps.
  /// - Complexity: O(n) in the runs, of which none is held.
  public static func distributions(_ summary: SummaryShown, in results: ResultsFile) throws(RecordsError) -> Figure? {
    guard summary.simulation.varied.isEmpty else { return nil }
    let strategies = summary.strategies
    guard strategies.count <= 12 else { return nil }
    var panels: [Panel] = []
    var sentences: [String] = []
    for group in summary.groups().prefix(SummaryShown.mostPanels) {
      let rows = group.rows.filter { $0.estimator.name == summary.common && $0.medianBias.value != nil }
      guard let range = range(of: rows) else { continue }
      var layers = [Layer("none", .verticalRule, .faint, isInLegend: false, [Datum(0, nil)])]
      var beyond = 0
      for row in rows {
        guard let number = strategies.firstIndex(of: row.cell.strategy) else { continue }
        let histogram = try histogram(of: row, summary, in: results, range)
        if histogram.total == 0 { continue }
        beyond += histogram.below + histogram.above
        layers.append(Layer(row.cell.strategy, .steps, .series(number), outline(histogram)))
      }
      if layers.count < 2 { continue }
      panels.append(
        Panel(
          title: group.title,
          x: FigureAxis("error", unit: summary.errorUnit, range: .init(from: range.low, to: range.high)),
          y: FigureAxis("share of runs", unit: "%"), layers: layers))
      let words = rows.map { "\($0.cell.strategy) median \($0.medianBias.value?.brief ?? "–")" }
      sentences.append(
        (group.title.isEmpty ? "" : group.title + ": ") + words.joined(separator: ", ")
          + (beyond > 0 ? "; \(beyond) runs lie beyond the ends" : "") + ".")
    }
    guard !panels.isEmpty else { return nil }
    return Figure(
      name: "distributions", title: "Distributions of the estimates",
      description: "\(summary.runs), \(SummaryShown.label(of: summary.common)). " + sentences.joined(separator: " "),
      panels: panels)
  }

  /// Five quartile ranges about the medians, and nearly all of a normal distribution: outliers do not press the rest together.
  private static func range(of rows: [SummaryRow]) -> (low: Double, high: Double)? {
    let ends = rows.compactMap { row -> (Double, Double)? in
      guard let median = row.medianBias.value else { return nil }
      let reach = 2.5 * (row.interquartileRange.value ?? 0)
      return (median - reach, median + reach)
    }
    guard var low = ends.map(\.0).min(), var high = ends.map(\.1).max() else { return nil }
    (low, high) = (min(low, 0), max(high, 0))
    return low < high ? (low, high) : (low - 1, high + 1)
  }

  private static func histogram(
    of row: SummaryRow, _ summary: SummaryShown, in results: ResultsFile, _ range: (low: Double, high: Double)
  ) throws(RecordsError) -> Histogram {
    let place = row.cell.estimators.firstIndex { $0.name == row.estimator.name }
    let axis = summary.axis
    var histogram = Histogram(from: range.low, to: range.high, bins: 60)
    try results.forEachRun(of: row.cell.id) { _, estimate in
      guard estimate.estimator == place, let error = Summary.outcome(of: estimate, row.estimator, axis).error else {
        return
      }
      histogram.add(error)
    }
    return histogram
  }

  /// In percent of all runs that have an estimate; from the ground and back to it.
  private static func outline(_ histogram: Histogram) -> [Datum] {
    let total = Double(histogram.total)
    var data = [Datum(histogram.low, 0)]
    for (place, count) in histogram.bins.enumerated() {
      data.append(Datum(histogram.low + Double(place) * histogram.width, 100 * Double(count) / total))
    }
    return data + [Datum(histogram.high, 0)]
  }
}

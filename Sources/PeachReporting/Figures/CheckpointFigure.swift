package import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

extension Figure {
  /// The root mean square error of the common fit against the number of trials, with a line for each strategy.
  ///
  /// - Returns: `nil` without checkpoints, or if there are too many panels.
  package static func errorByCheckpoint(_ checkpoints: CheckpointSummary, of summary: FigureSummary) -> Figure? {
    let shown = checkpoints.rows.filter { $0.summary.estimator.name == summary.common }
    let strategies = summary.strategies
    // The rows of one checkpoint decide the panels.
    let first = shown.first?.trials
    let groups = FigureSummary(shown.filter { $0.trials == first }.map(\.summary), of: summary.simulation).groups()
    guard groups.count <= FigureSummary.mostPanels else { return nil }
    var panels = groups.compactMap { group -> Panel? in
      var layers: [Layer] = []
      for row in group.rows {
        guard let number = strategies.firstIndex(of: row.cell.strategy) else { continue }
        let points = shown.filter { $0.summary.cell.id == row.cell.id && $0.summary.rootMeanSquareError.value != nil }
        if points.isEmpty { continue }
        let band = points.map { point in
          let ends = FigureSummary.interval(point.summary.rootMeanSquareError)
          return Datum(Double(point.trials), nil, low: ends.low, high: ends.high)
        }
        layers += [
          Layer(row.cell.strategy, .band, .series(number), naming: .direct, band),
          Layer(
            row.cell.strategy, .line, .series(number), naming: .direct,
            points.map { Datum(Double($0.trials), $0.summary.rootMeanSquareError.value) }),
        ]
      }
      if layers.isEmpty { return nil }
      let y = FigureAxis("RMSE of \(FigureSummary.label(of: summary.common))", unit: summary.errorUnit)
      return Panel(title: group.title, x: FigureAxis("trials"), y: y, layers: layers)
    }
    guard !panels.isEmpty else { return nil }
    panels.shareScale(least: 0, most: nil)
    return Figure(
      name: "error-by-checkpoint", title: "Error of the threshold by number of trials",
      description: "\(summary.runs); bands are Monte Carlo 95 % intervals. "
        + panels.map(FigureWords.ends).joined(separator: " "),
      caption:
        "Line: root mean square error of the fitted thresholds if every run had ended after that number of trials. "
        + "Band: 95 % Monte Carlo interval. The lines end at the errors of the complete runs.",
      panels: panels)
  }
}

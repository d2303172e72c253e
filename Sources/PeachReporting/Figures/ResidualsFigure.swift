package import PeachAnalysis
import PeachFitting
import PeachSupport

extension Figure {
  /// The deviance residuals of a fit against the level, the fitted probability and the order in the data: a curve of
  /// the wrong shape shows in the first two, learning or fatigue in the last.
  ///
  /// - Returns: `nil` if nothing was fitted.
  package static func residuals(_ fit: FitRow, unit: String?, name: String = "residuals") -> Figure? {
    guard let residuals = fit.residuals, !residuals.rows.isEmpty else { return nil }
    let y = FigureAxis("deviance residual")
    let size = FigureAxis("trials")
    let isBinned = residuals.rows.count > mostResiduals
    func panel(_ title: String, _ x: FigureAxis, _ value: (Residuals.Row) -> Double) -> Panel {
      let data = isBinned ? binned(residuals.rows, by: value) : residuals.rows.map { datum([$0], value) }
      return Panel(
        title: title, x: x, y: y, size: size,
        layers: [
          Layer("within 2", .zone, .faint, naming: .none, [Datum(nil, nil, low: -2, high: 2)]),
          Layer("no residual", .horizontalRule, .faint, naming: .none, [Datum(nil, 0)]),
          Layer(isBinned ? "residual of a bin" : "residual", .circle, .series(0), naming: .none, data),
        ])
    }
    func correlation(_ value: Double?) -> String { value.map { "r = \($0.brief)" } ?? "no correlation" }
    let panels = [
      panel("against the level", levelAxis(fit, unit: unit)) { $0.block.bin.level },
      panel("against the fitted probability", FigureAxis("fitted probability")) { $0.fitted },
      panel("in the order of the data", FigureAxis("position in the data")) { $0.block.order },
    ]
    let group = fit.key.isEmpty ? "" : " of \(fit.name)"
    return Figure(
      name: name, title: "Deviance residuals\(group)",
      description:
        "\(residuals.rows.count) residuals\(isBinned ? ", drawn in \(residualBins) bins" : ""). Correlation with "
        + "the level \(correlation(residuals.levelCorrelation)), with the fitted probability "
        + "\(correlation(residuals.predictionCorrelation)), with the order "
        + "\(correlation(residuals.orderCorrelation)).",
      caption:
        "Circle: deviance residual (signed misfit) of a level, or of a bin of levels if there are many. About 95 % "
        + "should lie in the grey zone from −2 to 2. A slope or bow says that the function has the wrong shape; a "
        + "trend over the order of the trials says that the threshold moved.",
      panels: panels)
  }

  /// More residuals than these are binned. Those of single trials would only show two curves.
  private static let mostResiduals = 30
  private static let residualBins = 15

  /// Bins of neighbours with about equally many trials, placed at their mean.
  private static func binned(_ rows: [Residuals.Row], by value: (Residuals.Row) -> Double) -> [Datum] {
    let sorted = rows.sorted { value($0) < value($1) }
    let enough = rows.reduce(0) { $0 + $1.block.bin.trials } / Double(residualBins)
    var bins: [[Residuals.Row]] = [[]]
    var (trials, full) = (0.0, enough)
    for row in sorted {
      bins[bins.count - 1].append(row)
      trials += row.block.bin.trials
      if trials >= full - 1e-9 {
        bins.append([])
        full += enough
      }
    }
    return bins.filter { !$0.isEmpty }.map { datum($0, value) }
  }

  private static func datum(_ rows: [Residuals.Row], _ value: (Residuals.Row) -> Double) -> Datum {
    let trials = rows.reduce(0) { $0 + $1.block.bin.trials }
    func mean(_ value: (Residuals.Row) -> Double) -> Double {
      rows.count == 1 ? value(rows[0]) : rows.reduce(0) { $0 + $1.block.bin.trials * value($1) } / trials
    }
    let positives = rows.reduce(0) { $0 + $1.block.bin.positives }
    let residual =
      rows.count == 1
      ? rows[0].residual
      : Deviance.residual(.init(level: 0, trials: trials, positives: positives), fitted: mean(\.fitted))
    return Datum(mean(value), residual, size: trials)
  }
}

public import Analysis
import Configuration
import Fitting

extension Figure {
  /// The deviance residuals of a fit against the level, the fitted probability and the order in the data: a curve of the
  /// wrong shape shows in the first two, learning or fatigue in the last.
  ///
  /// - Returns: nil where nothing was fitted.
  public static func residuals(_ fit: FitRow, unit: String?, name: String = "residuals") -> Figure? {
    guard let residuals = fit.residuals, !residuals.rows.isEmpty else { return nil }
    let y = FigureAxis("deviance residual")
    let size = FigureAxis("trials")
    func panel(_ title: String, _ x: FigureAxis, _ value: (Residuals.Row) -> Double) -> Panel {
      let data = residuals.rows.map { Datum(value($0), $0.residual, size: $0.block.bin.trials) }
      let zero = Layer("none", .horizontalRule, .faint, isInLegend: false, [Datum(nil, 0)])
      return Panel(title: title, x: x, y: y, size: size, layers: [zero, Layer("residual", .disc, .series(0), data)])
    }
    func correlation(_ value: Double?) -> String { value.map { "r = \($0.brief)" } ?? "no correlation" }
    let panels = [
      panel("against the level", levelAxis(fit, unit: unit)) { $0.block.bin.level },
      panel("against the fitted probability", FigureAxis("fitted probability")) { $0.fitted },
      panel("in the order of the data", FigureAxis("place in the data")) { $0.block.order },
    ]
    let group = fit.key.isEmpty ? "" : " of \(fit.name)"
    return Figure(
      name: name, title: "Deviance residuals\(group)",
      description:
        "\(residuals.rows.count) residuals. With the level \(correlation(residuals.levelCorrelation)), with the "
        + "fitted probability \(correlation(residuals.predictionCorrelation)), with the order "
        + "\(correlation(residuals.orderCorrelation)).", panels: panels)
  }
}

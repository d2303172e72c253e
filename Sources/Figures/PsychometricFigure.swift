public import Analysis
import Configuration
import Fitting
import Inference

extension Figure {
  /// The data of a fit with its curve: discs of the proportions by their trials, the curve with its pointwise 95 % band,
  /// the threshold with its interval, and the asymptotes.
  ///
  /// - Returns: nil without data.
  public static func psychometricFunction(_ fit: FitRow, unit: String?, name: String = "psychometric-function")
    -> Figure?
  {
    guard fit.counts.count > 0 else { return nil }
    let isDirection = fit.settings.reading == .direction
    let curve = fit.curve() ?? []
    let asymptotes = fit.result.guess.flatMap { guess in fit.result.lapse.map { [guess, 1 - $0] } } ?? []
    let layers =
      [
        Layer(
          "pointwise 95 % band", .band, .series(0),
          curve.filter { $0.low != nil }.map { Datum($0.level, nil, low: $0.low, high: $0.high) }),
        Layer("asymptotes", .horizontalRule, .faint, asymptotes.map { Datum(nil, $0) }),
        Layer(shown(fit.counts).isPooled ? "data, levels pooled" : "data", .disc, .ink, shown(fit.counts).discs),
        Layer("fitted curve", .line, .series(0), curve.map { Datum($0.level, $0.value) }),
      ] + (thresholdLayer(fit).map { [$0] } ?? [])
    // Below chance there is nothing to be seen but data that lie there.
    let lowest = shown(fit.counts).discs.compactMap(\.y).min() ?? 0
    let chance = isDirection ? 0 : min(lowest, asymptotes.first ?? 0) - 0.05
    let panel = Panel(
      x: levelAxis(fit, unit: unit),
      y: FigureAxis(
        isDirection ? "proportion \"higher\"" : "proportion correct",
        range: .init(from: max(0, (chance * 10).rounded(.down) / 10), to: 1)),
      size: FigureAxis("trials"), layers: layers.filter { !$0.data.isEmpty })
    let group = fit.key.isEmpty ? "" : " of \(fit.name)"
    return Figure(
      name: name, title: "Psychometric function\(group)",
      description: description(fit, unit: unit) + (curve.contains { $0.low != nil } ? bandText(fit) : ""),
      panels: [panel])
  }

  /// More levels than these, as of a track whose steps change, would be discs of single trials: neighbours become one.
  private static let mostLevels = 30

  private static func shown(_ counts: Counts) -> (discs: [Datum], isPooled: Bool) {
    let isPooled = counts.count > mostLevels
    let bins = (isPooled ? counts.condensed(to: mostLevels) : counts).bins
    return (bins.map { Datum($0.level, $0.positives / $0.trials, size: $0.trials) }, isPooled)
  }

  /// That of a fit's data.
  static func levelAxis(_ fit: FitRow, unit: String?) -> FigureAxis {
    FigureAxis(
      fit.settings.reading == .direction ? "signed level" : "level", unit: unit, scale: fit.isLogDrawn ? .log : .linear)
  }

  /// At the height of the curve there.
  private static func thresholdLayer(_ fit: FitRow) -> Layer? {
    let quantity: Quantity = fit.settings.reading == .direction ? .pse : .threshold
    guard let value = fit.result.value(of: quantity), !fit.isLogDrawn || value > 0 else { return nil }
    let height = fit.settings.makeFitter().probabilities(at: [value], of: fit.result)?.first
    let interval = fit.intervals[quantity]
    let name = quantity == .pse ? "PSE" : "threshold"
    return Layer(
      interval == nil ? name : "\(name) with 95 % interval", interval == nil ? .disc : .horizontalInterval, .series(1),
      [Datum(value, height ?? 0.5, low: interval?.low, high: interval?.high)])
  }

  private static func description(_ fit: FitRow, unit: String?) -> String {
    let answers = "\(fit.trials) trials at \(fit.levels) levels"
    guard let threshold = fit.result.threshold else {
      return "\(answers); the fit gives no threshold (status \(fit.result.status.name))."
    }
    let unit = unit.map { " \($0)" } ?? ""
    var text = "\(answers). Threshold \(threshold.brief)\(unit)"
    if let interval = fit.intervals[.threshold] {
      text += ", 95 % interval \(span(interval.low, interval.high))\(unit)"
    }
    if let width = fit.result.width { text += "; width \(width.brief)" }
    if let guess = fit.result.guess, let lapse = fit.result.lapse {
      text += "; the curve rises from \(guess.brief) to \((1 - lapse).brief)"
    }
    return text + "; status \(fit.result.status.name)."
  }

  private static func bandText(_ fit: FitRow) -> String {
    var text = " The band is pointwise: at each level it holds the curve with 95 % confidence, by \(fit.bandKind)."
    if fit.method == FitRequest.Method.ml.rawValue, fit.intervalNote != nil {
      text += " By maximum likelihood, bands of 200 adaptive trials held 91 to 99 % in simulations."
    }
    return text
  }

  /// An interval in words; an end that is open is said to be.
  static func span(_ low: Double?, _ high: Double?) -> String {
    "\(low?.brief ?? "unbounded") to \(high?.brief ?? "unbounded")"
  }
}

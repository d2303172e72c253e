public import Analysis
import Configuration
import Fitting

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
    var layers: [Layer] = []
    if let curve = fit.curve() {
      let hasBand = curve.contains { $0.low != nil }
      if hasBand {
        layers.append(
          Layer("95 % band", .band, .series(0), curve.map { Datum($0.level, nil, low: $0.low, high: $0.high) }))
      }
      if let guess = fit.result.guess, let lapse = fit.result.lapse {
        layers.append(Layer("asymptotes", .horizontalRule, .faint, [Datum(nil, guess), Datum(nil, 1 - lapse)]))
      }
      layers.append(Layer("fitted curve", .line, .series(0), curve.map { Datum($0.level, $0.value) }))
    }
    let discs = fit.counts.bins.map { Datum($0.level, $0.positives / $0.trials, size: $0.trials) }
    layers.append(Layer("data", .disc, .ink, discs))
    if let threshold = thresholdLayer(fit) { layers.append(threshold) }
    let panel = Panel(
      x: levelAxis(fit, unit: unit),
      y: FigureAxis(isDirection ? "proportion \"higher\"" : "proportion correct", range: .init(from: 0, to: 1)),
      size: FigureAxis("trials"), layers: layers)
    let group = fit.key.isEmpty ? "" : " of \(fit.name)"
    return Figure(
      name: name, title: "Psychometric function\(group)", description: description(fit, unit: unit), panels: [panel])
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

  /// An interval in words; an end that is open is said to be.
  static func span(_ low: Double?, _ high: Double?) -> String {
    "\(low?.brief ?? "unbounded") to \(high?.brief ?? "unbounded")"
  }
}

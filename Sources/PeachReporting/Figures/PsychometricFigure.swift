package import PeachAnalysis
import PeachFitting
import PeachSimulation
import PeachSupport
import PeachTrials

extension Figure {
  /// The data of a fit with its curve and, below, the residuals.
  ///
  /// Points are hollow, with an area by trials and 95 % intervals. The curve has its pointwise 95 % band. A line drops from
  /// the threshold to the axis, where a bar is its interval.
  ///
  /// - Returns: `nil` without data.
  package static func psychometricFunction(_ fit: FitRow, unit: String?, name: String = "psychometric-function")
    -> Figure?
  {
    guard fit.counts.count > 0 else { return nil }
    let pooled = PooledLevels(fit)
    let curve = fit.curve() ?? []
    var x = levelAxis(fit, unit: unit)
    if !fit.isLogDrawn {
      let shown = threshold(fit, unit)?.datum
      x.range = pooled.range(of: curve, with: [shown?.x, shown?.low, shown?.high].compactMap(\.self))
    }
    let panels = [
      curvePanel(fit, x, pooled, curve, unit), residualPanel(x, pooled),
    ].compactMap(\.self)
    let group = fit.key.isEmpty ? "" : " of \(fit.name)"
    return Figure(
      name: name, title: "Psychometric function\(group)",
      description: description(fit, unit: unit) + (curve.contains { $0.low != nil } ? bandText(fit) : ""),
      caption:
        "Circle: proportion at a level or a group of levels; its area grows with the number of trials. Curve: fitted function. "
        + "Band: pointwise 95 % interval of the curve. Line down to the axis: the threshold, or the point of subjective equality "
        + "of answers by direction; the bar on the axis is its 95 % interval. Below: deviance residuals, the "
        + "signed misfits; about 95 % should lie in the grey zone from −2 to 2. The fit is good if circles scatter "
        + "evenly around the curve.",
      panels: panels, arrangement: .joined)
  }

  private static func curvePanel(
    _ fit: FitRow, _ x: FigureAxis, _ pooled: PooledLevels, _ curve: [CurvePoint], _ unit: String?
  ) -> Panel {
    let isDirection = fit.settings.reading == .direction
    var layers = [
      Layer(
        "pointwise 95 % band", .band, .series(0), naming: .none,
        curve.filter { $0.low != nil }.map { Datum($0.level, nil, low: $0.low, high: $0.high) })
    ]
    for asymptote in asymptotes(fit) {
      layers.append(Layer(asymptote.name, .horizontalRule, .faint, naming: .direct, [Datum(nil, asymptote.value)]))
    }
    layers.append(
      Layer("fitted curve", .line, .series(0), naming: .none, curve.map { Datum($0.level, $0.value) }))
    let threshold = threshold(fit, unit)
    if let threshold {
      layers.append(Layer(threshold.name, .drop, .caution, naming: .none, [threshold.datum]))
    }
    let data = pooled.isPooled ? "data, levels pooled" : "data"
    layers += [
      Layer("95 % binomial interval", .interval, .ink, naming: .none, pooled.points.map(\.interval)),
      Layer(data, .circle, .ink, naming: .none, pooled.points.map(\.datum)),
    ]
    // The axis goes below chance only if data lie there.
    let lowest = pooled.points.compactMap(\.interval.low).min() ?? 0
    let least = isDirection ? 0 : min(lowest, asymptotes(fit).first?.value ?? 1)
    return Panel(
      x: x,
      y: FigureAxis(
        isDirection ? "proportion \"higher\"" : "proportion correct",
        range: .init(from: max(0, ((least - 0.02) * 20).rounded(.down) / 20), to: 1)),
      size: FigureAxis("trials"), layers: layers.filter { !$0.data.isEmpty },
      remarks: [
        threshold.map { Remark($0.text, .caution, .foot($0.datum.x ?? 0)) }, Remark(pooled.legend, .faint, .corner),
        deviance(fit, pooled),
      ].compactMap(\.self))
  }

  /// - Returns: `nil` for single trials without a simulated p, because their deviance does not tell how well the curve fits.
  private static func deviance(_ fit: FitRow, _ pooled: PooledLevels) -> Remark? {
    guard let deviance = fit.deviance, !pooled.isPooled || fit.devianceP != nil else { return nil }
    let p = fit.devianceP.map { ", p = \(Precision(of: $0, digits: 2).text($0))" } ?? ""
    return Remark(["deviance \(Precision.fixed(deviance, 1))\(p)"], .faint, .corner)
  }

  private static func residualPanel(_ x: FigureAxis, _ pooled: PooledLevels) -> Panel? {
    let data = pooled.points.compactMap { point in
      point.residual.map { Datum(point.datum.x, $0, low: min(0, $0), high: max(0, $0)) }
    }
    if data.isEmpty { return nil }
    let most = max(3, data.compactMap(\.y).map(abs).max() ?? 3)
    return Panel(
      x: x, y: FigureAxis("residual", range: .init(from: -1.1 * most, to: 1.1 * most)),
      layers: [
        Layer("within 2", .zone, .faint, naming: .none, [Datum(nil, nil, low: -2, high: 2)]),
        Layer("no residual", .horizontalRule, .faint, naming: .none, [Datum(nil, 0)]),
        Layer("deviance residual", .interval, .ink, naming: .none, data),
      ], isStrip: true)
  }

  /// The lines that the curve approaches.
  private static func asymptotes(_ fit: FitRow) -> [(name: String, value: Double)] {
    guard let guess = fit.result.guess, let lapse = fit.result.lapse else { return [] }
    let isDirection = fit.settings.reading == .direction
    func percent(_ share: Double) -> String { Precision(of: 100 * share, digits: 2).text(100 * share) + " %" }
    let alternatives = (2...10).first { abs(guess - 1 / Double($0)) < 1e-9 }
    let lower = alternatives.map { "guessing, 1/\($0)" } ?? "guessing, \(percent(guess))"
    return [(isDirection ? "lapses, \(percent(guess))" : lower, guess), ("lapses, \(percent(lapse))", 1 - lapse)]
      .filter { ($0.1 > 0 || !isDirection) && $0.1 < 1 }
  }

  private static func threshold(_ fit: FitRow, _ unit: String?) -> (name: String, datum: Datum, text: [String])? {
    let drawn: Quantity = fit.settings.reading == .direction ? .pse : .threshold
    guard let value = fit.result.value(of: drawn), !fit.isLogDrawn || value > 0 else { return nil }
    let height = fit.settings.makeFitter().probabilities(at: [value], of: fit.result)?.first ?? 0.5
    let interval = fit.intervals[drawn]
    let name = drawn == .pse ? "PSE" : "threshold"
    let unit = unit.map { " \($0)" } ?? ""
    // The digits are those of the table.
    func words(_ name: String, _ quantity: Quantity) -> [String] {
      guard let value = fit.result.value(of: quantity) else { return [] }
      let precision = Precision(of: value, error: fit.shownError(of: quantity))
      return ["\(name) \(precision.text(value))\(unit)"]
        + (fit.intervals[quantity].map { ["95 % CI \(IntervalText.text($0.low, $0.high, precision))"] } ?? [])
    }
    var text = words(name, drawn)
    if fit.settings.mainQuantity != drawn { text += words("threshold", .threshold) }
    let low = interval?.low.flatMap { !fit.isLogDrawn || $0 > 0 ? $0 : nil }
    return (
      interval == nil ? name : "\(name) with 95 % interval", Datum(value, height, low: low, high: interval?.high), text
    )
  }

  /// The axis of a fit's levels.
  static func levelAxis(_ fit: FitRow, unit: String?) -> FigureAxis {
    FigureAxis(
      fit.settings.reading == .direction ? "signed level" : "level", unit: unit, scale: fit.isLogDrawn ? .log : .linear)
  }

  private static func description(_ fit: FitRow, unit: String?) -> String {
    let answers = "\(fit.trials) trials at \(fit.levels) levels"
    guard let threshold = fit.result.threshold else {
      return "\(answers); the fit gives no threshold (status \(fit.result.status.rawValue))."
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
    return text + "; status \(fit.result.status.rawValue)."
  }

  private static func bandText(_ fit: FitRow) -> String {
    var text =
      " The band is pointwise: at each single level it contains the true curve with 95 % confidence, by "
      + "\(fit.bandKind)."
    if fit.method == FitRequest.Method.ml.rawValue, fit.intervalNote != nil {
      text +=
        " In simulations of 200 adaptive trials, bands by maximum likelihood contained the true curve in 91 to 99 "
        + "% of cases."
    }
    return text
  }

  /// An interval in words. An open end is called unbounded.
  static func span(_ low: Double?, _ high: Double?) -> String {
    "\(low?.brief ?? "unbounded") to \(high?.brief ?? "unbounded")"
  }
}

/// The points of a fit: its levels, or groups of neighbours if there are many, as in an adaptive track.
private struct PooledLevels {
  struct Point {
    /// The proportion at the mean level, with the trials.
    var datum: Figure.Datum
    /// The 95 % interval of the proportion.
    var interval: Figure.Datum
    /// `nil` if nothing was fitted.
    var residual: Double?
  }

  private(set) var points: [Point] = []
  let isPooled: Bool
  private let trials: (least: Double, most: Double)

  /// More levels than these are pooled.
  private static let mostLevels = 20
  /// The number of groups, which have about equally many trials.
  private static let groups = 12.0

  init(_ fit: FitRow) {
    let bins = fit.counts.bins
    isPooled = bins.count > PooledLevels.mostLevels
    let fitted = fit.settings.makeFitter().probabilities(at: bins.map(\.level), of: fit.result)
    let enough = isPooled ? fit.counts.total / PooledLevels.groups : 0
    var (trials, positives, moment, expected) = (0.0, 0.0, 0.0, 0.0)
    for (place, bin) in bins.enumerated() {
      trials += bin.trials
      positives += bin.positives
      moment += bin.trials * bin.level
      expected += bin.trials * (fitted?[place] ?? 0)
      guard trials >= enough - 1e-9 || place == bins.count - 1, trials > 0 else { continue }
      let level = moment / trials
      let ends = Statistics.scoreInterval(positives, of: trials)
      points.append(
        Point(
          datum: .init(level, positives / trials, size: trials),
          interval: .init(level, nil, low: ends.low, high: ends.high),
          residual: fitted == nil
            ? nil
            : Deviance.residual(
              .init(level: level, trials: trials, positives: positives), fitted: expected / trials)))
      (trials, positives, moment, expected) = (0, 0, 0, 0)
    }
    let sizes = points.compactMap(\.datum.size)
    self.trials = (sizes.min() ?? 0, sizes.max() ?? 0)
  }

  /// The ends of the axis of pooled levels: the points with half of their span on both sides, and these values. The first
  /// levels of a track are often far from all others.
  ///
  /// - Returns: `nil` if levels are not pooled.
  func range(of curve: [CurvePoint], with values: [Double]) -> FigureAxis.Range? {
    let levels = points.compactMap(\.datum.x)
    guard isPooled, let low = levels.min(), let high = levels.max(), low < high else { return nil }
    let margin = (high - low) / 2
    let ends = curve.map(\.level)
    let from = max(low - margin, ends.min() ?? -.infinity)
    let to = min(high + margin, ends.max() ?? .infinity)
    return .init(from: values.min().map { min($0, from) } ?? from, to: values.max().map { max($0, to) } ?? to)
  }

  /// Explains points and bars.
  var legend: [String] {
    func text(_ value: Double) -> String { Precision.fixed(value, value == value.rounded() ? 0 : 1) }
    let groups = "\(points.count) \(isPooled ? "groups of levels" : points.count == 1 ? "level" : "levels")"
    let each =
      trials.least == trials.most
      ? "\(text(trials.most)) trials each" : "\(text(trials.least)) to \(text(trials.most)) trials"
    return ["\(groups), \(each)", "bars: 95 % intervals"]
  }
}

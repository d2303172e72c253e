package import PeachFitting
import PeachSupport
import PeachTrials

extension Figure {
  /// Constant error, variable error and under-adjustment of each note with their 95 % intervals. A line with a band
  /// shows those of all notes together. A very long interval ends in an arrow at the edge.
  ///
  /// - Returns: `nil` if all notes together do not determine them.
  package static func matchingErrors(_ analysis: MatchingAnalysis, name: String = "matching-errors") -> Figure? {
    let panels = [
      panel("constant error", unit: "cents", analysis, \.constantError),
      panel("variable error", unit: "cents", analysis, isDeviation: true, \.variableError),
      panel("under-adjustment", unit: "cents of error per cent of pitch", analysis, \.underAdjustment),
    ].compactMap { $0 }
    guard panels.count == 3 else { return nil }
    let told = analysis.notes.count { $0.fit.status == .ok }
    return Figure(
      name: name, title: "Constant and variable error of pitch matching",
      description: "\(analysis.all.trials) matchings; all notes: "
        + panels.map { "\($0.title) \($0.layers.last?.data.first?.y?.brief ?? "–") \($0.y.unit ?? "")" }
        .joined(separator: ", ")
        + "; \(told) of \(analysis.notes.count) notes have enough matchings for estimates of their own.",
      caption:
        "Points: estimate for each note, with its 95 % interval. Band: 95 % interval for all notes together.",
      panels: panels)
  }

  private static func panel(
    _ title: String, unit: String, _ analysis: MatchingAnalysis, isDeviation: Bool = false,
    _ figure: (MatchingFit) -> MatchingFit.Figure?
  ) -> Panel? {
    guard let all = figure(analysis.all) else { return nil }
    let points = analysis.notes.compactMap { note in
      figure(note.fit).map { Datum(Double(note.note), $0.value, low: $0.interval.low, high: $0.interval.high) }
    }
    // A note with few matchings has a very long interval, which goes on beyond the panel.
    let shown = points.compactMap(\.y) + [all.value, all.interval.low ?? all.value, all.interval.high ?? all.value, 0]
    let (low, high) = (shown.min() ?? 0, shown.max() ?? 0)
    let margin = high > low ? (high - low) / 2 : 1
    // A standard deviation is never below 0.
    let range = FigureAxis.Range(from: isDeviation ? 0 : low - margin, to: high + margin)
    let places = analysis.notes.map { Double($0.note) }
    let band = [(places.first ?? 0) - 0.5, (places.last ?? 0) + 0.5].map {
      Datum($0, nil, low: all.interval.low, high: all.interval.high)
    }
    return Panel(
      title: title, x: FigureAxis("note", unit: "MIDI number"), y: FigureAxis(title, unit: unit, range: range),
      layers: [
        Layer("zero", .horizontalRule, .faint, naming: .none, [Datum(nil, 0)]),
        Layer("all notes, 95 % interval", .band, .series(1), band),
        Layer("one note, 95 % interval", .interval, .series(0), points),
        Layer("all notes", .horizontalRule, .series(1), [Datum(nil, all.value)]),
      ].filter { !$0.data.isEmpty })
  }
}

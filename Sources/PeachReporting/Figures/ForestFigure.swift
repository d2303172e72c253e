import PeachFitting
import PeachSupport

/// One row of a forest plot.
package struct ForestRow: Hashable, Sendable {
  package var name: String
  /// `nil` if there is no estimate.
  package var value: Double?
  /// Ends of the 95 % interval. `nil` if it is open.
  package var low: Double?
  package var high: Double?

  package init(_ name: String, value: Double?, low: Double? = nil, high: Double? = nil) {
    self.name = name
    self.value = value
    self.low = low
    self.high = high
  }
}

extension Figure {
  /// Draws thresholds of many groups or listeners, one row each, from the lowest to the highest. Rows without a
  /// threshold come last, in brackets.
  ///
  ///     let figure = Figure.forest(
  ///       [ForestRow("P07", value: 7.5, low: 6.1, high: 9.2)], axis: FigureAxis("threshold", unit: "cents"))
  ///
  /// - Parameters:
  ///   - axis: The axis of the estimates. A logarithmic axis shows no ends at or below 0.
  ///   - description: The text alternative; `nil` for a summary.
  ///   - hasNumbers: Whether estimates and intervals are also written at the right.
  /// - Returns: `nil` without an estimate, or with more than 60 rows.
  package static func forest(
    _ rows: [ForestRow], axis: FigureAxis, title: String = "Thresholds of all groups", description: String? = nil,
    hasNumbers: Bool = true
  ) -> Figure? {
    func isDrawn(_ value: Double) -> Bool { value.isFinite && (axis.scale == .linear || value > 0) }
    let known = rows.filter { $0.value.map(isDrawn) ?? false }.sorted { ($0.value ?? 0) < ($1.value ?? 0) }
    let unknown = rows.filter { !($0.value.map(isDrawn) ?? false) }
    guard !known.isEmpty, rows.count <= mostForestRows else { return nil }
    let data = known.enumerated().map { place, row in
      Datum(
        row.value, Double(place), low: row.low.flatMap { isDrawn($0) ? $0 : nil },
        high: row.high.flatMap { isDrawn($0) ? $0 : nil })
    }
    let hasIntervals = known.contains { $0.low != nil || $0.high != nil }
    let notes = unknown.indices.map { place in
      // The note is in the middle of its row.
      Datum(known[known.count / 2].value, Double(known.count + place), text: "no \(axis.label)")
    }
    let panel = Panel(
      x: axis, y: FigureAxis("group", categories: known.map(\.name) + unknown.map { "(\($0.name))" }),
      layers: [
        Layer("95 % interval", hasIntervals ? .horizontalInterval : .disc, .series(0), data),
        Layer("no \(axis.label)", .note, .caution, notes),
      ].filter { !$0.data.isEmpty }, margin: hasNumbers ? known.map(\.text) + unknown.map { _ in "–" } : nil,
      marginTitle: axis.unit ?? axis.label)
    let ends = [known.first, known.last].compactMap { row in row.map { "\($0.name) \($0.value?.brief ?? "")" } }
    let summary =
      "\(rows.count) groups from the lowest threshold to the highest: \(ends.joined(separator: " to ")). "
      + (unknown.isEmpty ? "" : "\(unknown.count) \(unknown.count == 1 ? "has" : "have") no \(axis.label). ")
      + "Bars are 95 % intervals."
    return Figure(
      name: "forest", title: title, description: description ?? summary,
      caption:
        "Point: estimate of a group. Bar: its 95 % interval. Groups are sorted by their estimates; those without one come last, "
        + "in brackets.",
      panels: [panel])
  }

  private static let mostForestRows = 60
}

extension ForestRow {
  /// The estimate with its interval, in the digits of the table.
  fileprivate var text: String {
    guard let value else { return "–" }
    let precision = Precision(of: value, error: ConfidenceInterval(low: low, high: high).approximateError)
    if low == nil, high == nil { return precision.text(value) }
    return "\(precision.text(value)) (\(IntervalText.text(low, high, precision)))"
  }
}

/// Writes the ends of an interval in words.
enum IntervalText {
  static func text(_ low: Double?, _ high: Double?, _ precision: Precision) -> String {
    switch (low, high) {
    case (let low?, let high?): "\(precision.text(low)) to \(precision.text(high))"
    case (let low?, nil): "above \(precision.text(low))"
    case (nil, let high?): "below \(precision.text(high))"
    case (nil, nil): "open"
    }
  }
}

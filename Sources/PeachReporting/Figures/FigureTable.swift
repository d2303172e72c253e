package import PeachSupport

/// The data of a figure as a table, for readers who cannot see it.
package struct FigureTable: Sendable {
  package var columns: [Column]
  /// The values of each row; `nil` if one is missing.
  package var rows: [[Value?]]
}

extension Figure {
  /// The thinned data as they are drawn: panel and series, the values on both axes, the ends of intervals and the sizes
  /// of marks. Empty columns are left out.
  package var table: FigureTable {
    let figure = thinned
    func number(_ value: Double?) -> Value? { value.field }
    func place(_ value: Double?, _ axis: FigureAxis) -> Value? {
      guard let value, value.isFinite else { return nil }
      if axis.categories.isEmpty { return .number(value) }
      let place = value.rounded()
      return axis.categories.indices.contains(Int(place)) ? .text(axis.categories[Int(place)]) : .number(value)
    }
    guard let first = figure.panels.first else { return FigureTable(columns: [], rows: []) }
    let ends = first.layers.allSatisfy { [.horizontalInterval, .horizontalBar].contains($0.mark) } ? first.x : first.y
    let columns = [
      Column("panel", .text, "The panel"), Column("series", .text, "Element of the figure that the row describes"),
      Figure.column(first.x), Figure.column(first.y),
      Column("low", .number, unit: ends.unit ?? "", "Lower end of the bar or band"),
      Column("high", .number, unit: ends.unit ?? "", "Upper end of the bar or band"),
      Column(first.size?.label ?? "size", .number, unit: first.size?.unit ?? "", "Size or shade of the mark"),
    ]
    let rows = figure.panels.flatMap { panel in
      panel.layers.flatMap { layer in
        layer.data.map { datum -> [Value?] in
          [
            panel.title.isEmpty ? nil : .text(panel.title), .text(layer.name), place(datum.x, panel.x),
            place(datum.y, panel.y), number(datum.low), number(datum.high), number(datum.size),
          ]
        }
      }
    }
    let used = columns.indices.filter { index in rows.contains { $0[index] != nil } }
    return FigureTable(columns: used.map { columns[$0] }, rows: rows.map { row in used.map { row[$0] } })
  }

  private static func column(_ axis: FigureAxis) -> Column {
    let isText = !axis.categories.isEmpty
    return Column(axis.label, isText ? .text : .number, unit: axis.unit ?? "", axis.title)
  }
}

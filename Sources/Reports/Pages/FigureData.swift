import Configuration
import Figures

/// The data of a figure as a table of a page.
enum FigureData {
  static func table(of figure: Figure) -> PageTable {
    let hasPanels = figure.panels.count > 1
    let first = figure.panels.first
    var table = PageTable(
      "Data: \(figure.title)",
      PageTable.columns(
        (hasPanels ? ["panel"] : []) + ["series"],
        numbers: [first?.x.title ?? "", first?.y.title ?? "", "low", "high", "n"]), subjects: hasPanels ? 2 : 1)
    for panel in figure.panels {
      for layer in panel.layers {
        for datum in layer.data {
          let numbers = [
            text(datum.x, panel.x), text(datum.y, panel.y), number(datum.low), number(datum.high), number(datum.size),
          ]
          table.add((hasPanels ? [panel.title] : []) + [layer.name] + numbers)
        }
      }
    }
    return table
  }

  private static func text(_ value: Double?, _ axis: FigureAxis) -> String {
    guard let value else { return "" }
    let place = Int(value.rounded())
    return axis.categories.indices.contains(place) ? axis.categories[place] : number(value)
  }

  private static func number(_ value: Double?) -> String { value.map { Precision.text($0) } ?? "" }
}

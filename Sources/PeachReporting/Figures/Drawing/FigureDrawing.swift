/// Lays out a figure as shapes. Units are points of print from the upper left corner.
struct FigureDrawing {
  static let (normal, small) = (7.5, 7.0)

  let width: Double
  private(set) var height = 0.0
  private(set) var shapes: [Shape] = []
  /// The panels in their order.
  private(set) var plots: [PlotArea] = []

  init(_ figure: Figure, _ width: FigureWidth) {
    let figure = figure.thinned
    self.width = width.points
    let named = figure.panels.map(FigureDrawing.directNames)
    var y = drawLegend(figure, named)
    let frames = FigureDrawing.sharedRanges(figure)
    let columns = FigureDrawing.columns(of: figure, self.width)
    let rows = (frames.count + columns - 1) / columns
    let cells = frames.indices.map { place in
      Cell(row: place / columns, column: place % columns, isLowest: place + columns >= frames.count)
    }
    let sides = zip(frames, cells).enumerated().map { place, panel in
      FigureDrawing.sides(of: panel.0, figure.arrangement, panel.1, named[place], self.width / Double(columns))
    }
    let sidesOfColumns = (0..<columns).map { column in
      cells.indices.filter { cells[$0].column == column }.map { sides[$0] }
    }
    let lefts = sidesOfColumns.map { $0.map(\.left).max() ?? 0 }
    let rights = sidesOfColumns.map { $0.map(\.right).max() ?? 0 }
    let plotWidth = max(20, (self.width - lefts.reduce(0, +) - rights.reduce(0, +)) / Double(columns))
    for row in 0..<rows {
      let own = cells.indices.filter { cells[$0].row == row }
      let (top, bottom) = (own.map { sides[$0].top }.max() ?? 0, own.map { sides[$0].bottom }.max() ?? 0)
      let high = own.map { FigureDrawing.plotHeight(frames[$0], figure.arrangement) }.max() ?? 0
      for place in own {
        let column = cells[place].column
        let left = lefts[0...column].reduce(0, +) + rights[0..<column].reduce(0, +) + Double(column) * plotWidth
        let room = Box(
          left: left - lefts[column], top: y, right: left + plotWidth + rights[column], bottom: y + top + high + bottom)
        var plot = PlotArea(
          frames[place], Box(left: left, top: y + top, right: left + plotWidth, bottom: y + top + high), room,
          named[place]
        )
        plot.hasNumbersX = figure.arrangement == .separate || cells[place].isLowest
        plot.hasTitleX = plot.hasNumbersX
        plot.hasNumbersY = figure.arrangement != .grid || column == 0
        plot.draw()
        plots.append(plot)
        shapes += plot.shapes
      }
      y += top + high + bottom
    }
    height = (y + 3).rounded(.up)
  }

  /// All texts, for tests that measure them.
  var texts: [Shape.Text] {
    shapes.compactMap { shape in
      if case .words(let text) = shape { return text }
      return nil
    }
  }

  // MARK: Arrangement

  private struct Cell {
    var row: Int
    var column: Int
    /// Whether no panel stands below.
    var isLowest: Bool
  }

  private static func columns(of figure: Figure, _ width: Double) -> Int {
    let count = max(1, figure.panels.count)
    switch figure.arrangement {
    case .joined: return 1
    case .separate: return width > 400 ? min(2, count) : 1
    case .grid:
      let title =
        figure.panels.map { TextMetrics.width(PlainText.cut($0.title), size: normal, isBold: true) }.max() ?? 0
      // Wider panels have room for longer titles. Only titles that are too long for two columns are cut.
      let most = max(1, min(Int((width - 30) / 68), max(2, Int((width - 30) / (title + 12)))))
      let rows = (count + most - 1) / most
      return (count + rows - 1) / rows
    }
  }

  /// The panels with the axes that they have in common.
  private static func sharedRanges(_ figure: Figure) -> [Figure.Panel] {
    guard figure.arrangement != .separate, let first = figure.panels.first else { return figure.panels }
    func range(_ panels: [Figure.Panel], _ axis: (PanelFrame) -> AxisFrame) -> FigureAxis.Range {
      var all = panels[0]
      all.layers = panels.flatMap(\.layers)
      let frame = axis(PanelFrame(all, width: 200, height: 100))
      return .init(from: frame.isReversed ? frame.high : frame.low, to: frame.isReversed ? frame.low : frame.high)
    }
    return figure.panels.map { panel in
      var panel = panel
      let xs = figure.panels.filter { $0.x == panel.x }
      if panel.x.categories.isEmpty, panel.x == first.x { panel.x.range = range(xs, \.x) }
      let ys = figure.panels.filter { $0.y == panel.y }
      if figure.arrangement == .grid, panel.y.categories.isEmpty { panel.y.range = range(ys, \.y) }
      return panel
    }
  }

  static func plotHeight(_ panel: Figure.Panel, _ arrangement: Figure.Arrangement) -> Double {
    let rows = Double(panel.y.categories.count)
    let hasDensities = panel.layers.contains { $0.mark == .band }
    if panel.warnings != nil { return rows * (12 + PlotArea.lineHeight * Double(PlotArea.warningLines(panel))) + 4 }
    if rows > 0 { return max(panel.isStrip ? 13 : 30, rows * rowHeight(rows, most: hasDensities ? 23 : 13) + 4) }
    if panel.isStrip { return 44 }
    return arrangement == .grid ? 92 : 138
  }

  /// The height of one of several rows. Many rows are low, so that panels fit on a page of a journal, but names do not
  /// touch.
  private static func rowHeight(_ rows: Double, most: Double) -> Double { max(9.5, min(most, 210 / rows)) }

  private struct Sides {
    var (left, right, top, bottom) = (0.0, 0.0, 0.0, 0.0)
  }

  private static func sides(
    of panel: Figure.Panel, _ arrangement: Figure.Arrangement, _ cell: Cell, _ named: [String], _ width: Double
  ) -> Sides {
    var sides = Sides()
    let frame = PanelFrame(panel, width: 0.7 * width, height: plotHeight(panel, arrangement))
    let hasNumbersY = arrangement != .grid || cell.column == 0
    if hasNumbersY {
      let isBold = panel.marginColours.contains(.best)
      let names = frame.y.ticks.map { TextMetrics.width($0.text, size: small, isBold: isBold) }
      let warnings = (panel.warnings ?? []).joined().map { TextMetrics.width(PlotArea.shown($0), size: small) }
      sides.left = min((names + warnings).max() ?? 0, (warnings.isEmpty ? 0.34 : 0.42) * width) + 7
      if PlotArea.hasTitle(y: panel.y) { sides.left += 4 + normal * Double(PlotArea.titleLines(y: panel, arrangement)) }
    } else {
      sides.left = 5
    }
    if !panel.y.categories.isEmpty { sides.left += 2 }
    sides.left = max(sides.left, 8)
    let texts = (panel.margin.map { $0 + [panel.marginTitle] } ?? []) + named
    let isBold = !panel.marginColours.isEmpty
    let most = texts.map { TextMetrics.width(PlainText.cut($0), size: small, isBold: isBold) }.max() ?? -4
    let mark = isBold ? PlotArea.markRoom : 0
    sides.right = max(arrangement == .grid ? 4 : 8, min(most + mark, 0.36 * width) + 12)
    sides.top = 6.5 + (panel.title.isEmpty ? 0 : 11) + (PlotArea.hasHeadings(panel) ? 10 : 0)
    sides.bottom = arrangement == .separate || cell.isLowest ? 28 : arrangement == .joined ? 3 : 4
    return sides
  }

  /// The names at the ends of lines; empty if there is no room for all of them.
  private static func directNames(_ panel: Figure.Panel) -> [String] {
    var names: [String] = []
    for layer in panel.layers where layer.naming == .direct && layer.mark == .line && !layer.data.isEmpty {
      if !names.contains(layer.name) { names.append(layer.name) }
    }
    return names.count > 10 ? [] : names
  }

  // MARK: Legend

  private mutating func drawLegend(_ figure: Figure, _ named: [[String]]) -> Double {
    var entries: [(name: String, samples: [(mark: Figure.Mark, colour: Figure.Colour)])] = []
    for (panel, names) in zip(figure.panels, named) {
      for layer in panel.layers where !layer.data.isEmpty && !names.contains(layer.name) {
        let isRule = layer.mark == .horizontalRule || layer.mark == .verticalRule
        guard layer.naming == .legend || layer.naming == .direct && !isRule else { continue }
        let name = PlainText.cut(layer.name, to: 48)
        let sample = (layer.mark, layer.colour)
        if let place = entries.firstIndex(where: { $0.name == name }) {
          if !entries[place].samples.contains(where: { $0 == sample }) { entries[place].samples.append(sample) }
        } else if entries.count < 14 {
          entries.append((name, [sample]))
        }
      }
    }
    for entry in figure.key ?? [] { entries.append((PlainText.cut(entry.name, to: 48), [(entry.mark, entry.colour)])) }
    if entries.count < 2 { return 2 }
    let sample = 18.0
    var (x, y) = (6.0, 9.0)
    for entry in entries {
      let name = TextMetrics.fitted(entry.name, to: width - sample - 14, size: FigureDrawing.small)
      let length = sample + 4 + TextMetrics.width(name, size: FigureDrawing.small)
      if x > 6, x + length > width - 4 { (x, y) = (6, y + 10.5) }
      for item in entry.samples.sorted(by: { PlotArea.isFilled($0.mark) && !PlotArea.isFilled($1.mark) }) {
        shapes += PlotArea.sample(item.mark, item.colour, from: x, to: x + sample, y: y - 2.5)
      }
      let place = Shape.Point(x + sample + 4, y)
      shapes.append(.text(name, place, .start, size: FigureDrawing.small, Palette.ink))
      x += length + 9
    }
    return y + 5
  }
}

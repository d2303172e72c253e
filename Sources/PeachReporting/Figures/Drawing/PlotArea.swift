/// One panel on a drawing: its axes, marks and texts.
struct PlotArea {
  let panel: Figure.Panel
  /// The box between the axes.
  let box: Box
  /// The box with everything around the axes.
  let room: Box
  let frame: PanelFrame
  /// The names at the ends of lines.
  let named: [String]
  var hasNumbersX = true
  var hasNumbersY = true
  var hasTitleX = true
  var shapes: [Shape] = []
  /// The marks that a text should not hide, with the penalty for each.
  var obstacles: [(box: Box, weight: Double)] = []

  init(_ panel: Figure.Panel, _ box: Box, _ room: Box, _ named: [String]) {
    self.panel = panel
    self.box = box
    self.room = room
    self.named = named
    frame = PanelFrame(panel, width: box.right - box.left, height: box.bottom - box.top)
  }

  func x(_ value: Double) -> Double { box.left + frame.x.share(value) * (box.right - box.left) }

  func y(_ value: Double) -> Double {
    let share = frame.y.share(value)
    return box.top + (frame.y.isReversed ? share : 1 - share) * (box.bottom - box.top)
  }

  mutating func draw() {
    let grounds: Set<Figure.Mark> = [.zone, .cell]
    for layer in panel.layers where grounds.contains(layer.mark) { draw(layer) }
    drawAxes()
    for layer in panel.layers where !grounds.contains(layer.mark) { draw(layer) }
    drawHeadings()
    drawNames()
    for layer in panel.layers where layer.mark == .note { drawNotes(layer) }
    for layer in panel.layers where layer.mark == .horizontalRule && layer.naming == .direct {
      guard let value = layer.data.first?.y, frame.y.contains(value) else { continue }
      draw(.init([layer.name], layer.colour, .line(value)))
    }
    for remark in panel.remarks { draw(remark) }
  }

  mutating func write(
    _ text: String, _ x: Double, _ y: Double, _ anchor: Shape.Anchor, size: Double = FigureDrawing.small,
    _ shade: Palette.Shade = Palette.ink, isBold: Bool = false, isTurned: Bool = false
  ) {
    if text.isEmpty { return }
    shapes.append(
      .words(
        .init(
          string: text, place: .init(x, y), anchor: anchor, size: size, shade: shade, isBold: isBold, isTurned: isTurned
        )))
  }

  mutating func line(_ from: (Double, Double), _ to: (Double, Double), _ shade: Palette.Shade, _ width: Double) {
    shapes.append(.line([.init(from.0, from.1), .init(to.0, to.1)], shade, width: width))
  }

  // MARK: Axes

  /// An axis of names needs no title.
  static func hasTitle(y axis: FigureAxis) -> Bool { axis.categories.isEmpty || axis.unit != nil }

  /// A title that is longer than its axis takes two lines.
  static func titleLines(y panel: Figure.Panel, _ arrangement: Figure.Arrangement) -> Int {
    titles(y: panel, FigureDrawing.plotHeight(panel, arrangement)).count
  }

  private static func titles(y panel: Figure.Panel, _ height: Double) -> [String] {
    TextMetrics.wrapped(PlainText.cut(panel.y.title), to: height + 6, size: FigureDrawing.normal, most: 2)
  }

  private mutating func drawAxes() {
    let hasLineY = panel.y.categories.isEmpty
    line((box.left, box.bottom), (box.right, box.bottom), Palette.ink, 0.6)
    if hasLineY { line((box.left, box.top), (box.left, box.bottom + 0.3), Palette.ink, 0.6) }
    drawTicksX()
    drawTicksY(hasLineY)
    let middle = (box.left + box.right) / 2
    if hasTitleX {
      let title = TextMetrics.fitted(
        PlainText.cut(panel.x.title), to: room.right - room.left - 8, size: FigureDrawing.normal)
      let half = TextMetrics.width(title, size: FigureDrawing.normal) / 2
      let place = max(room.left + 3 + half, min(middle, room.right - 3 - half))
      write(title, place, box.bottom + 22, .middle, size: FigureDrawing.normal)
    }
    if hasNumbersY, PlotArea.hasTitle(y: panel.y) {
      for (number, line) in PlotArea.titles(y: panel, box.bottom - box.top).enumerated() {
        let half = TextMetrics.width(line, size: FigureDrawing.normal) / 2
        let place = min(max((box.top + box.bottom) / 2, room.top + half), room.bottom - half)
        write(
          line, room.left + 8 + Double(number) * FigureDrawing.normal, place, .middle, size: FigureDrawing.normal,
          isTurned: true)
      }
    }
  }

  private mutating func drawTicksX() {
    let ticks = frame.x.ticks.filter { frame.x.contains($0.value) }
    var end = -Double.infinity
    for tick in ticks {
      let place = x(tick.value)
      line((place, box.bottom), (place, box.bottom + 2.5), Palette.ink, 0.6)
      guard hasNumbersX else { continue }
      let slot = (box.right - box.left) / Double(max(1, frame.x.axis.categories.count)) - 3
      let text = TextMetrics.fitted(
        tick.text, to: frame.x.axis.categories.isEmpty ? .infinity : slot, size: FigureDrawing.small)
      let half = TextMetrics.width(text, size: FigureDrawing.small) / 2
      let middle = max(room.left + half + 1, min(place, room.right - half - 1))
      // This number is too close to the one before it.
      if middle - half < end + 3 { continue }
      end = middle + half
      write(text, middle, box.bottom + 11, .middle)
    }
  }

  private mutating func drawTicksY(_ hasLine: Bool) {
    let lines = Double(PlotArea.titles(y: panel, box.bottom - box.top).count)
    // The room that the title leaves, and slightly more because widths are rounded.
    let most = box.left - room.left - 6 - (PlotArea.hasTitle(y: panel.y) ? FigureDrawing.normal * lines + 4 : 0)
    var places: [Double] = []
    for (row, tick) in frame.y.ticks.enumerated() where frame.y.contains(tick.value) {
      let place = y(tick.value) - nameLift
      if hasLine { line((box.left - 2.5, place), (box.left, place), Palette.ink, 0.6) }
      guard hasNumbersY, !places.contains(where: { abs($0 - place) < 8 }) else { continue }
      places.append(place)
      let (colour, isBold) = rowColour(row)
      let text = TextMetrics.fitted(tick.text, to: most, size: FigureDrawing.small, isBold: isBold)
      let shade = colour == .caution ? Palette.caution : Palette.ink
      write(text, box.left - 4.5, place + 2.5, .end, shade, isBold: isBold && colour == .best)
      for (line, warning) in (panel.warnings?[row] ?? []).enumerated() {
        let below = place + 2.5 + PlotArea.lineHeight * Double(line + 1)
        write(PlotArea.fitted(warning: PlotArea.shown(warning), to: most), box.left - 4.5, below, .end, Palette.caution)
      }
    }
  }

  /// The colour of a row of categories, and whether its texts are bold.
  private func rowColour(_ row: Int) -> (Figure.Colour, isBold: Bool) {
    guard panel.marginColours.indices.contains(row) else { return (.ink, false) }
    let colour = panel.marginColours[row]
    if case .series = colour { return (colour, true) }
    return (colour, colour == .best)
  }

  // MARK: Warnings of rows

  /// The distance between lines of small text.
  static let lineHeight = 8.6

  /// The lines below the name of each row.
  static func warningLines(_ panel: Figure.Panel) -> Int { panel.warnings?.map(\.count).max() ?? 0 }

  /// Names stand higher if warnings stand below them.
  private var nameLift: Double { PlotArea.lineHeight / 2 * Double(PlotArea.warningLines(panel)) }

  /// A warning as it is drawn.
  static func shown(_ warning: String) -> String { PlainText.cut(warning) }

  /// A warning whose name is cut if it is too long: `(a-long-na…) 51 % no threshold`.
  private static func fitted(warning: String, to room: Double) -> String {
    guard TextMetrics.width(warning, size: FigureDrawing.small) > room, let end = warning.lastIndex(of: ")") else {
      return warning
    }
    let rest = String(warning[end...])
    let name = TextMetrics.fitted(
      String(warning[..<end]), to: room - TextMetrics.width(rest, size: FigureDrawing.small), size: FigureDrawing.small)
    return TextMetrics.fitted(name + rest, to: room, size: FigureDrawing.small)
  }

  // MARK: Around the panel

  /// Whether there is text between the title and the panel.
  static func hasHeadings(_ panel: Figure.Panel) -> Bool {
    panel.margin != nil || panel.layers.contains { $0.mark == .verticalRule && $0.naming == .direct }
  }

  private mutating func drawHeadings() {
    let heading = PlotArea.hasHeadings(panel) ? 10.0 : 0
    if !panel.title.isEmpty {
      let left = panel.y.categories.isEmpty ? box.left : room.left + 4
      let title = TextMetrics.fitted(
        PlainText.cut(panel.title), to: room.right - left - 3, size: FigureDrawing.normal, isBold: true)
      write(title, left, box.top - 4 - heading, .start, size: FigureDrawing.normal, isBold: true)
    }
    for layer in panel.layers where layer.mark == .verticalRule && layer.naming == .direct {
      guard let value = layer.data.first?.x, frame.x.contains(value) else { continue }
      let name = TextMetrics.fitted(
        PlainText.cut(layer.name), to: box.right - box.left - 4, size: FigureDrawing.small)
      let half = TextMetrics.width(name, size: FigureDrawing.small) / 2
      write(name, max(box.left + half, min(x(value), box.right - half)), box.top - 4, .middle)
    }
    guard let texts = panel.margin else { return }
    let most = room.right - box.right - 10
    write(
      TextMetrics.fitted(panel.marginTitle, to: most, size: FigureDrawing.small), box.right + 8, box.top - 4, .start,
      Palette.faint)
    for (row, text) in texts.enumerated() {
      let (colour, isBold) = rowColour(row)
      let room = most - (isBold ? PlotArea.markRoom : 0)
      let fitted = TextMetrics.fitted(PlainText.cut(text), to: room, size: FigureDrawing.small, isBold: isBold)
      let place = y(Double(row)) - nameLift
      var left = box.right + 8
      if case .series = colour {
        shapes += PlotArea.point(.disc, colour, at: .init(left + 2, place), radius: 1.9)
        left += PlotArea.markRoom - 1
      }
      write(fitted, left, place + 2.5, .start, colour == .caution ? Palette.caution : Palette.ink, isBold: isBold)
      if colour == .best {
        let width = TextMetrics.width(fitted, size: FigureDrawing.small, isBold: true)
        shapes.append(PlotArea.bestMark(at: box.right + 11 + width, place))
      }
      let edge = y(Double(row) + 0.5)
      if panel.warnings != nil, row + 1 < texts.count {
        line((self.room.left + 4, edge), (self.room.right - 3, edge), Palette.grid, 0.5)
      }
    }
  }

  /// The room of the mark of a row.
  static let markRoom = 9.0

  /// Draws the names of lines at their ends, moved apart if the ends are close together.
  private mutating func drawNames() {
    var names: [(text: String, end: Double, place: Double, colour: Figure.Colour)] = []
    for name in named {
      guard let layer = panel.layers.last(where: { $0.name == name && $0.mark == .line }),
        let last = layer.data.last(where: { $0.x != nil && $0.y != nil })?.y
      else { continue }
      let end = y(frame.y.clamped(last))
      names.append((name, end, end, layer.colour))
    }
    names.sort { $0.end < $1.end }
    let step = 8.2
    for place in names.indices.dropFirst() {
      names[place].place = max(names[place].place, names[place - 1].place + step)
    }
    if let last = names.indices.last, names[last].place > box.bottom {
      names[last].place = box.bottom
      for place in names.indices.dropLast().reversed() {
        names[place].place = min(names[place].place, names[place + 1].place - step)
      }
    }
    for name in names {
      let shade = Palette.shade(of: name.colour)
      line((box.right + 1.5, name.end), (box.right + 7, name.place), shade, 0.5)
      let text = TextMetrics.fitted(
        PlainText.cut(name.text), to: room.right - box.right - 11, size: FigureDrawing.small)
      write(text, box.right + 9, name.place + 2.5, .start)
    }
  }
}

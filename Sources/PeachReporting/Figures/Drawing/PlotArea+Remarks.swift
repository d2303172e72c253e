/// Places texts inside a panel where they hide the least.
extension PlotArea {
  mutating func drawNotes(_ layer: Figure.Layer) {
    for datum in layer.data {
      guard let a = datum.x, let b = datum.y, let text = datum.text else { continue }
      let (middle, line) = (x(frame.x.clamped(a)), y(frame.y.clamped(b)))
      var places: [(Double, Double, Shape.Anchor)] = []
      for step in [0.0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5] {
        for shift in [0.0, 2, -2] {
          places.append((middle + 12 * step, line + shift - 0.3 * FigureDrawing.small, .middle))
        }
      }
      put([PlainText.cut(text)], layer.colour, places)
    }
  }

  mutating func draw(_ remark: Figure.Remark) {
    let lines = remark.lines.map { PlainText.cut($0) }.filter { !$0.isEmpty }
    if lines.isEmpty { return }
    let size = FigureDrawing.small
    let high = Double(lines.count) * (size + 1.2)
    let (left, right, top, bottom) = (box.left + 4, box.right - 3, box.top + 2, box.bottom - 4)
    var places: [(Double, Double, Shape.Anchor)] = []
    switch remark.place {
    case .corner:
      places = [(left, top, .start), (right, bottom - high, .end), (right, top, .end), (left, bottom - high, .start)]
    case .line(let value):
      let line = y(frame.y.clamped(value))
      places = [
        (right, line - high - 1.5, .end), (right, line + 2, .end), (left, line - high - 1.5, .start),
        (left, line + 2, .start),
      ]
    case .foot(let value):
      let foot = x(frame.x.clamped(value))
      for rise in [0.0, 10, 20, 40] {
        let line = bottom - high - rise
        places += [(foot + 5, line, .start), (foot - 5, line, .end)]
      }
    }
    // Any other place is worse than the preferred ones.
    for row in 0..<12 {
      for column in [Shape.Anchor.start, .middle, .end] {
        let line = top + (bottom - high - top) * Double(row) / 11
        places.append((column == .start ? left : column == .end ? right : (left + right) / 2, line, column))
      }
    }
    put(lines, remark.colour, places)
  }

  /// - Parameter places: The upper ends of the text at each place, the best first.
  private mutating func put(_ lines: [String], _ colour: Figure.Colour, _ places: [(Double, Double, Shape.Anchor)]) {
    let size = FigureDrawing.small
    let step = size + 1.2
    let lines = lines.map { TextMetrics.fitted($0, to: box.right - box.left - 6, size: size) }
    let wide = lines.map { TextMetrics.width($0, size: size) }.max() ?? 0
    let high = Double(lines.count) * step
    var best: (place: (Double, Double, Shape.Anchor), box: Box, cost: Double)?
    for (number, place) in places.enumerated() {
      let start = place.2 == .start ? place.0 : place.2 == .end ? place.0 - wide : place.0 - wide / 2
      let left = max(box.left + 2, min(start, box.right - 2 - wide))
      let top = max(box.top, min(place.1, box.bottom - high))
      let own = Box(left: left - 1, top: top, right: left + wide + 1, bottom: top + high)
      let moved = (place.2 == .start ? left : place.2 == .end ? left + wide : left + wide / 2, top, place.2)
      let cost =
        obstacles.reduce(0) { $0 + ($1.box.overlaps(own) ? $1.weight : 0) } + 0.05 * Double(number)
        + 0.02 * abs(left - start)
      if cost < best?.cost ?? .infinity { best = (moved, own, cost) }
    }
    guard let best else { return }
    obstacles.append((best.box, 1000))
    if best.cost >= 1 {
      let hidden = best.box
      shapes.append(
        .area(
          [
            .init(hidden.left, hidden.top), .init(hidden.right, hidden.top), .init(hidden.right, hidden.bottom),
            .init(hidden.left, hidden.bottom),
          ], fill: Palette.ground, opacity: 0.8))
    }
    for (number, line) in lines.enumerated() {
      write(
        line, best.place.0, best.place.1 + 0.86 * size + Double(number) * step, best.place.2,
        Palette.shade(of: colour))
    }
  }
}

import PeachSupport

/// The marks of a panel.
extension PlotArea {
  private static let lineWidth = 1.1

  mutating func draw(_ layer: Figure.Layer) {
    let shade = Palette.shade(of: layer.colour)
    switch layer.mark {
    case .disc, .circle, .ring, .cross: drawPoints(layer, shade)
    case .line, .dashedLine, .contour, .steps: drawLines(layer, shade)
    case .band: drawBands(layer, shade)
    case .interval, .horizontalInterval, .thickInterval: drawIntervals(layer, shade)
    case .bar, .horizontalBar: drawBars(layer, shade)
    case .horizontalRule, .verticalRule: drawRules(layer, shade)
    case .drop: for datum in layer.data { drawDrop(datum, shade) }
    case .zone:
      for datum in layer.data {
        let (low, high) = (y(frame.y.clamped(datum.low ?? frame.y.low)), y(frame.y.clamped(datum.high ?? frame.y.high)))
        shapes.append(
          .area(
            [.init(box.left, low), .init(box.right, low), .init(box.right, high), .init(box.left, high)], fill: shade,
            opacity: 0.12))
      }
    case .cell: drawCells(layer, shade)
    case .note: break
    }
  }

  /// The place of a datum that lies inside the panel; `nil` if it does not.
  private func place(_ datum: Figure.Datum) -> Shape.Point? {
    guard let a = datum.x, let b = datum.y, frame.isDrawn(a, b), frame.x.contains(a), frame.y.contains(b) else {
      return nil
    }
    return Shape.Point(x(a), y(b))
  }

  /// The height of a row; `nil` if the panel has none.
  private var rowHeight: Double? {
    panel.y.categories.isEmpty ? nil : (box.bottom - box.top) / Double(panel.y.categories.count)
  }

  private mutating func block(_ box: Box, _ weight: Double = 3) { obstacles.append((box, weight)) }

  private mutating func block(along a: Shape.Point, _ b: Shape.Point) {
    let steps = max(1, Int(hypot(b.x - a.x, b.y - a.y) / 3))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let (x, y) = (a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
      block(Box(left: x - 0.8, top: y - 0.8, right: x + 0.8, bottom: y + 0.8), 1)
    }
  }

  // MARK: Points

  private mutating func drawPoints(_ layer: Figure.Layer, _ shade: Palette.Shade) {
    let largest = panel.layers.filter { $0.mark == layer.mark }.flatMap(\.data).compactMap(\.size).max() ?? 1
    // Many points are small, so that they do not cover each other.
    let widest = 3.4 * min(1, (60 / Double(max(1, layer.data.count))).squareRoot())
    for datum in layer.data {
      guard let place = place(datum) else { continue }
      var radius = box.bottom - box.top < 100 ? 1.3 : layer.data.count > 40 ? 1.5 : 1.9
      if let rowHeight { radius = min(radius, 0.16 * rowHeight) }
      if let size = datum.size { radius = max(0.9, widest * (max(0, size) / max(largest, 1e-300)).squareRoot()) }
      shapes += PlotArea.point(layer.mark, layer.colour, at: place, radius: radius)
      block(Box(left: place.x - radius, top: place.y - radius, right: place.x + radius, bottom: place.y + radius))
    }
  }

  static func point(
    _ mark: Figure.Mark, _ colour: Figure.Colour, at place: Shape.Point, radius: Double
  ) -> [Shape] {
    let shade = Palette.shade(of: colour)
    switch mark {
    case .ring:
      let ring = Shape.polygon(around: place, radius: radius + 1)
      return [.line(ring + ring.prefix(2), shade, width: 0.6)]
    case .cross:
      let (a, b) = (place.x, place.y)
      return [(-1.0, -1.0), (-1, 1)].map { dx, dy in
        .line(
          [.init(a + radius * dx, b + radius * dy), .init(a - radius * dx, b - radius * dy)], shade, width: 1)
      }
    default:
      let isHollow = mark == .circle || colour == .caution
      guard let corners = corners(of: colour, around: place, radius: radius) else {
        return isHollow ? [.circle(place, radius: radius, shade, width: 0.8)] : [.disc(place, radius: radius, shade)]
      }
      return isHollow ? [.outline(corners, shade, width: 0.8)] : [.area(corners, fill: shade, opacity: 1)]
    }
  }

  /// `nil` for a disc.
  private static func corners(
    of colour: Figure.Colour, around place: Shape.Point, radius: Double
  ) -> [Shape.Point]? {
    func polygon(_ corners: Int, _ share: Double, _ turn: Double = 0) -> [Shape.Point] {
      Shape.polygon(around: place, radius: share * radius, corners: corners, from: turn)
    }
    switch Palette.marker(of: colour) {
    case .disc: return nil
    case .triangle: return polygon(3, 1.35)
    case .fallingTriangle: return polygon(3, 1.35, .pi)
    case .square: return polygon(4, 1.25, .pi / 4)
    case .diamond: return polygon(4, 1.4)
    case .pentagon: return polygon(5, 1.2)
    case .hexagon: return polygon(6, 1.15)
    }
  }

  // MARK: Lines

  private mutating func drawLines(_ layer: Figure.Layer, _ shade: Palette.Shade) {
    var piece: [Shape.Point] = []
    var pieces: [[Shape.Point]] = []
    var last: Figure.Datum?
    func finish() {
      if piece.count > 1 { pieces.append(piece) }
      piece = []
    }
    for datum in layer.data {
      guard let a = datum.x, let b = datum.y, frame.isDrawn(a, b) else {
        finish()
        last = nil
        continue
      }
      if let last, let lastX = last.x, let lastY = last.y {
        if layer.mark == .steps { add(to: &piece, &pieces, (lastX, lastY), (a, lastY)) }
        add(to: &piece, &pieces, layer.mark == .steps ? (a, lastY) : (lastX, lastY), (a, b))
      }
      last = datum
    }
    finish()
    let dashes = layer.mark == .dashedLine ? [3, 2] : Palette.dashes(of: layer.colour)
    let width = layer.colour == .faint ? 0.7 : Self.lineWidth
    for points in pieces {
      shapes.append(
        dashes.isEmpty
          ? .line(points, shade, width: width) : .dashes(points, shade, width: width, pattern: dashes))
      for (a, b) in zip(points, points.dropFirst()) { block(along: a, b) }
    }
  }

  /// Adds the part of a line that lies inside the panel.
  ///
  /// Source: Liang & Barsky (1984), ACM Trans. Graph. 3:1–22.
  private func add(
    to piece: inout [Shape.Point], _ pieces: inout [[Shape.Point]], _ from: (Double, Double), _ to: (Double, Double)
  ) {
    let (a, b) = (Shape.Point(x(from.0), y(from.1)), Shape.Point(x(to.0), y(to.1)))
    var (start, end) = (0.0, 1.0)
    let edges = [
      (a.x - b.x, a.x - box.left), (b.x - a.x, box.right - a.x), (a.y - b.y, a.y - box.top),
      (b.y - a.y, box.bottom - a.y),
    ]
    for (slope, distance) in edges {
      // This much is the rounding error of a place on the edge.
      if slope == 0, distance < -1e-6 { return finish(&piece, &pieces) }
      if slope < 0 { start = max(start, (distance + 1e-9) / slope) }
      if slope > 0 { end = min(end, (distance + 1e-9) / slope) }
    }
    guard start <= end else { return finish(&piece, &pieces) }
    func point(_ share: Double) -> Shape.Point { .init(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)) }
    if piece.isEmpty || start > 0 {
      finish(&piece, &pieces)
      piece.append(point(start))
    }
    piece.append(point(end))
    if end < 1 { finish(&piece, &pieces) }
  }

  private func finish(_ piece: inout [Shape.Point], _ pieces: inout [[Shape.Point]]) {
    if piece.count > 1 { pieces.append(piece) }
    piece = []
  }

  private mutating func drawRules(_ layer: Figure.Layer, _ shade: Palette.Shade) {
    for datum in layer.data {
      let isAcross = layer.mark == .horizontalRule
      guard let value = isAcross ? datum.y : datum.x, (isAcross ? frame.y : frame.x).contains(value) else { continue }
      let points =
        isAcross
        ? [Shape.Point(box.left, y(value)), .init(box.right, y(value))]
        : [Shape.Point(x(value), box.top), .init(x(value), box.bottom)]
      switch layer.colour {
      case .ink: shapes.append(.line(points, shade, width: 0.8))
      case .faint: shapes.append(.line(points, shade, width: 0.6))
      default: shapes.append(.dashes(points, shade, width: 0.9, pattern: [3, 2]))
      }
      block(along: points[0], points[1])
    }
  }

  private mutating func drawDrop(_ datum: Figure.Datum, _ shade: Palette.Shade) {
    guard let place = place(datum), let value = datum.x else { return }
    let corner = [Shape.Point(box.left, place.y), place, .init(place.x, box.bottom)]
    shapes.append(.dashes(corner, shade, width: 0.9, pattern: [3, 2]))
    block(along: corner[0], corner[1])
    block(along: corner[1], corner[2])
    if datum.low != nil || datum.high != nil {
      drawInterval(
        .init(nil, frame.y.isReversed ? frame.y.high : frame.y.low, low: datum.low, high: datum.high), isAcross: true,
        shade, width: 2.4)
    }
    shapes.append(.disc(.init(x(value), box.bottom), radius: 2, shade))
  }

  // MARK: Areas

  /// Draws each unbroken piece as an area of its own. A missing end runs to the edge.
  private mutating func drawBands(_ layer: Figure.Layer, _ shade: Palette.Shade) {
    var pieces: [[(x: Double, low: Double, high: Double)]] = [[]]
    for datum in layer.data {
      guard let along = datum.x, frame.x.isDrawn(along), frame.x.contains(along), datum.low != nil || datum.high != nil
      else {
        if pieces[pieces.count - 1].count > 0 { pieces.append([]) }
        continue
      }
      let (low, high) = (frame.y.clamped(datum.low ?? frame.y.low), frame.y.clamped(datum.high ?? frame.y.high))
      pieces[pieces.count - 1].append((x(along), y(low), y(high)))
    }
    for piece in pieces where piece.count > 1 {
      let points = piece.map { Shape.Point($0.x, $0.low) } + piece.reversed().map { Shape.Point($0.x, $0.high) }
      // Bands of several lines lie on each other.
      shapes.append(PlotArea.band(points, layer.colour, opacity: layer.naming == .direct ? 0.13 : 0.22))
    }
  }

  /// The area of a warning is hollow, and that of the best strategies is dark.
  private static func band(_ points: [Shape.Point], _ colour: Figure.Colour, opacity: Double = 0.22) -> Shape {
    let shade = Palette.shade(of: colour)
    return switch colour {
    case .caution: .dashes(points + points.prefix(1), shade, width: 0.7, pattern: [2, 1.2])
    case .best: .area(points, fill: shade, opacity: 0.5)
    default: .area(points, fill: shade, opacity: opacity)
    }
  }

  /// The mark of the best strategies, a triangle that points to the left.
  static func bestMark(at left: Double, _ middle: Double) -> Shape {
    .area(
      [.init(left, middle), .init(left + 4.6, middle - 2.7), .init(left + 4.6, middle + 2.7)], fill: Palette.ink,
      opacity: 1)
  }

  private mutating func drawBars(_ layer: Figure.Layer, _ shade: Palette.Shade) {
    let steps = Steps(panel, layer.mark, layer.mark == .bar ? \.x : \.y, layer.mark == .bar ? panel.x : panel.y)
    let share = layer.mark == .bar && panel.x.categories.isEmpty ? 0.94 : 0.6
    for datum in layer.data {
      guard let a = datum.x, let b = datum.y, a.isFinite, b.isFinite else { continue }
      var (left, right, low, high) = (a, a, b, b)
      if layer.mark == .bar {
        let ends = Steps.around(a, share * steps.half, panel.x)
        (left, right) = (ends[0], ends[1])
        low = datum.low ?? (panel.y.scale == .log ? frame.y.low : 0)
      } else {
        let ends = Steps.around(b, share * steps.half, panel.y)
        (low, high) = (ends[0], ends[1])
        left = datum.low ?? (panel.x.scale == .log ? frame.x.low : 0)
      }
      let (x1, x2) = (x(frame.x.clamped(left)), x(frame.x.clamped(right)))
      let (y1, y2) = (y(frame.y.clamped(low)), y(frame.y.clamped(high)))
      let corners = [Shape.Point(x1, y1), .init(x2, y1), .init(x2, y2), .init(x1, y2)]
      shapes.append(PlotArea.bar(corners, layer.colour))
      block(Box(left: min(x1, x2), top: min(y1, y2), right: max(x1, x2), bottom: max(y1, y2)), 1)
    }
  }

  /// Shades from the ground to the colour, in steps of 1/20. Cells of one shade that touch in a row become one.
  private mutating func drawCells(_ layer: Figure.Layer, _ shade: Palette.Shade) {
    guard let range = panel.size?.range else { return }
    let halves = (Steps(panel, .cell, \.x, panel.x).half, Steps(panel, .cell, \.y, panel.y).half)
    let steps = 20
    var boxes = [[Box]](repeating: [], count: steps + 1)
    for datum in layer.data {
      guard let across = datum.x, let up = datum.y, let size = datum.size, frame.isDrawn(across, up) else { continue }
      let share = min(max((size - range.from) / (range.to - range.from), 0), 1)
      let step = Int((share * Double(steps)).rounded())
      let xs = Steps.around(across, halves.0, panel.x).map { x(frame.x.clamped($0)) }
      let ys = Steps.around(up, halves.1, panel.y).map { y(frame.y.clamped($0)) }
      let box = Box(left: xs[0], top: ys[1], right: xs[1], bottom: ys[0])
      if let last = boxes[step].last, abs(last.top - box.top) < 1e-6, abs(last.right - box.left) < 1e-6 {
        boxes[step][boxes[step].count - 1].right = box.right
      } else {
        boxes[step].append(box)
      }
    }
    for step in 1...steps where !boxes[step].isEmpty {
      shapes.append(.cells(boxes[step], fill: shade, opacity: Double(step) / Double(steps)))
    }
  }

  /// Bars of a second series are hollow, so that print in grey tells them apart.
  private static func bar(_ corners: [Shape.Point], _ colour: Figure.Colour) -> Shape {
    let shade = Palette.shade(of: colour)
    if case .series(let number) = colour, number > 0 { return .outline(corners, shade, width: 0.8) }
    return .area(corners, fill: shade, opacity: 0.55)
  }

  // MARK: Intervals

  private mutating func drawIntervals(_ layer: Figure.Layer, _ shade: Palette.Shade) {
    for var datum in layer.data {
      // An end that is not a number is unknown.
      (datum.low, datum.high) = (datum.low.flatMap { $0.isNaN ? nil : $0 }, datum.high.flatMap { $0.isNaN ? nil : $0 })
      let isAcross = layer.mark != .interval
      guard let along = isAcross ? datum.y : datum.x, (isAcross ? frame.y : frame.x).isDrawn(along),
        (isAcross ? frame.y : frame.x).contains(along)
      else { continue }
      if datum.low != nil || datum.high != nil {
        drawInterval(
          datum, isAcross: isAcross, shade,
          width: layer.mark == .thickInterval ? min(3.4, 0.18 * (rowHeight ?? 26)) : 0.9)
      }
      guard let place = place(datum) else { continue }
      shapes += PlotArea.point(.disc, layer.colour, at: place, radius: 2)
      block(Box(left: place.x - 2, top: place.y - 2, right: place.x + 2, bottom: place.y + 2))
    }
  }

  /// Draws an interval. An end that is missing or beyond the panel is an arrow.
  private mutating func drawInterval(
    _ datum: Figure.Datum, isAcross: Bool, _ shade: Palette.Shade, width: Double
  ) {
    let axis = isAcross ? frame.x : frame.y
    guard let along = isAcross ? datum.y : datum.x else { return }
    if let low = datum.low, low > axis.high { return }
    if let high = datum.high, high < axis.low { return }
    let ends = [datum.low ?? -.infinity, datum.high ?? .infinity].map { value in
      let place = isAcross ? x(axis.clamped(value)) : y(axis.clamped(value))
      return isAcross ? Shape.Point(place, y(along)) : Shape.Point(x(along), place)
    }
    shapes.append(.line(ends, shade, width: width))
    block(along: ends[0], ends[1])
    let isOpen = [(datum.low ?? -.infinity) < axis.low, (datum.high ?? .infinity) > axis.high]
    for (end, other) in [(0, 1), (1, 0)] where isOpen[end] {
      shapes.append(.area(PlotArea.arrow(to: ends[end], from: ends[other]), fill: shade, opacity: 1))
    }
  }

  private static func arrow(to end: Shape.Point, from start: Shape.Point) -> [Shape.Point] {
    let length = max(hypot(end.x - start.x, end.y - start.y), 1e-9)
    let (dx, dy) = ((end.x - start.x) / length, (end.y - start.y) / length)
    let (long, half) = (3.6, 2.2)
    return [
      end, .init(end.x - long * dx - half * dy, end.y - long * dy + half * dx),
      .init(end.x - long * dx + half * dy, end.y - long * dy - half * dx),
    ]
  }

  // MARK: Samples of the legend

  static func isFilled(_ mark: Figure.Mark) -> Bool { [.band, .bar, .horizontalBar, .zone].contains(mark) }

  static func sample(
    _ mark: Figure.Mark, _ colour: Figure.Colour, from left: Double, to right: Double, y: Double
  ) -> [Shape] {
    let shade = Palette.shade(of: colour)
    let ends = [Shape.Point(left, y), .init(right, y)]
    let middle = Shape.Point((left + right) / 2, y)
    func box(_ half: Double) -> [Shape.Point] {
      [.init(left, y - half), .init(right, y - half), .init(right, y + half), .init(left, y + half)]
    }
    func line(_ dashes: [Double], _ width: Double) -> Shape {
      dashes.isEmpty ? .line(ends, shade, width: width) : .dashes(ends, shade, width: width, pattern: dashes)
    }
    switch mark {
    case .band where colour == .best:
      return [bestMark(at: right - 4.6, y), band(box(3).map { .init(min($0.x, right - 7), $0.y) }, colour)]
    case .band: return [band(box(3), colour)]
    case .zone: return [.area(box(3), fill: shade, opacity: 0.12)]
    case .bar, .horizontalBar: return [bar(box(3), colour)]
    case .line, .contour, .steps: return [line(Palette.dashes(of: colour), colour == .faint ? 0.7 : lineWidth)]
    case .dashedLine: return [line([3, 2], lineWidth)]
    case .horizontalRule, .verticalRule: return [line(colour == .ink || colour == .faint ? [] : [3, 2], 0.8)]
    case .drop: return [line([3, 2], 0.9), .disc(middle, radius: 2, shade)]
    case .interval, .horizontalInterval: return [line([], 0.9)] + point(.disc, colour, at: middle, radius: 2)
    case .thickInterval: return [line([], 3.4)]
    case .disc, .circle, .ring, .cross: return point(mark, colour, at: middle, radius: 2)
    case .note, .cell: return []
    }
  }
}

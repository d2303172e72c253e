import Configuration

/// The data of a panel's layers, and how each is drawn.
extension GnuplotScript {
  /// Writes the data and returns the parts of the plot command.
  mutating func blocks(_ panel: Figure.Panel, _ number: Int, _ place: FigureLayout.Panel) -> [String] {
    var elements: [String] = []
    let largest = panel.layers.filter { $0.mark == .disc }.flatMap { $0.data.compactMap(\.size) }.max() ?? 1
    for (index, layer) in panel.layers.enumerated() {
      let lc = "lc \(colour(Palette.shade(of: layer.colour)))"
      let pen = GnuplotScript.line(layer.mark, layer.colour) + " " + lc
      let name = "$d\(number)_\(index)"
      let frame = place.frame
      switch layer.mark {
      case .disc, .circle, .ring, .cross:
        elements += points(layer, name, frame, largest, lc)
      case .line, .dashedLine, .contour, .steps:
        let style = layer.mark == .steps ? "steps" : "lines"
        let rows = layer.data.map { datum -> [Double]? in
          guard let x = datum.x, let y = datum.y, frame.isDrawn(x, y) else { return nil }
          return [x, y]
        }
        elements += block(name, rows, isBroken: true).map { "\($0) using 1:2 with \(style) \(pen)" }
      case .band: elements += bands(layer, name, frame, lc)
      case .note: notes(panel, layer, place)
      case .interval, .horizontalInterval, .thickInterval: elements += intervals(layer, name, frame, pen, lc)
      case .bar, .horizontalBar, .tile: elements += boxes(panel, layer, name, frame, lc)
      case .horizontalRule, .verticalRule:
        let isAcross = layer.mark == .horizontalRule
        let rows = layer.data.flatMap { datum -> [[Double]?] in
          guard let value = isAcross ? datum.y : datum.x, (isAcross ? frame.y : frame.x).contains(value) else {
            return []
          }
          let (x, y) = (frame.x, frame.y)
          return isAcross ? [[x.low, value], [x.high, value], nil] : [[value, y.low], [value, y.high], nil]
        }
        elements += block(name, rows, isBroken: true).map { "\($0) using 1:2 with lines \(pen)" }
      }
    }
    return elements
  }

  /// A data block; nil rows leave a gap where it is broken. Nothing of what has no row.
  private mutating func block(_ name: String, _ rows: [[Double]?], isBroken: Bool = false) -> [String] {
    guard rows.contains(where: { $0 != nil }) else { return [] }
    add("\(name) << END")
    for row in rows {
      if let row { add(row.map { String($0) }.joined(separator: " ")) } else if isBroken { add("") }
    }
    add("END")
    return [name]
  }

  private mutating func points(
    _ layer: Figure.Layer, _ name: String, _ frame: PanelFrame, _ largest: Double, _ lc: String
  ) -> [String] {
    // The area is as the size; many discs are small, so that they stand beside each other.
    let widest = 1.7 * min(1, (120 / Double(layer.data.count)).squareRoot())
    let hasSizes = layer.mark == .disc && layer.data.contains { $0.size != nil }
    let rows = layer.data.map { datum -> [Double]? in
      guard let x = datum.x, let y = datum.y, frame.isDrawn(x, y) else { return nil }
      let size = max(0.3, widest * (max(0, datum.size ?? 0) / max(largest, 1e-300)).squareRoot())
      return hasSizes ? [x, y, size] : [x, y]
    }
    return block(name, rows).map { name in
      let shape = Palette.shape(of: layer.colour, isFilled: true)
      return hasSizes
        ? "\(name) using 1:2:3 with points pt \(shape) ps variable \(lc)"
        : "\(name) using 1:2 with points \(GnuplotScript.point(layer.mark, layer.colour)) \(lc)"
    }
  }

  /// Each unbroken piece is a polygon of its own; what has no end runs to the edge.
  private mutating func bands(_ layer: Figure.Layer, _ name: String, _ frame: PanelFrame, _ lc: String) -> [String] {
    var pieces: [[[Double]]] = [[]]
    for datum in layer.data {
      guard let x = datum.x, frame.x.isDrawn(x), datum.low != nil || datum.high != nil else {
        if pieces[pieces.count - 1].count > 0 { pieces.append([]) }
        continue
      }
      let (low, high) = (frame.y.clamped(datum.low ?? frame.y.low), frame.y.clamped(datum.high ?? frame.y.high))
      pieces[pieces.count - 1].append([x, low, high])
    }
    return pieces.enumerated().flatMap { index, piece in
      block("\(name)_\(index)", piece.count > 1 ? piece : []).map {
        "\($0) using 1:2:3 with filledcurves fs transparent solid 0.22 noborder \(lc)"
      }
    }
  }

  /// Texts that stay inside the panel.
  private mutating func notes(_ panel: Figure.Panel, _ layer: Figure.Layer, _ place: FigureLayout.Panel) {
    for datum in layer.data {
      guard let x = datum.x, let y = datum.y, let text = datum.text else { continue }
      let half = PlainText.width(text) / 2
      var middle = max(place.left + half + 2, min(place.x(x), place.right - half - 2))
      // A line through the text would hide it.
      let rules = panel.layers.filter { $0.mark == .verticalRule }.compactMap { $0.data.first?.x }.map(place.x)
      if let rule = rules.first(where: { abs($0 - middle) < half + 4 }), rule + 2 * half + 6 < place.right {
        middle = rule + half + 4
      }
      add(
        "set label \(Escaping.gnuplot(PlainText.cut(text))) at \(at(middle, place.y(y))) center "
          + "textcolor \(colour(Palette.shade(of: layer.colour)))")
    }
  }

  private mutating func intervals(
    _ layer: Figure.Layer, _ name: String, _ frame: PanelFrame, _ pen: String, _ lc: String
  ) -> [String] {
    let isAcross = layer.mark != .interval
    let axis = isAcross ? frame.x : frame.y
    var (bars, middles): ([[Double]?], [[Double]?]) = ([], [])
    for datum in layer.data {
      guard let along = isAcross ? datum.y : datum.x, (isAcross ? frame.y : frame.x).isDrawn(along) else { continue }
      if let x = datum.x, let y = datum.y, frame.isDrawn(x, y) { middles.append([x, y]) }
      guard datum.low != nil || datum.high != nil else { continue }
      let (low, high) = (axis.clamped(datum.low ?? axis.low), axis.clamped(datum.high ?? axis.high))
      bars += isAcross ? [[low, along], [high, along], nil] : [[along, low], [along, high], nil]
    }
    return block(name, bars, isBroken: true).map { "\($0) using 1:2 with lines \(pen)" }
      + block(name + "m", middles).map {
        "\($0) using 1:2 with points \(GnuplotScript.point(layer.mark, layer.colour)) \(lc)"
      }
  }

  private mutating func boxes(
    _ panel: Figure.Panel, _ layer: Figure.Layer, _ name: String, _ frame: PanelFrame, _ lc: String
  ) -> [String] {
    let shades = layer.mark == .tile ? Shades(panel) : nil
    let x = Steps(panel, layer.mark, \.x, panel.x)
    let y = Steps(panel, layer.mark, \.y, panel.y)
    let share = layer.mark == .tile ? 1 : (panel.x.categories.isEmpty && layer.mark == .bar) ? 0.94 : 0.7
    let rows = layer.data.map { datum -> [Double]? in
      guard let a = datum.x, let b = datum.y, a.isFinite, b.isFinite else { return nil }
      var (left, right) = (0.0, 0.0)
      var (low, high) = (0.0, 0.0)
      if layer.mark == .horizontalBar {
        (left, right) = (datum.low ?? (panel.x.scale == .log ? frame.x.low : 0), a)
      } else {
        let ends = Steps.around(a, share * x.half, panel.x)
        (left, right) = (ends[0], ends[1])
      }
      if layer.mark == .bar {
        (low, high) = (datum.low ?? (panel.y.scale == .log ? frame.y.low : 0), b)
      } else {
        let ends = Steps.around(b, share * y.half, panel.y)
        (low, high) = (ends[0], ends[1])
      }
      (left, right) = (frame.x.clamped(left), frame.x.clamped(right))
      (low, high) = (frame.y.clamped(low), frame.y.clamped(high))
      let box = [a, b, min(left, right), max(left, right), min(low, high), max(low, high)]
      guard let shades else { return box }
      guard let size = datum.size, let colour = shades.colour(size) else { return nil }
      return box + [Double(colour)]
    }
    return block(name, rows).map { name in
      shades == nil
        ? "\(name) using 1:2:3:4:5:6 with boxxyerror fs solid 0.75 noborder \(lc)"
        : "\(name) using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder lc rgb variable"
    }
  }

  // MARK: Styles

  static func line(_ mark: Figure.Mark, _ colour: Figure.Colour) -> String {
    let dashes =
      switch mark {
      case .dashedLine: [5, 4]
      case .horizontalRule, .verticalRule: [4, 3]
      case .interval, .horizontalInterval, .thickInterval, .contour: [Int]()
      default: Palette.dashes(of: colour)
      }
    let width =
      switch mark {
      case .horizontalRule, .verticalRule: 1.2
      case .thickInterval: 5.0
      default: 1.8
      }
    return "lt 1 lw \(width) "
      + (dashes.isEmpty ? "dt 1" : "dt (\(dashes.map(String.init).joined(separator: ",")))")
  }

  static func point(_ mark: Figure.Mark, _ colour: Figure.Colour) -> String {
    switch mark {
    case .ring: "pt 6 ps 1.5 lw 1.4"
    case .cross: "pt 2 ps 1.3 lw 2.2"
    case .circle: "pt \(Palette.shape(of: colour, isFilled: false)) ps 0.8 lw 1.4"
    default: "pt \(Palette.shape(of: colour, isFilled: true)) ps 0.8"
    }
  }
}

extension AxisFrame {
  /// Whether gnuplot can place it; what lies beyond the ends is cut off by it.
  func isDrawn(_ value: Double) -> Bool { value.isFinite && abs(value) < 1e300 && (axis.scale == .linear || value > 0) }
}

extension PanelFrame {
  func isDrawn(_ x: Double, _ y: Double) -> Bool { self.x.isDrawn(x) && self.y.isDrawn(y) }
}

import PeachSupport

/// Reduces figures to the marks that a reader can distinguish.
extension Figure {
  /// A layer with more marks than this is thinned.
  static let mostMarks = 2000

  /// The figure with fewer marks. Discs on one place of a grid become one disc, whose size is their number. Lines and
  /// bands keep the lowest and the highest value of each column of pixels.
  ///
  /// - Complexity: O(n) in the marks.
  package var thinned: Figure {
    var figure = self
    for panel in panels.indices {
      guard panels[panel].layers.contains(where: { $0.data.count > Figure.mostMarks }) else { continue }
      let frame = PanelFrame(panels[panel], width: 400, height: 240)
      for layer in panels[panel].layers.indices where panels[panel].layers[layer].data.count > Figure.mostMarks {
        figure.panels[panel].layers[layer].data = LayerThinning(frame).thinned(panels[panel].layers[layer])
      }
    }
    return figure
  }
}

/// Thins the data of one layer.
private struct LayerThinning {
  let frame: PanelFrame
  /// The grid of discs has 48 × 32 places. Lines have 480 columns of pixels.
  private static let (gridColumns, gridRows, columns) = (48, 32, 480)

  init(_ frame: PanelFrame) { self.frame = frame }

  func thinned(_ layer: Figure.Layer) -> [Figure.Datum] {
    switch layer.mark {
    case .disc, .circle, .ring, .cross: gathered(layer.data)
    case .line, .dashedLine, .steps, .contour: lines(layer.data)
    case .band, .interval, .bar, .horizontalInterval, .thickInterval, .horizontalBar, .zone: bands(layer)
    case .horizontalRule, .verticalRule, .note, .drop: Array(layer.data.prefix(Figure.mostMarks))
    case .cell: layer.data
    }
  }

  private static func place(_ share: Double, of count: Int) -> Int? {
    share >= -1e-9 && share <= 1 + 1e-9 ? min(max(Int(share * Double(count)), 0), count - 1) : nil
  }

  private struct Gathered {
    var (x, y, weight, size) = (0.0, 0.0, 0.0, 0.0)
  }

  /// Adds up discs. Each place has the mean of the discs that lie on it.
  private func gathered(_ data: [Figure.Datum]) -> [Figure.Datum] {
    let (columns, rows) = (Self.gridColumns, Self.gridRows)
    var cells = [Gathered](repeating: Gathered(), count: columns * rows)
    for datum in data {
      guard let x = datum.x, let y = datum.y, let column = Self.place(frame.x.share(x), of: columns),
        let row = Self.place(frame.y.share(y), of: rows)
      else { continue }
      let weight = datum.size ?? 1
      cells[row * columns + column].x += weight * frame.x.scaled(x)
      cells[row * columns + column].y += weight * frame.y.scaled(y)
      cells[row * columns + column].weight += weight
      cells[row * columns + column].size += datum.size ?? 1
    }
    return cells.compactMap { cell in
      guard cell.weight > 0 else { return nil }
      return Figure.Datum(
        frame.x.value(cell.x / cell.weight), frame.y.value(cell.y / cell.weight), size: cell.size)
    }
  }

  /// Keeps the first, lowest, highest and last of successive points in one column, in their order.
  private func lines(_ data: [Figure.Datum]) -> [Figure.Datum] {
    var result: [Figure.Datum] = []
    var column: Int?
    var kept: [(place: Int, datum: Figure.Datum)] = []
    func finish() {
      var last = -1
      for (place, datum) in kept.sorted(by: { $0.place < $1.place }) where place > last {
        result.append(datum)
        last = place
      }
      kept = []
    }
    for (place, datum) in data.enumerated() {
      guard let x = datum.x, let y = datum.y else {
        finish()
        column = nil
        if result.last?.y != nil { result.append(datum) }
        continue
      }
      let own = Self.place(frame.x.share(x), of: Self.columns)
      if own != column || kept.isEmpty {
        finish()
        column = own
        kept = Array(repeating: (place, datum), count: 4)
        continue
      }
      if y < kept[1].datum.y ?? y { kept[1] = (place, datum) }
      if y > kept[2].datum.y ?? y { kept[2] = (place, datum) }
      kept[3] = (place, datum)
    }
    finish()
    // A line that turns back has no order of columns. It keeps points at equal steps.
    return result.count <= 4 * Self.columns ? result : every(result, to: 4 * Self.columns)
  }

  private func every(_ data: [Figure.Datum], to count: Int) -> [Figure.Datum] {
    let step = (data.count + count - 1) / count
    return data.enumerated().filter { $0.offset.isMultiple(of: step) || $0.offset == data.count - 1 }.map(\.element)
  }

  /// Keeps the widest interval of each column or row.
  private func bands(_ layer: Figure.Layer) -> [Figure.Datum] {
    let isAcross = layer.mark == .horizontalInterval || layer.mark == .horizontalBar
    let axis = isAcross ? frame.y : frame.x
    var places = [Figure.Datum?](repeating: nil, count: Self.columns)
    for datum in layer.data {
      guard let along = isAcross ? datum.y : datum.x, let place = Self.place(axis.share(along), of: Self.columns) else {
        continue
      }
      guard var known = places[place] else {
        places[place] = datum
        continue
      }
      func lower(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { min(a, $0) } } }
      func higher(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { max(a, $0) } } }
      known.low = lower(known.low, datum.low)
      known.high = higher(known.high, datum.high)
      if layer.mark == .bar { known.y = higher(known.y, datum.y) }
      if layer.mark == .horizontalBar { known.x = higher(known.x, datum.x) }
      places[place] = known
    }
    return places.compactMap { $0 }
  }
}

import PeachSupport

/// One axis as it is drawn: its ends and its ticks.
struct AxisFrame {
  let axis: FigureAxis
  let low: Double
  let high: Double
  let isReversed: Bool
  let ticks: [AxisTicks.Tick]

  /// - Parameters:
  ///   - values: All values on the axis.
  ///   - floor: The value on which bars stand. It needs no margin.
  ///   - count: The approximate number of ticks that fit.
  init(_ axis: FigureAxis, _ values: [Double], floor: Double?, isVertical: Bool, count: Int) {
    self.axis = axis
    if !axis.categories.isEmpty {
      (low, high) = (-0.5, Double(axis.categories.count) - 0.5)
      isReversed = isVertical
      ticks = axis.categories.enumerated().map { .init(value: Double($0), text: PlainText.category($1)) }
      return
    }
    let isLog = axis.scale == .log
    if let range = axis.range, range.from != range.to, !isLog || min(range.from, range.to) > 0 {
      (low, high) = (min(range.from, range.to), max(range.from, range.to))
      isReversed = range.from > range.to
    } else {
      (low, high) = AxisFrame.ends(values, floor: floor, isLog: isLog)
      isReversed = false
    }
    let isWhole = !values.isEmpty && values.allSatisfy { $0 == $0.rounded() }
    ticks =
      isLog
      ? AxisTicks.log(low, high, count: count) : AxisTicks.linear(low, high, count: count, isWhole: isWhole)
  }

  private static func ends(_ values: [Double], floor: Double?, isLog: Bool) -> (Double, Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values where value.isFinite && abs(value) < 1e300 && (!isLog || value > 1e-300) {
      (low, high) = (min(low, value), max(high, value))
    }
    guard low <= high else { return isLog ? (1, 10) : (0, 1) }
    if isLog {
      let margin = low == high ? 1.5 : pow(high / low, 0.05)
      return (low / margin, high * margin)
    }
    let margin = low == high ? max(abs(low) * 0.1, low == 0 ? 1 : 0) : (high - low) * 0.05
    return (low == floor ? low : low - margin, high == floor ? high : high + margin)
  }

  /// A value on the scale of the axis.
  func scaled(_ value: Double) -> Double { axis.scale == .log ? (value > 0 ? log(value) : -.infinity) : value }

  func value(_ scaled: Double) -> Double { axis.scale == .log ? exp(scaled) : scaled }

  /// The place of a value: 0 at the lower end, 1 at the upper.
  func share(_ value: Double) -> Double { (scaled(value) - scaled(low)) / (scaled(high) - scaled(low)) }

  func clamped(_ value: Double) -> Double { min(max(value, low), high) }

  func contains(_ value: Double) -> Bool { value >= low && value <= high }
}

/// Both axes of a panel.
struct PanelFrame {
  let x: AxisFrame
  let y: AxisFrame

  init(_ panel: Figure.Panel, width: Double, height: Double) {
    var (xs, ys): ([Double], [Double]) = ([], [])
    var (floorX, floorY): (Double?, Double?)
    for layer in panel.layers {
      let spread = layer.mark == .bar ? Steps(panel, layer.mark, \.x, panel.x).half : 0
      let rise = layer.mark == .horizontalBar ? Steps(panel, layer.mark, \.y, panel.y).half : 0
      for datum in layer.data {
        if layer.mark != .horizontalRule, let x = datum.x {
          if spread == 0 { xs.append(x) } else { xs += Steps.around(x, spread, panel.x) }
        }
        if layer.mark != .verticalRule, let y = datum.y {
          if rise == 0 { ys.append(y) } else { ys += Steps.around(y, rise, panel.y) }
        }
        switch layer.mark {
        case .horizontalInterval, .thickInterval, .horizontalBar, .drop:
          xs += [datum.low, datum.high].compactMap { $0 }
        case .interval, .band, .bar, .zone: ys += [datum.low, datum.high].compactMap { $0 }
        default: break
        }
      }
      let hasBase = layer.data.contains { $0.low == nil }
      if layer.mark == .bar, hasBase, panel.y.scale == .linear { floorY = 0 }
      if layer.mark == .horizontalBar, hasBase, panel.x.scale == .linear { floorX = 0 }
    }
    if let floorX { xs.append(floorX) }
    if let floorY { ys.append(floorY) }
    x = AxisFrame(panel.x, xs, floor: floorX, isVertical: false, count: max(2, Int(width / 30)))
    y = AxisFrame(panel.y, ys, floor: floorY, isVertical: true, count: max(4, Int(height / 22)))
  }
}

/// The distance between neighbouring values.
struct Steps {
  /// Half the smallest distance on the scale of the axis. It is at most ½ on an axis of categories, and ½ for a single
  /// value.
  let half: Double

  /// - Parameter mark: The kind of the layers whose marks are next to each other.
  init(_ panel: Figure.Panel, _ mark: Figure.Mark, _ value: (Figure.Datum) -> Double?, _ axis: FigureAxis) {
    let values = Set(panel.layers.filter { $0.mark == mark }.flatMap { $0.data.compactMap(value) })
    let sorted = values.filter { $0.isFinite && (axis.scale == .linear || $0 > 0) }
      .map { axis.scale == .log ? log($0) : $0 }.sorted()
    let smallest = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > 1e-9 * (abs(sorted[0]) + 1e-300) }
      .min()
    if axis.categories.isEmpty {
      half = (smallest ?? (axis.scale == .log ? 0.4 : 1)) / 2
    } else {
      half = min(1, smallest ?? 1) / 2
    }
  }

  static func around(_ value: Double, _ half: Double, _ axis: FigureAxis) -> [Double] {
    return axis.scale == .log ? [value * exp(-half), value * exp(half)] : [value - half, value + half]
  }
}

extension AxisFrame {
  /// Whether a value has a place on the scale of the axis.
  func isDrawn(_ value: Double) -> Bool { value.isFinite && abs(value) < 1e300 && (axis.scale == .linear || value > 0) }
}

extension PanelFrame {
  func isDrawn(_ x: Double, _ y: Double) -> Bool { self.x.isDrawn(x) && self.y.isDrawn(y) }
}

/// Where the parts of a picture stand, in pixels from its upper left corner; it is 480 wide, so that it can be read on a
/// phone, and as high as its panels need.
struct FigureLayout {
  static let width = 480.0
  static let font = 13.0

  /// What one entry of the legend shows, and where.
  struct Entry {
    var name: String
    var samples: [Sample]
    /// Of its sample, which is 26 wide, at half its height.
    var x = 0.0
    var y = 0.0
  }

  enum Sample: Hashable {
    case mark(Figure.Mark, Figure.Colour)
    /// A small disc and a large one.
    case sizes
  }

  struct Panel {
    var title: String
    var titleY: Double
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
    /// Of what is written below the x axis.
    var labelY: Double
    var frame: PanelFrame
    /// Of the scale of shades; nil where there are no tiles.
    var scaleY: Double?
    /// Category names below the axis that stand aslant.
    var isSlanted: Bool

    /// A value of the x axis in pixels.
    func x(_ value: Double) -> Double { left + frame.x.share(value) * (right - left) }

    /// A value of the y axis in pixels.
    func y(_ value: Double) -> Double {
      let share = frame.y.share(value)
      return top + (frame.y.isReversed ? share : 1 - share) * (bottom - top)
    }
  }

  private(set) var title: [String] = []
  private(set) var entries: [Entry] = []
  private(set) var panels: [Panel] = []
  private(set) var height = 8.0

  init(_ figure: Figure, hasTitle: Bool) {
    if hasTitle {
      title = FigureLayout.wrapped(PlainText.cut(figure.title, to: 120))
      height += Double(title.count) * 18 + 4
    }
    placeLegend(figure)
    let left = figure.panels.map(FigureLayout.leftMargin).max() ?? 50
    for (number, panel) in figure.panels.enumerated() {
      // One scale of shades below all panels that share it.
      let next = figure.panels.dropFirst(number + 1).first
      place(panel, left: left, hasScale: panel.size?.range == nil || next?.size != panel.size)
    }
    height += 4
  }

  /// Lines of some 58 characters.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word.prefix(58))
      } else if line.count + word.count < 58 {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word.prefix(58)))
      }
    }
    return lines
  }

  // MARK: Legend

  private mutating func placeLegend(_ figure: Figure) {
    var found: [Entry] = []
    for layer in figure.panels.flatMap(\.layers) where layer.isInLegend && !layer.data.isEmpty && layer.mark != .tile {
      let sample = Sample.mark(layer.mark, layer.colour)
      let name = PlainText.cut(layer.name, to: 48)
      if let place = found.firstIndex(where: { $0.name == name }) {
        if !found[place].samples.contains(sample) { found[place].samples.append(sample) }
      } else if found.count < 14 {
        found.append(Entry(name: name, samples: [sample]))
      }
    }
    if found.count < 2 { found = [] }
    if let sizes = FigureLayout.sizes(of: figure) { found.append(Entry(name: sizes, samples: [.sizes])) }
    if found.isEmpty { return }
    var x = 12.0
    height += 10
    for entry in found {
      let width = 34 + PlainText.width(entry.name)
      if x > 12, x + width > FigureLayout.width - 8 {
        x = 12
        height += 19
      }
      var entry = entry
      (entry.x, entry.y) = (x, height)
      entries.append(entry)
      x += width + 16
    }
    height += 14
  }

  /// What the area of discs says, from the smallest to the largest; nil where all are as large.
  private static func sizes(of figure: Figure) -> String? {
    let panel = figure.panels.first { $0.size != nil && $0.layers.contains { $0.mark == .disc } }
    guard let axis = panel?.size else { return nil }
    let sizes = figure.panels.flatMap(\.layers).filter { $0.mark == .disc }.flatMap { $0.data.compactMap(\.size) }
    guard let low = sizes.min(), let high = sizes.max(), low < high else { return nil }
    return "area: \(AxisTicks.text(low, decimals: 1).trimmedZero) to \(AxisTicks.text(high, decimals: 1).trimmedZero) "
      + PlainText.cut(axis.title, to: 30)
  }

  // MARK: Panels

  private static func leftMargin(_ panel: Figure.Panel) -> Double {
    let frame = PanelFrame(panel, width: 380, height: plotHeight(panel))
    let labels = frame.y.ticks.map { PlainText.width($0.text) }.max() ?? 20
    return min(190, labels + 12) + (hasLabel(y: panel.y) ? 26 : 4)
  }

  /// Names beside an axis speak for themselves.
  static func hasLabel(y axis: FigureAxis) -> Bool { axis.categories.isEmpty || axis.unit != nil }

  private static func plotHeight(_ panel: Figure.Panel) -> Double {
    let rows = panel.y.categories.count
    if panel.margin != nil { return min(1600, Double(rows) * 46 + 6) }
    return rows == 0 ? 230 : min(1200, max(70, Double(rows) * 26 + 10))
  }

  private mutating func place(_ panel: Figure.Panel, left: Double, hasScale: Bool) {
    let texts = (panel.margin ?? []) + (panel.margin == nil ? [] : ["error"])
    let right = FigureLayout.width - 16 - (texts.map { PlainText.width(PlainText.cut($0)) }.max() ?? 0)
    let titleY = height + 12
    height += (panel.title.isEmpty ? 8 : 24) + (panel.margin == nil ? 0 : 18)
    let plotHeight = FigureLayout.plotHeight(panel)
    let frame = PanelFrame(panel, width: right - left, height: plotHeight)
    let (top, bottom) = (height, height + plotHeight)
    let names = frame.x.axis.categories.isEmpty ? [] : frame.x.ticks.map { PlainText.width($0.text) }
    let isSlanted = (names.max() ?? 0) > (right - left) / Double(max(1, names.count)) - 4
    height = bottom + (isSlanted ? 16 + 0.6 * (names.max() ?? 0) : 24)
    let labelY = height + 13
    height += 24
    var scaleY: Double?
    if hasScale, panel.layers.contains(where: { $0.mark == .tile }) {
      scaleY = height + 8
      height += 46
    }
    height += 6
    panels.append(
      Panel(
        title: PlainText.cut(panel.title), titleY: titleY, left: left, right: right, top: top, bottom: bottom,
        labelY: labelY, frame: frame, scaleY: scaleY, isSlanted: isSlanted))
  }
}

extension String {
  /// A number without the decimals that say nothing.
  fileprivate var trimmedZero: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}

import Configuration
import Glibc

/// What gnuplot is told to draw a figure. It holds numbers in data blocks and texts as `Escaping.gnuplot` writes
/// them, so that nothing of what they say is read.
struct GnuplotScript {
  /// The kinds of picture.
  enum Format: String, CaseIterable {
    case svg, pdf, png
  }

  private(set) var text = ""
  let layout: FigureLayout

  init(_ figure: Figure, _ format: Format, hasTitle: Bool) {
    let figure = figure.thinned
    layout = FigureLayout(figure, hasTitle: hasTitle)
    add("set encoding utf8")
    add("set decimalsign '.'")
    add(terminal(format))
    add("set multiplot")
    add("unset key")
    add("set border 3 lw 1 lc \(colour(Palette.faint))")
    add("set tics nomirror out scale 0.5 textcolor \(colour(Palette.ink))")
    for (number, panel) in zip(figure.panels.indices, figure.panels) {
      let place = layout.panels[number]
      if number == 0 { header() }
      let elements = blocks(panel, number, place)
      axes(panel, place)
      let empty = "NaN notitle"
      add("plot " + (elements.isEmpty ? [empty] : elements).joined(separator: ", \\\n  "))
      add("unset label; unset object; unset arrow")
    }
    add("unset multiplot")
  }

  mutating func add(_ line: String) { text += line + "\n" }

  private func terminal(_ format: Format) -> String {
    let (width, height) = (Int(FigureLayout.width), Int(layout.height.rounded(.up)))
    return switch format {
    case .svg: "set terminal svg noenhanced size \(width),\(height) dynamic font 'sans-serif,13' name 'peach'"
    case .pdf:
      "set terminal pdfcairo noenhanced color size \(width.inches),\(height.inches) font 'sans,10' fontscale 0.72 "
        + "linewidth 1.4 pointscale 0.75"
    case .png:
      "set terminal pngcairo noenhanced size \(2 * width),\(2 * height) font 'sans,10' fontscale 2 linewidth 2 "
        + "pointscale 2 background '#ffffff'"
    }
  }

  func colour(_ shade: Palette.Shade) -> String { "rgb '\(Palette.hex(shade.light))'" }

  // MARK: Places on the picture

  func across(_ x: Double) -> String { String(x / FigureLayout.width) }
  func up(_ y: Double) -> String { String(1 - y / layout.height.rounded(.up)) }
  func at(_ x: Double, _ y: Double) -> String { "screen \(across(x)), screen \(up(y))" }

  mutating func label(_ text: String, _ x: Double, _ y: Double, align: String = "left", _ rest: String = "") {
    add("set label \(Escaping.gnuplot(text)) at \(at(x, y)) \(align) textcolor \(colour(Palette.ink)) \(rest)")
  }

  /// Title and legend.
  private mutating func header() {
    for (row, line) in layout.title.enumerated() { label(line, 12, 18 + 18 * Double(row)) }
    for entry in layout.entries {
      // What is filled lies below what is not.
      for sample in entry.samples.sorted(by: { $0.isFilled && !$1.isFilled }) { draw(sample, entry.x, entry.y) }
      label(entry.name, entry.x + 34, entry.y)
    }
  }

  private mutating func draw(_ sample: FigureLayout.Sample, _ x: Double, _ y: Double) {
    guard case .mark(let mark, let of) = sample else {
      point(x + 5, y, "pt 7 ps 0.4 lc \(colour(Palette.faint))")
      point(x + 19, y, "pt 7 ps 1.3 lc \(colour(Palette.faint))")
      return
    }
    let lc = "lc \(colour(Palette.shade(of: of)))"
    switch mark {
    case .line, .contour, .steps, .dashedLine, .interval, .horizontalInterval, .thickInterval, .horizontalRule,
      .verticalRule:
      add("set arrow from \(at(x, y)) to \(at(x + 26, y)) nohead \(GnuplotScript.line(mark, of)) \(lc)")
      if mark == .interval || mark == .horizontalInterval { point(x + 13, y, Self.point(mark, of) + " " + lc) }
    case .band, .bar, .horizontalBar, .tile:
      let style = mark == .band ? "fs transparent solid 0.22 noborder" : "fs solid 0.75 noborder"
      add("set object rect from \(at(x, y - 6)) to \(at(x + 26, y + 6)) fc \(colour(Palette.shade(of: of))) \(style)")
    case .disc, .circle, .ring, .cross: point(x + 13, y, Self.point(mark, of) + " " + lc)
    case .note: break
    }
  }

  private mutating func point(_ x: Double, _ y: Double, _ style: String) {
    add("set label '' at \(at(x, y)) point \(style)")
  }

  // MARK: Axes

  private mutating func axes(_ panel: Figure.Panel, _ place: FigureLayout.Panel) {
    add("set lmargin at screen \(across(place.left)); set rmargin at screen \(across(place.right))")
    add("set tmargin at screen \(up(place.top)); set bmargin at screen \(up(place.bottom))")
    if !place.title.isEmpty { label(place.title, 12, place.titleY) }
    axis("x", place.frame.x, isSlanted: place.isSlanted)
    axis("y", place.frame.y, isSlanted: false)
    label(PlainText.cut(panel.x.title), (place.left + place.right) / 2, place.labelY, align: "center")
    if FigureLayout.hasLabel(y: panel.y) {
      label(PlainText.cut(panel.y.title, to: 40), 16, (place.top + place.bottom) / 2, align: "center", "rotate by 90")
    }
    margin(panel, place)
    if let y = place.scaleY { shades(panel, place, y) }
  }

  /// The truth above its line, and the errors at the right.
  private mutating func margin(_ panel: Figure.Panel, _ place: FigureLayout.Panel) {
    guard let texts = panel.margin else { return }
    for layer in panel.layers where layer.mark == .verticalRule {
      guard let x = layer.data.first?.x else { continue }
      label(PlainText.cut(layer.name), place.x(x), place.top - 9, align: "center")
    }
    label("error", place.right + 8, place.top - 9)
    for (row, text) in texts.enumerated() { label(PlainText.cut(text), place.right + 8, place.y(Double(row))) }
  }

  private mutating func axis(_ name: String, _ frame: AxisFrame, isSlanted: Bool) {
    add(frame.axis.scale == .log && frame.axis.categories.isEmpty ? "set logscale \(name)" : "unset logscale \(name)")
    let (from, to) = frame.isReversed ? (frame.high, frame.low) : (frame.low, frame.high)
    add("set \(name)range [\(from):\(to)]")
    let ticks = frame.ticks.filter { frame.contains($0.value) }
    // A % would be read as the format of a number.
    let texts = ticks.map { "\(Escaping.gnuplot($0.text, isFormat: true)) \($0.value)" }
    let turn = isSlanted ? "rotate by 35 right" : "norotate"
    // Close to the axis, so that what is written below them has room.
    let offset = name == "x" && !isSlanted ? "offset 0,0.35 " : ""
    add("set \(name)tics \(offset)\(turn) (\(texts.joined(separator: ", ")))")
    let hasGrid = frame.axis.categories.isEmpty
    add("set grid \(hasGrid ? name : "no" + name)tics back lt 1 lw 1 dt 1 lc \(colour(Palette.grid))")
  }

  /// The scale of tiles, with the numbers at its ends.
  private mutating func shades(_ panel: Figure.Panel, _ place: FigureLayout.Panel, _ y: Double) {
    guard let range = Shades(panel) else { return }
    let (left, width, steps) = (place.left, place.right - place.left, 48)
    for step in 0..<steps {
      let (from, to) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
      add(
        "set object rect from \(at(left + from * width, y)) to \(at(left + min(width, to * width + 1), y + 12)) "
          + "fc rgb '\(Palette.hex(Palette.heat((from + to) / 2)))' fs solid 1 noborder")
    }
    label(range.text(range.low), left, y + 24)
    label(range.text(range.high), left + width, y + 24, align: "right")
    label(PlainText.cut(panel.size?.title ?? "", to: 40), left + width / 2, y + 24, align: "center")
  }
}

extension FigureLayout.Sample {
  fileprivate var isFilled: Bool {
    guard case .mark(let mark, _) = self else { return true }
    return [.band, .bar, .horizontalBar].contains(mark)
  }
}

extension Int {
  /// Of pixels, of which there are 96 in an inch.
  fileprivate var inches: String { "\(Double(self) / 96)in" }
}

/// From which value to which the shades of tiles go.
struct Shades {
  let low: Double
  let high: Double
  private let isLog: Bool

  init?(_ panel: Figure.Panel) {
    isLog = panel.size?.scale == .log
    let values = panel.layers.filter { $0.mark == .tile }.flatMap { $0.data.compactMap(\.size) }
      .filter { [isLog] in $0.isFinite && (!isLog || $0 > 0) }
    guard let least = values.min(), let most = values.max() else { return nil }
    low = panel.size?.range?.from ?? least
    high = panel.size?.range?.to ?? most
  }

  func colour(_ value: Double) -> UInt32? {
    guard value.isFinite, !isLog || value > 0 else { return nil }
    if low == high { return Palette.heat(0.5) }
    func scaled(_ value: Double) -> Double { isLog ? log(value) : value }
    return Palette.heat((scaled(value) - scaled(low)) / (scaled(high) - scaled(low)))
  }

  func text(_ value: Double) -> String { value.brief.replacing("-", with: "−") }
}

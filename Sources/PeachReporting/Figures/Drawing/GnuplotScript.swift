import PeachSupport

/// Tells gnuplot to draw shapes. Numbers are in data blocks and texts are written by `Escaping.gnuplot`, so that
/// gnuplot runs nothing of their content.
struct GnuplotScript {
  /// The formats of files.
  enum Format: String, CaseIterable {
    case svg, pdf, png
  }

  private(set) var text = ""
  private var curves: [String] = []
  private let isDark: Bool
  /// Pixels per unit; 1 in a PDF, whose unit is the point.
  private let scale: Double
  /// Line widths of gnuplot per unit.
  private let pen: Double

  /// - Parameters:
  ///   - scale: Pixels per unit of a PNG; `nil` for a PDF.
  ///   - isDark: Whether the ground is black.
  init(_ shapes: [Shape], width: Double, height: Double, scale: Double?, isDark: Bool = false) {
    self.isDark = isDark
    self.scale = scale ?? 1
    pen = scale ?? 2
    let font = "font 'Arial,7' fontscale 1 linewidth 1"
    add("set encoding utf8")
    if let scale {
      let (wide, high) = (Int((width * scale).rounded()), Int((height * scale).rounded()))
      add("set terminal pngcairo noenhanced size \(wide),\(high) \(font) background '\(hex(Palette.ground))'")
    } else {
      add("set terminal pdfcairo noenhanced color size \(width / 72)in,\(height / 72)in \(font)")
    }
    add("unset key; unset border; unset tics")
    add("set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 1; set bmargin at screen 0")
    add("set xrange [0:\(width)]; set yrange [\(height):0]")
    var batch: [Shape] = []
    for shape in shapes {
      if let first = batch.first, style(of: first) != style(of: shape) {
        draw(batch)
        batch = []
      }
      batch.append(shape)
    }
    draw(batch)
    add("plot " + (curves.isEmpty ? ["NaN notitle"] : curves).joined(separator: ", \\\n  "))
  }

  private mutating func add(_ line: String) { text += line + "\n" }

  private func hex(_ shade: Palette.Shade) -> String { Palette.hex(isDark ? shade.dark : shade.light) }

  private func colour(_ shade: Palette.Shade) -> String { "rgb '\(hex(shade))'" }

  /// Shapes of one style are drawn together.
  private func style(of shape: Shape) -> String {
    switch shape {
    case .area(_, let fill, let opacity): "area \(fill.name) \(opacity)"
    case .cells(_, let fill, let opacity): "cells \(fill.name) \(opacity)"
    case .key(_, _, _, _, let fill): "key \(fill.name)"
    case .line(_, let shade, let width), .dashes(_, let shade, let width, _): "line \(shade.name) \(width)"
    case .disc(_, _, let shade): "area \(shade.name) 1.0"
    case .outline(_, let shade, let width), .circle(_, _, let shade, let width): "outline \(shade.name) \(width)"
    case .words: "words"
    }
  }

  private mutating func draw(_ shapes: [Shape]) {
    var (fills, lines, strips): ([[Shape.Point]], [[Shape.Point]], [[Shape.Point]]) = ([], [], [])
    var fill: (colour: String, opacity: Double)?
    var stroke: (shade: Palette.Shade, width: Double)?
    for shape in shapes {
      switch shape {
      case .area(let points, let shade, let opacity):
        fills.append(points)
        fill = (colour(shade), opacity)
      case .cells(let boxes, let shade, let opacity):
        // They overlap a little and hide each other, so that no seam shows between them.
        fills += boxes.map { box in
          let (right, bottom) = (box.right + 0.15, box.bottom + 0.15)
          return [
            .init(box.left, box.top), .init(right, box.top), .init(right, bottom), .init(box.left, bottom),
          ]
        }
        fill = ("rgb '\(Palette.hex(Palette.mixed(shade, opacity, isDark: isDark)))'", 1)
      case .disc(let middle, let radius, let shade):
        fills.append(Shape.polygon(around: middle, radius: radius))
        fill = (colour(shade), 1)
      case .key(let left, let top, let right, let bottom, let shade):
        let points = [(left, top), (right, top), (right, bottom), (left, bottom)].map { Shape.Point($0.0, $0.1) }
        fills.append(points)
        lines.append(points + [points[0]])
        (fill, stroke) = ((colour(shade), 1), (Palette.edge, 1))
      case .outline(let points, let shade, let width):
        fills.append(points)
        // The line goes on beyond the first corner, so that this corner looks like the others.
        lines.append(points + points.prefix(2))
        (fill, stroke) = ((colour(Palette.ground), 1), (shade, width))
      case .circle(let middle, let radius, let shade, let width):
        let points = Shape.polygon(around: middle, radius: radius)
        fills.append(points)
        lines.append(points + points.prefix(2))
        (fill, stroke) = ((colour(Palette.ground), 1), (shade, width))
      case .line(let points, let shade, let width):
        stroke = (shade, width)
        if points.count == 2 { strips.append(Dashes.strip(points, width)) } else { lines.append(points) }
      case .dashes(let points, let shade, let width, let pattern):
        stroke = (shade, width)
        for piece in Dashes.pieces(of: points, pattern) {
          if piece.count == 2 { strips.append(Dashes.strip(piece, width)) } else { lines.append(piece) }
        }
      case .words(let text): label(text)
      }
    }
    if let fill { block(fills, "filledcurves closed fc \(fill.colour) \(solid(fill.opacity))") }
    if let stroke {
      // A straight line is an area, so that its ends are square.
      block(strips, "filledcurves closed fc \(colour(stroke.shade)) \(solid(1))")
      block(lines, "lines lt 1 lw \(stroke.width * pen) lc \(colour(stroke.shade))")
    }
  }

  private func solid(_ opacity: Double) -> String {
    opacity < 1 ? "fs transparent solid \(opacity) noborder" : "fs solid 1 noborder"
  }

  private mutating func block(_ pieces: [[Shape.Point]], _ style: String) {
    if pieces.isEmpty { return }
    let name = "$d\(curves.count)"
    add("\(name) << END")
    add(pieces.map { $0.map { "\($0.x) \($0.y)\n" }.joined() }.joined(separator: "\n") + "END")
    curves.append("\(name) using 1:2 with \(style) notitle")
  }

  private mutating func label(_ text: Shape.Text) {
    let align = [.start: "left", .middle: "center", .end: "right"][text.anchor] ?? "left"
    let rise = 0.34 * text.size
    let (x, y) = text.isTurned ? (text.place.x - rise, text.place.y) : (text.place.x, text.place.y - rise)
    // A pixel is 3/4 of gnuplot's point.
    let font = "Arial\(text.isBold ? " Bold" : ""),\(text.size * scale * 0.75)"
    add(
      "set label \(Escaping.gnuplot(text.string)) at \(x),\(y) \(align) \(text.isTurned ? "rotate by 90 " : "")front "
        + "font '\(font)' textcolor \(colour(text.shade))")
  }
}

/// Splits a line into dashes, so that they look alike in every format.
private enum Dashes {
  static func pieces(of points: [Shape.Point], _ pattern: [Double]) -> [[Shape.Point]] {
    guard var last = points.first, pattern.contains(where: { $0 > 0 }) else { return [points] }
    var pieces: [[Shape.Point]] = []
    var piece = [last]
    var (place, left) = (0, pattern[0])
    for point in points.dropFirst() {
      var length = hypot(point.x - last.x, point.y - last.y)
      while length > left {
        let share = left / length
        last = Shape.Point(last.x + share * (point.x - last.x), last.y + share * (point.y - last.y))
        if place.isMultiple(of: 2) { pieces.append(piece + [last]) }
        length -= left
        place += 1
        (piece, left) = ([last], pattern[place % pattern.count])
      }
      left -= length
      last = point
      piece.append(point)
    }
    if place.isMultiple(of: 2), piece.count > 1 { pieces.append(piece) }
    return pieces
  }

  /// A straight line as an area.
  static func strip(_ ends: [Shape.Point], _ width: Double) -> [Shape.Point] {
    let (a, b) = (ends[0], ends[1])
    let length = max(hypot(b.x - a.x, b.y - a.y), 1e-9)
    let (dx, dy) = (width / 2 * (b.x - a.x) / length, width / 2 * (b.y - a.y) / length)
    return [
      .init(a.x - dy, a.y + dx), .init(b.x - dy, b.y + dx), .init(b.x + dy, b.y - dx), .init(a.x + dy, a.y - dx),
    ]
  }
}

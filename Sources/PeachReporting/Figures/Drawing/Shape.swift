import PeachSupport

/// A part of a drawing. Figures and the keyboard are lists of shapes, which become SVG here and PDF or PNG through gnuplot.
enum Shape: Hashable, Sendable {
  /// A place in units from the upper left corner.
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// One line of text on its baseline.
  struct Text: Hashable, Sendable {
    var string: String
    var place: Point
    var anchor: Anchor
    var size: Double
    var shade: Palette.Shade
    var isBold = false
    /// Whether the text runs upwards.
    var isTurned = false
  }

  /// - opacity: In 0…1.
  case area([Point], fill: Palette.Shade, opacity: Double)
  /// Rectangles without seams between them.
  case cells([Box], fill: Palette.Shade, opacity: Double)
  /// An area with an edge of one unit.
  case key(left: Double, top: Double, right: Double, bottom: Double, fill: Palette.Shade)
  case line([Point], Palette.Shade, width: Double)
  /// A dashed line. Lengths of dashes and gaps alternate.
  case dashes([Point], Palette.Shade, width: Double, pattern: [Double])
  case disc(Point, radius: Double, Palette.Shade)
  /// A closed line. The ground inside it hides what lies below.
  case outline([Point], Palette.Shade, width: Double)
  case circle(Point, radius: Double, Palette.Shade, width: Double)
  case words(Text)

  static func text(
    _ string: String, _ place: Point, _ anchor: Anchor, size: Double, _ shade: Palette.Shade
  ) -> Shape { .words(Text(string: string, place: place, anchor: anchor, size: size, shade: shade)) }

  /// The corners of a polygon that looks like a disc.
  static func polygon(around middle: Point, radius: Double, corners: Int = 24, from turn: Double = 0) -> [Point] {
    (0..<corners).map { corner in
      let angle = turn + 2 * .pi * Double(corner) / Double(corners)
      return Point(middle.x + radius * sin(angle), middle.y - radius * cos(angle))
    }
  }
}

/// A rectangle on a drawing.
struct Box: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  func overlaps(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}

extension Shape.Text {
  /// The space from the top of its capitals to the bottom of its descenders.
  var box: Box {
    let length = TextMetrics.width(string, size: size, isBold: isBold)
    let start = anchor == .start ? 0 : anchor == .middle ? -length / 2 : -length
    let (up, down) = (0.74 * size, 0.21 * size)
    return isTurned
      ? Box(left: place.x - up, top: place.y - start - length, right: place.x + down, bottom: place.y - start)
      : Box(left: place.x + start, top: place.y - up, right: place.x + start + length, bottom: place.y + down)
  }
}

/// The widths of letters in Helvetica, Arial and Liberation Sans, which are the same.
///
/// Source: Adobe, Helvetica.afm and Helvetica-Bold.afm; checked against Liberation Sans.
enum TextMetrics {
  private static let plain: [Double] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
  ]
  private static let bold: [Double] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
  ]

  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width($1, isBold) } * size / 1000
  }

  private static func width(_ scalar: Unicode.Scalar, _ isBold: Bool) -> Double {
    switch scalar.value {
    case 32..<127: (isBold ? bold : plain)[Int(scalar.value) - 32]
    case 0x2026: 1000
    case 0x1100...: scalar.value < 0x2000 || scalar.value > 0x2BFF ? 1000 : 620
    default: 620
    }
  }

  /// The text, or as much of its beginning as fits, with `…` for the rest.
  static func fitted(_ text: String, to room: Double, size: Double, isBold: Bool = false) -> String {
    if width(text, size: size, isBold: isBold) <= room { return text }
    var rest = Substring(text)
    while !rest.isEmpty, width(rest + "…", size: size, isBold: isBold) > room { rest = rest.dropLast() }
    return rest + "…"
  }

  private static func width(_ text: Substring, size: Double, isBold: Bool) -> Double {
    width(String(text), size: size, isBold: isBold)
  }

  /// Lines that fit, at most so many; the last one ends in `…` if there is more.
  static func wrapped(_ text: String, to room: Double, size: Double, most: Int) -> [String] {
    var lines: [String] = []
    var words = text.split(separator: " ")[...]
    while let first = words.popFirst() {
      var line = String(first)
      if lines.count == most - 1 {
        line = ([first] + words).joined(separator: " ")
        words = []
      }
      while let next = words.first, width(line + " " + next, size: size) <= room {
        line += " " + next
        words.removeFirst()
      }
      lines.append(fitted(line, to: room, size: size))
    }
    return lines
  }
}

extension Palette {
  /// The colours of keys, on white and on black.
  static let ivory = Shade(name: "ivory", light: 0xFFFFFF, dark: 0xD5D5D5)
  static let ebony = Shade(name: "ebony", light: 0x2B2B2B, dark: 0x1A1A1A)
  static let edge = Shade(name: "edge", light: 0x8C8C8C, dark: 0x6E6E6E)
  static let ground = Shade(name: "ground", light: 0xFFFFFF, dark: 0x121212)
}

/// What the keyboard's picture is made of: one list of shapes, which becomes SVG and, through gnuplot, PNG.
enum KeyboardShape: Hashable, Sendable {
  /// Pixels from the upper left corner.
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// - opacity: In 0…1.
  case area([Point], fill: Palette.Shade, opacity: Double)
  /// An area with an edge of one pixel.
  case key(left: Double, top: Double, right: Double, bottom: Double, fill: Palette.Shade)
  case line([Point], Palette.Shade, width: Double)
  case disc(Point, radius: Double, Palette.Shade)
  case text(String, Point, Anchor, size: Double, Palette.Shade)
}

extension Palette {
  /// Keys look like keys, on white and on black.
  static let ivory = Shade(name: "ivory", light: 0xFFFFFF, dark: 0xD5D5D5)
  static let ebony = Shade(name: "ebony", light: 0x2B2B2B, dark: 0x1A1A1A)
  static let edge = Shade(name: "edge", light: 0x9A9A9A, dark: 0x6E6E6E)
  static let ground = Shade(name: "ground", light: 0xFFFFFF, dark: 0x121212)
}

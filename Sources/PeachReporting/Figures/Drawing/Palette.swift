/// The colours of figures on white and on black.
///
/// Blue, green and pink are colours of Okabe & Ito. Plum, grey, violet and dark green lie between them, so that
/// colour-blind readers can distinguish all series. Warnings alone are amber, and the best strategies are black and bold.
/// All have a contrast of 3 : 1 or more. Shapes and dashes differ as well, for print in grey.
///
/// Source: Okabe & Ito (2008), Color Universal Design, jfly.uni-koeln.de/color.
enum Palette {
  /// A colour on white and on black.
  struct Shade: Hashable {
    /// The name of its CSS variable, and of its classes after `f-` and `s-`.
    var name: String
    var light: UInt32
    var dark: UInt32
  }

  static let ink = Shade(name: "ink", light: 0x111111, dark: 0xEDEDED)
  static let faint = Shade(name: "faint", light: 0x757575, dark: 0x9E9E9E)
  static let grid = Shade(name: "grid", light: 0xE4E4E4, dark: 0x3A3A3A)
  static let caution = Shade(name: "caution", light: 0xB35900, dark: 0xF0A040)
  static let series: [Shade] = [
    (0x0072B2, 0x4AA8E8), (0x701C6B, 0xA058BC), (0x009E73, 0x2CC79B), (0xCC79A7, 0xFFC2E0), (0x545454, 0xB8B8B8),
    (0x5A5AD0, 0x8F8FFF), (0x20604A, 0xB8F0D0),
  ].enumerated().map { Shade(name: "series-\($0)", light: $1.0, dark: $1.1) }

  static var all: [Shade] { [ink, faint, grid, caution] + series }

  static func shade(of colour: Figure.Colour) -> Shade {
    switch colour {
    case .ink, .best: ink
    case .faint: faint
    case .series(let number): series[place(number)]
    case .wrong: series[1]
    case .caution: caution
    }
  }

  /// The shape of the points of a series.
  enum Marker: Hashable {
    case disc, triangle, square, diamond, pentagon, fallingTriangle, hexagon
  }

  static func marker(of colour: Figure.Colour) -> Marker {
    guard case .series(let number) = colour else { return .disc }
    return [.disc, .triangle, .square, .diamond, .fallingTriangle, .pentagon, .hexagon][place(number)]
  }

  /// The lengths of dashes and gaps; empty for a solid line.
  static func dashes(of colour: Figure.Colour) -> [Double] {
    guard case .series(let number) = colour else { return [] }
    return [[], [5, 2], [1.5, 1.5], [5, 1.5, 1.2, 1.5], [9, 2.5], [3, 1.5], [5, 1.5, 1.2, 1.5, 1.2, 1.5]][place(number)]
  }

  private static func place(_ number: Int) -> Int { abs(number) % series.count }

  /// A shade that covers the ground with some opacity.
  static func mixed(_ shade: Shade, _ opacity: Double, isDark: Bool) -> UInt32 {
    let (top, below) = isDark ? (shade.dark, ground.dark) : (shade.light, ground.light)
    return [16, 8, 0].reduce(0) { sum, shift in
      let (a, b) = (Double(top >> UInt32(shift) & 0xFF), Double(below >> UInt32(shift) & 0xFF))
      return sum | UInt32((b + opacity * (a - b)).rounded()) << UInt32(shift)
    }
  }

  static func hex(_ colour: UInt32) -> String {
    let digits = String(colour, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// The colours of figures on white and on black.
///
/// Series have those of Okabe & Ito, which the colour-blind tell apart; shapes and dashes differ as well, for print in grey.
///
/// Source: Okabe & Ito (2008), Color Universal Design, jfly.uni-koeln.de/color.
enum Palette {
  /// A colour that is known by its value in what gnuplot writes.
  struct Shade: Hashable {
    /// The name of its class; that of its CSS variable without `peach-`.
    var name: String
    var light: UInt32
    var dark: UInt32
  }

  static let ink = Shade(name: "ink", light: 0x111111, dark: 0xEDEDED)
  static let faint = Shade(name: "faint", light: 0x757575, dark: 0x9E9E9E)
  static let grid = Shade(name: "grid", light: 0xE4E4E4, dark: 0x3A3A3A)
  static let caution = Shade(name: "caution", light: 0xB35900, dark: 0xF0A040)
  static let series: [Shade] = [
    (0x0072B2, 0x4AA8E8), (0xD55E00, 0xF0803C), (0x009E73, 0x2CC79B), (0xCC79A7, 0xE39AC2), (0xE69F00, 0xF2B632),
    (0x56B4E9, 0x9AD8FA), (0x545454, 0xB8B8B8),
  ].enumerated().map { Shade(name: "series-\($0)", light: $1.0, dark: $1.1) }

  static var all: [Shade] { [ink, faint, grid, caution] + series }

  static func shade(of colour: Figure.Colour) -> Shade {
    switch colour {
    case .ink: ink
    case .faint: faint
    case .series(let number): series[place(number)]
    case .correct: series[2]
    case .wrong: series[1]
    case .caution: caution
    }
  }

  /// gnuplot's numbers of points: a shape for each series, filled and not.
  static func shape(of colour: Figure.Colour, isFilled: Bool) -> Int {
    let filled = [7, 9, 5, 13, 11, 15, 7]
    if colour == .caution { return 6 }
    guard case .series(let number) = colour else { return isFilled ? 7 : 6 }
    return filled[place(number)] - (isFilled ? 0 : 1)
  }

  /// Lengths of dashes and gaps; empty for a line without.
  static func dashes(of colour: Figure.Colour) -> [Int] {
    guard case .series(let number) = colour else { return [] }
    return [[], [9, 4], [3, 3], [9, 3, 2, 3], [16, 5], [5, 3], [9, 3, 2, 3, 2, 3]][place(number)]
  }

  private static func place(_ number: Int) -> Int { abs(number) % series.count }

  /// The shade of a tile, from 0 to 1: five of viridis, dark to light, which keep their order in grey.
  ///
  /// Source: van der Walt & Smith (2015), matplotlib's viridis.
  static func heat(_ share: Double) -> UInt32 {
    let stops: [SIMD3<Double>] = [[68, 1, 84], [59, 82, 139], [33, 144, 140], [93, 200, 99], [253, 231, 37]]
    let place = min(max(share, 0), 1) * 4
    let low = min(Int(place), 3)
    let colour = stops[low] + (place - Double(low)) * (stops[low + 1] - stops[low])
    return UInt32(colour.x.rounded()) << 16 | UInt32(colour.y.rounded()) << 8 | UInt32(colour.z.rounded())
  }

  static func hex(_ colour: UInt32) -> String {
    let digits = String(colour, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

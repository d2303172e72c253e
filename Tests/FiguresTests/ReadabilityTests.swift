import Foundation
import PeachReporting
import Testing

/// Finds texts that leave the page, touch each other or are too small, at both widths.
func expectReadable(_ figure: Figure, sourceLocation: SourceLocation = #_sourceLocation) {
  for width in FigureWidth.allCases {
    let picture = SVGPicture(figure, width: width)
    expectReadable(picture.textBoxes, in: picture.size, "\(figure.name), \(width)", sourceLocation: sourceLocation)
  }
}

/// Finds texts that leave a picture of this size, touch each other or are too small.
func expectReadable(
  _ boxes: [TextBox], in size: (width: Double, height: Double), _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for box in boxes {
    let isInside = box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height
    #expect(isInside, "\(name): \(box) leaves the page", sourceLocation: sourceLocation)
    #expect(box.size >= 7, "\(name): \(box) is small", sourceLocation: sourceLocation)
  }
  for (place, box) in boxes.enumerated() {
    for other in boxes.dropFirst(place + 1) {
      let isApart =
        box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
      #expect(isApart, "\(name): \(box) touches \(other)", sourceLocation: sourceLocation)
    }
  }
}

/// Figures are read in print, in grey and in the dark.
@Suite struct ReadabilityTests {
  private static func lines(_ count: Int, names: (Int) -> String) -> Figure {
    let layers = (0..<count).flatMap { number -> [Figure.Layer] in
      let data = (1...6).map { Figure.Datum(Double($0), 0.8 + 0.001 * Double(number * $0)) }
      let (name, colour) = (names(number), Figure.Colour.series(number))
      return [
        Figure.Layer(name, .line, colour, naming: .direct, data),
        Figure.Layer(name, .disc, colour, naming: .direct, data),
      ]
    }
    let panel = Figure.Panel(x: FigureAxis("trials"), y: FigureAxis("RMSE", unit: "log2"), layers: layers)
    return Figure(name: "lines", title: "t", description: "d", panels: [panel])
  }

  @Test func `a figure is 89 or 183 mm wide`() {
    let widths = FigureWidth.allCases.map { SVGPicture(Self.lines(2) { "\($0)" }, width: $0).size.width * 25.4 / 72 }
    #expect(abs(widths[0] - 89) < 0.2 && abs(widths[1] - 183) < 0.2)
  }

  @Test func `names at the ends of lines do not touch where the lines do`() {
    let figure = Self.lines(7) { "strategy-with-a-long-name-\($0)" }
    expectReadable(figure)
    let texts = SVGPicture(figure).textBoxes.map(\.text)
    #expect(texts.count { $0.hasPrefix("strategy-with") } == 7)
  }

  @Test func `long names and titles are cut, and stay on the page`() {
    let name = String(repeating: "W", count: 200)
    let data = (0..<3).map { Figure.Datum(Double($0), Double($0), low: 0, high: 2, text: name) }
    let panel = Figure.Panel(
      title: name, x: FigureAxis(name, unit: name), y: FigureAxis(name, categories: [name, name, name]),
      layers: [
        Figure.Layer(name, .horizontalInterval, .ink, data), Figure.Layer(name + "2", .disc, .series(1), data),
        Figure.Layer(name, .verticalRule, .ink, naming: .direct, [Figure.Datum(2, nil)]),
      ], margin: [name, name, name], marginTitle: name,
      remarks: [.init([name, name], .ink, .corner), .init([name], .ink, .foot(2))])
    let numbers = Figure.Panel(title: name, x: FigureAxis(name), y: FigureAxis(name), layers: [])
    expectReadable(Figure(name: "long", title: name, description: name, panels: [panel, numbers]))
    for arrangement in [Figure.Arrangement.grid, .joined] {
      let panels = (0..<5).map { _ in numbers }
      expectReadable(Figure(name: "long", title: name, description: name, panels: panels, arrangement: arrangement))
    }
  }

  @Test func `series differ in dash and marker, not only in colour`() throws {
    let picture = SVGPicture(Self.lines(7) { "\($0)" }).element
    let lines = picture.matches(of: /<polyline [^>]* class="s-series-[0-9]"[^>]*stroke-width="1.1"[^>]*>/).map {
      match in
      String(match.output).firstMatch(of: /stroke-dasharray="([^"]*)"/).map { String($0.output.1) } ?? "solid"
    }
    #expect(lines.count == 7 && Set(lines).count == 7)
  }

  /// WCAG 2.2, 1.4.11 asks 3 : 1 of graphics.
  @Test func `every colour has a contrast of 3 to 1 on white and in the dark`() throws {
    let picture = SVGPicture(Self.lines(2) { "\($0)" }).element
    let parts = picture.split(separator: "@media", maxSplits: 1)
    for (part, ground) in zip(parts, [UInt32(0xFFFFFF), 0x15171A]) {
      let shades = part.matches(of: /\.s-([a-z0-9-]+)\{stroke:var\([^,]*,#([0-9A-F]{6})\)/)
      #expect(shades.count > 8)
      for shade in shades where !["grid", "ground"].contains(shade.output.1) {
        let colour = try #require(UInt32(shade.output.2, radix: 16))
        let contrast = Self.contrast(colour, ground)
        #expect(contrast >= 3, "\(shade.output.1): \(contrast)")
      }
    }
  }

  /// Red, green and blue without their gamma.
  private static func linear(_ colour: UInt32) -> [Double] {
    [16, 8, 0].map { shift in
      let value = Double((colour >> UInt32(shift)) & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  private static func product(_ row: [Double], _ colour: [Double]) -> Double {
    zip(row, colour).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
    let (x, y) = (product([0.2126, 0.7152, 0.0722], linear(a)), product([0.2126, 0.7152, 0.0722], linear(b)))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  /// A colour in CIELAB as a person with this matrix sees it.
  private static func lab(_ colour: UInt32, _ matrix: [[Double]]) -> [Double] {
    let seen = matrix.map { min(max(product($0, linear(colour)), 0), 1) }
    let white = [0.9505, 1, 1.089]
    let f = zip([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], white).map {
      let share = product($0, seen) / $1
      return share > 0.008856 ? cbrt(share) : 7.787 * share + 16 / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// Matrices of Machado, Oliveira & Fernandes (2009), IEEE Trans. Vis. Comput. Graph. 15:1291–1298: normal vision,
  /// protanopia and deuteranopia. A difference of 20 in CIELAB is seen at a glance; the former brown had 1.
  @Test func `the amber of warnings differs from every series, also for colour-blind readers`() throws {
    let picture = SVGPicture(Self.lines(2) { "\($0)" }).element
    for part in picture.split(separator: "@media", maxSplits: 1) {
      let shades = part.matches(of: /\.s-([a-z0-9-]+)\{stroke:var\([^,]*,#([0-9A-F]{6})\)/).compactMap { match in
        UInt32(match.output.2, radix: 16).map { (name: String(match.output.1), colour: $0) }
      }
      let caution = try #require(shades.first { $0.name == "caution" }).colour
      let series = shades.filter { $0.name.hasPrefix("series-") }
      #expect(series.count == 7)
      for matrix in [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
      ] {
        let amber = Self.lab(caution, matrix)
        for shade in series {
          let difference = zip(amber, Self.lab(shade.colour, matrix)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
          #expect(difference.squareRoot() > 20, "\(shade.name)")
        }
      }
    }
  }

  @Test func `an interval that leaves the panel ends in an arrow, and one that does not has none`() {
    func arrows(_ low: Double?, _ high: Double?, _ mark: Figure.Mark) -> Int {
      let panel = Figure.Panel(
        x: FigureAxis("x", range: .init(from: 0, to: 10)), y: FigureAxis("y", range: .init(from: 0, to: 10)),
        layers: [Figure.Layer("a", mark, .ink, [Figure.Datum(5, 5, low: low, high: high)])])
      let figure = Figure(name: "n", title: "t", description: "d", panels: [panel])
      return SVGPicture(figure).element.ranges(of: "<polygon").count
    }
    for mark in [Figure.Mark.interval, .horizontalInterval] {
      #expect(arrows(2, 8, mark) == 0)
      #expect(arrows(-1, 8, mark) == 1)
      #expect(arrows(2, nil, mark) == 1)
      #expect(arrows(nil, 11, mark) == 2)
    }
  }

  @Test func `a line stops at the edge of its panel`() throws {
    let data = [Figure.Datum(0, 5), Figure.Datum(4, 25), Figure.Datum(8, 5), Figure.Datum(12, 5)]
    let panel = Figure.Panel(
      x: FigureAxis("x", range: .init(from: 0, to: 10)), y: FigureAxis("y", range: .init(from: 0, to: 10)),
      layers: [Figure.Layer("a", .line, .series(0), data)])
    let picture = SVGPicture(Figure(name: "n", title: "t", description: "d", panels: [panel])).element
    let pieces = picture.matches(of: /points="([^"]*)" fill="none" class="s-series-0"/)
    #expect(pieces.count == 2)
    let places = try pieces.flatMap { $0.output.1.split(separator: " ") }.map { pair in
      try pair.split(separator: ",").map { try #require(Double($0)) }
    }
    let axis = try #require(
      picture.firstMatch(of: /points="([0-9.]+),([0-9.]+) ([0-9.]+),[0-9.]+" fill="none" class="s-ink"/))
    let (left, bottom, right) = (Double(axis.output.1) ?? 0, Double(axis.output.2) ?? 0, Double(axis.output.3) ?? 0)
    #expect(places.allSatisfy { $0[0] >= left - 0.02 && $0[0] <= right + 0.02 && $0[1] <= bottom + 0.02 })
    #expect(places.map { $0[1] }.min() ?? 0 > 2)
  }
}

import Foundation
import PeachReporting
import Testing

/// Finds texts that leave the page, touch each other or are too small, at both widths.
func expectReadable(_ figure: Figure, sourceLocation: SourceLocation = #_sourceLocation) {
  for width in FigureWidth.allCases {
    let picture = SVGPicture(figure, width: width)
    let (boxes, size) = (picture.textBoxes, picture.size)
    for box in boxes {
      let isInside = box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height
      #expect(isInside, "\(figure.name), \(width): \(box) leaves the page", sourceLocation: sourceLocation)
      #expect(box.size >= 7, "\(figure.name), \(width): \(box) is small", sourceLocation: sourceLocation)
    }
    for (place, box) in boxes.enumerated() {
      for other in boxes.dropFirst(place + 1) {
        let isApart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
        #expect(isApart, "\(figure.name), \(width): \(box) touches \(other)", sourceLocation: sourceLocation)
      }
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

  private static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
    func part(_ colour: UInt32, _ shift: UInt32) -> Double {
      let value = Double((colour >> shift) & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    func luminance(_ colour: UInt32) -> Double {
      0.2126 * part(colour, 16) + 0.7152 * part(colour, 8) + 0.0722 * part(colour, 0)
    }
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
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

import Configuration

extension KeyboardPicture {
  /// An SVG element for a page, as wide as its place; dark where the page is.
  ///
  /// - Parameter id: What the names of its title and description begin with: one of each is on a page.
  public func svgElement(id: String = "keyboard") -> String { root(id, isFile: false) }

  /// A file of its own: on white, or on black where that is wished.
  public var svg: String { "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + root("keyboard", isFile: true) }

  private func root(_ id: String, isFile: Bool) -> String {
    let place = isFile ? " width=\"\(width.shortest)\" height=\"\(height.shortest)\"" : ""
    let ground =
      isFile
      ? "<rect class=\"f-ground\" width=\"\(width.shortest)\" height=\"\(height.shortest)\" fill=\"#FFFFFF\"/>\n" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.shortest) \(height.shortest)"\(place) \
      class="peach-keyboard" role="img" aria-labelledby="\(id)-title" aria-describedby="\(id)-description" \
      font-family="sans-serif">
      <title id="\(id)-title">\(Escaping.xml(PlainText.cut(title, to: 300)))</title>
      <desc id="\(id)-description">\(Escaping.xml(PlainText.cut(description, to: 4000)))</desc>
      <style>\(Self.style)</style>
      \(ground)\(shapes.map(Self.element).joined(separator: "\n"))
      </svg>

      """
  }

  /// White is said shape by shape, black here.
  static var style: String {
    let shades = [
      Palette.ink, Palette.grid, Palette.series[0], Palette.series[1], Palette.ivory, Palette.ebony, Palette.edge,
      Palette.ground,
    ]
    let dark = shades.map { shade in
      let colour = Palette.hex(shade.dark)
      return ".peach-keyboard .f-\(shade.name){fill:\(colour)}.peach-keyboard .s-\(shade.name){stroke:\(colour)}"
    }
    return ".peach-keyboard{display:block;max-width:100%;height:auto}"
      + "@media screen and (prefers-color-scheme:dark){\(dark.joined())}"
  }

  private static func element(_ shape: KeyboardShape) -> String {
    switch shape {
    case .area(let points, let fill, let opacity):
      "<polygon points=\"\(path(points))\" \(paint("f", fill)) fill-opacity=\"\(number(opacity))\"/>"
    case .key(let left, let top, let right, let bottom, let fill):
      "<rect x=\"\(number(left))\" y=\"\(number(top))\" width=\"\(number(right - left))\" "
        + "height=\"\(number(bottom - top))\" rx=\"2\" class=\"f-\(fill.name) s-edge\" "
        + "fill=\"\(Palette.hex(fill.light))\" stroke=\"\(Palette.hex(Palette.edge.light))\"/>"
    case .line(let points, let shade, let width):
      "<polyline points=\"\(path(points))\" fill=\"none\" \(paint("s", shade)) stroke-width=\"\(number(width))\"/>"
    case .disc(let middle, let radius, let shade):
      "<circle cx=\"\(number(middle.x))\" cy=\"\(number(middle.y))\" r=\"\(number(radius))\" \(paint("f", shade))/>"
    case .text(let text, let place, let anchor, let size, let shade):
      "<text x=\"\(number(place.x))\" y=\"\(number(place.y))\" text-anchor=\"\(anchor.rawValue)\" "
        + "font-size=\"\(number(size))\" \(paint("f", shade))>\(Escaping.xml(text))</text>"
    }
  }

  private static func paint(_ what: String, _ shade: Palette.Shade) -> String {
    "class=\"\(what)-\(shade.name)\" \(what == "f" ? "fill" : "stroke")=\"\(Palette.hex(shade.light))\""
  }

  private static func path(_ points: [KeyboardShape.Point]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }

  /// To a hundredth of a pixel.
  private static func number(_ value: Double) -> String { ((value * 100).rounded() / 100).shortest }
}

import PeachSupport

extension Shape {
  /// An SVG element. Its class names its colour: `f-ink` fills, `s-ink` strokes.
  var svg: String {
    switch self {
    case .area(let points, let fill, let opacity):
      "<polygon points=\"\(Shape.path(points))\" \(Shape.paint("f", fill)) fill-opacity=\"\(Shape.number(opacity))\"/>"
    case .cells(let boxes, let fill, let opacity):
      "<path d=\"\(boxes.map(Shape.path).joined())\" \(Shape.paint("f", fill)) "
        + "fill-opacity=\"\(Shape.number(opacity))\" shape-rendering=\"crispEdges\"/>"
    case .key(let left, let top, let right, let bottom, let fill):
      "<rect x=\"\(Shape.number(left))\" y=\"\(Shape.number(top))\" width=\"\(Shape.number(right - left))\" "
        + "height=\"\(Shape.number(bottom - top))\" rx=\"2\" class=\"f-\(fill.name) s-edge\" "
        + "fill=\"\(Palette.hex(fill.light))\" stroke=\"\(Palette.hex(Palette.edge.light))\"/>"
    case .line(let points, let shade, let width):
      "<polyline points=\"\(Shape.path(points))\" fill=\"none\" \(Shape.paint("s", shade)) "
        + "stroke-width=\"\(Shape.number(width))\"/>"
    case .dashes(let points, let shade, let width, let pattern):
      "<polyline points=\"\(Shape.path(points))\" fill=\"none\" \(Shape.paint("s", shade)) "
        + "stroke-width=\"\(Shape.number(width))\" "
        + "stroke-dasharray=\"\(pattern.map(Shape.number).joined(separator: " "))\"/>"
    case .disc(let middle, let radius, let shade):
      "<circle cx=\"\(Shape.number(middle.x))\" cy=\"\(Shape.number(middle.y))\" r=\"\(Shape.number(radius))\" "
        + "\(Shape.paint("f", shade))/>"
    case .outline(let points, let shade, let width):
      "<polygon points=\"\(Shape.path(points))\" \(Shape.hollow(shade, width))/>"
    case .circle(let middle, let radius, let shade, let width):
      "<circle cx=\"\(Shape.number(middle.x))\" cy=\"\(Shape.number(middle.y))\" r=\"\(Shape.number(radius))\" "
        + "\(Shape.hollow(shade, width))/>"
    case .words(let text): Shape.svg(text)
    }
  }

  private static func svg(_ text: Text) -> String {
    let (x, y) = (number(text.place.x), number(text.place.y))
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(text.anchor.rawValue)\" font-size=\"\(number(text.size))\" "
      + (text.isBold ? "font-weight=\"bold\" " : "") + (text.isTurned ? "transform=\"rotate(-90 \(x) \(y))\" " : "")
      + "\(paint("f", text.shade))>\(Escaping.xml(text.string))</text>"
  }

  private static func paint(_ what: String, _ shade: Palette.Shade) -> String {
    "class=\"\(what)-\(shade.name)\" \(what == "f" ? "fill" : "stroke")=\"\(Palette.hex(shade.light))\""
  }

  private static func hollow(_ shade: Palette.Shade, _ width: Double) -> String {
    "class=\"f-ground s-\(shade.name)\" fill=\"\(Palette.hex(Palette.ground.light))\" "
      + "stroke=\"\(Palette.hex(shade.light))\" stroke-width=\"\(number(width))\""
  }

  private static func path(_ points: [Point]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }

  private static func path(_ box: Box) -> String {
    "M\(number(box.left)),\(number(box.top))H\(number(box.right))V\(number(box.bottom))H\(number(box.left))Z"
  }

  /// A number to a hundredth of a unit.
  private static func number(_ value: Double) -> String { ((value * 100).rounded() / 100).shortest }
}

import PeachSupport

/// A drawing as SVG for a page or a file, with a title, a description, and colours that follow the page.
package struct SVGPicture {
  private let figure: Figure
  private let drawing: FigureDrawing

  package init(_ figure: Figure, width: FigureWidth = .single) {
    self.figure = figure
    drawing = FigureDrawing(figure, width)
  }

  /// An SVG element for a page. It takes the page's text colour, is dark if the page is, and is as wide as its place.
  package var element: String { root(isFile: false) }

  /// A file of its own: on white, or on black if the viewer prefers that.
  var file: String { "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + root(isFile: true) }

  /// The boxes of all texts, in points from the upper left corner.
  package var textBoxes: [TextBox] {
    drawing.texts.map { TextBox($0) }
  }

  /// The size in points.
  package var size: (width: Double, height: Double) { (drawing.width, drawing.height) }

  private func root(isFile: Bool) -> String {
    let (width, height) = (drawing.width.shortest, drawing.height.shortest)
    let (title, description) = ("\(figure.name)-title", "\(figure.name)-description")
    let place =
      isFile
      ? "width=\"\(width)pt\" height=\"\(height)pt\" class=\"peach-figure peach-file\"" : "class=\"peach-figure\""
    let ground = isFile ? "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\" fill=\"#FFFFFF\"/>\n" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \(place) role="img" \
      aria-labelledby="\(title)" aria-describedby="\(description)" font-family="\(SVGPicture.fonts)">
      <title id="\(title)">\(Escaping.xml(PlainText.cut(figure.title, to: 300)))</title>
      <desc id="\(description)">\(Escaping.xml(PlainText.cut(figure.description, to: 4000)))</desc>
      <style>\(SVGPicture.style(isFile: isFile))</style>
      \(ground)\(drawing.shapes.map(\.svg).joined(separator: "\n"))
      </svg>

      """
  }

  /// Journals accept these fonts, and their letters are equally wide.
  private static let fonts = "Helvetica, Arial, Liberation Sans, sans-serif"

  /// The contents of the `style` elements in all elements for pages. A page allows these styles and no others.
  package static var pageStyles: [String] { [style(isFile: false), KeyboardPicture.style] }

  /// Colours are CSS variables: a page sets its own as `--series-0`, `--ground` …
  private static func style(isFile: Bool) -> String {
    func colours(_ value: (Palette.Shade) -> UInt32) -> String {
      (Palette.all + [Palette.ground]).map { shade in
        let own = shade == Palette.ink ? "currentColor" : "var(--\(shade.name),\(Palette.hex(value(shade))))"
        return ".peach-figure .f-\(shade.name){fill:\(own)}.peach-figure .s-\(shade.name){stroke:\(own)}"
      }.joined()
    }
    var style =
      ".peach-figure{display:block;width:100%;max-width:40rem;height:auto;color:inherit}" + colours(\.light)
    let dark = colours(\.dark)
    guard isFile else { return style + "@media screen and (prefers-color-scheme:dark){\(dark)}" }
    style += ".peach-file{color:\(Palette.hex(Palette.ink.light))}.peach-file .ground{fill:#FFFFFF}"
    return style
      + "@media screen and (prefers-color-scheme:dark){\(dark).peach-file{color:\(Palette.hex(Palette.ink.dark))}"
      + ".peach-file .ground{fill:#121212}}"
  }
}

/// A text of a picture with the space that it takes.
package struct TextBox: Sendable {
  package var text: String
  package var size: Double
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double
}

extension TextBox {
  init(_ text: Shape.Text) {
    let box = text.box
    self.init(
      text: text.string, size: text.size, left: box.left, top: box.top, right: box.right, bottom: box.bottom)
  }
}

import PeachSupport

extension KeyboardPicture {
  /// An SVG element for a page. It is as wide as its place, and dark if the page is.
  ///
  /// - Parameter id: The start of the identifiers of title and description, which must be unique on a page.
  package func svgElement(id: String = "keyboard") -> String { root(id, isFile: false) }

  /// An SVG file of its own: on white, or on black if the viewer prefers that.
  package var svg: String { "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + root("keyboard", isFile: true) }

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
      \(ground)\(shapes.map(\.svg).joined(separator: "\n"))
      </svg>

      """
  }

  /// Each shape states its colour on white. The style sheet adds the colours on black.
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
}

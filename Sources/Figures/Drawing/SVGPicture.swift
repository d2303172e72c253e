import Configuration

/// gnuplot's SVG as pages and files have it: names of its own, colours that follow the page, a title and a description.
struct SVGPicture {
  private let figure: Figure
  private let viewBox: String
  private let body: String

  init(_ figure: Figure, drawing: [UInt8]) {
    self.figure = figure
    let text = String(decoding: drawing, as: UTF8.self)
    viewBox = text.firstMatch(of: /viewBox="(?<box>[0-9. ]+)"/).map { String($0.output.box) } ?? "0 0 480 300"
    body = SVGPicture.body(of: text, prefix: figure.name)
  }

  /// For a page.
  var element: String { root(isFile: false) }

  /// For a file of its own: on white, or on black where that is wished.
  var file: String { "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + root(isFile: true) }

  private func root(isFile: Bool) -> String {
    let size = viewBox.split(separator: " ").suffix(2)
    let (width, height) = (size.first ?? "480", size.last ?? "300")
    let (title, description) = ("\(figure.name)-title", "\(figure.name)-description")
    let place =
      isFile ? "width=\"\(width)\" height=\"\(height)\" class=\"peach-figure peach-file\"" : "class=\"peach-figure\""
    let ground =
      isFile ? "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\" fill=\"#FFFFFF\"/>\n" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(viewBox)" \(place) role="img" \
      aria-labelledby="\(title)" aria-describedby="\(description)">
      <title id="\(title)">\(PlainText.escaped(PlainText.cut(figure.title, to: 300)))</title>
      <desc id="\(description)">\(PlainText.escaped(PlainText.cut(figure.description, to: 4000)))</desc>
      <style>\(SVGPicture.style(isFile: isFile))</style>
      \(ground)\(body)
      </svg>

      """
  }

  /// Colours are CSS variables: a page sets its own as `--series-0`, `--ink` …
  private static func style(isFile: Bool) -> String {
    func colours(_ value: (Palette.Shade) -> UInt32) -> String {
      Palette.all.map { shade in
        let own = shade == Palette.ink ? "currentColor" : "var(--\(shade.name),\(Palette.hex(value(shade))))"
        return ".peach-figure .peach-\(shade.name){--peach:\(own)}"
      }.joined()
    }
    var style =
      ".peach-figure{display:block;width:100%;max-width:40rem;height:auto;color:inherit}"
      + ".peach-figure [stroke][class^=peach]:not([stroke=none]){stroke:var(--peach)}"
      + ".peach-figure [fill][class^=peach]:not([fill=none]){fill:var(--peach)}"
      + ".peach-figure [color][class^=peach]{color:var(--peach)}" + colours(\.light)
    let dark = colours(\.dark)
    guard isFile else { return style + "@media screen and (prefers-color-scheme:dark){\(dark)}" }
    style += ".peach-file{color:\(Palette.hex(Palette.ink.light))}.peach-file .ground{fill:#FFFFFF}"
    return style
      + "@media screen and (prefers-color-scheme:dark){\(dark).peach-file{color:\(Palette.hex(Palette.ink.dark))}"
      + ".peach-file .ground{fill:#121212}}"
  }

  /// What is drawn, without what gnuplot says of itself.
  private static func body(of text: String, prefix: String) -> String {
    guard let start = text.firstRange(of: "<defs>"), let end = text.ranges(of: "</g>").last else { return "" }
    var body = String(text[start.lowerBound..<end.lowerBound])
    // Filters of boxes about texts, of which there are none; titles and names that would show beside the pointer.
    body = body.replacing(/<filter [\s\S]*?<\/filter>\s*/, with: "")
    body = body.replacing(/<g id="peach_plot_[^"]*" ><title>[^<]*<\/title>/, with: "<g>")
    body = body.replacing(
      /<g fill="none" color="[^"]*" stroke="[^"]*" stroke-width="[^"]*" [^>]*>\s*<\/g>\s*/, with: "")
    body = body.replacing(/\s+\n/, with: "\n")
    // Only in tags: texts are someone else's.
    return body.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { place, piece in
      guard place > 0, let end = piece.firstIndex(of: ">") else { return String(piece) }
      return "<" + own(String(piece[..<end]), prefix) + piece[end...]
    }.joined()
  }

  /// A tag with names of this figure, and with classes for colours.
  private static func own(_ tag: String, _ prefix: String) -> String {
    var tag = tag.replacing(" class=\"gridline\"", with: "")
    if tag.contains("gp") {
      tag = tag.replacing("gpPt", with: "\(prefix)-point-").replacing("gpDot", with: "\(prefix)-dot")
      tag = tag.replacing("xlink:href", with: "href")
    }
    // gnuplot's points are larger here than in its other pictures.
    if tag.hasPrefix("use "), let found = tag.firstMatch(of: /scale\(([0-9.]+)\)/), let size = Double(found.1) {
      tag = tag.replacing(found.0, with: "scale(\(((size * 78).rounded() / 100).shortest))")
    }
    if tag.contains("black") {
      tag = tag.replacing("'black'", with: "'currentColor'").replacing("\"black\"", with: "\"currentColor\"")
    }
    guard tag.contains("rgb("), let found = tag.firstMatch(of: /['"]rgb\( *(\d+), *(\d+), *(\d+)\)['"]/),
      let red = UInt32(found.1), let green = UInt32(found.2), let blue = UInt32(found.3)
    else { return tag }
    let colour = red << 16 | green << 8 | blue
    let shade = Palette.all.first { $0.light == colour }
    return tag.replacing(
      found.0, with: "\"\(Palette.hex(colour))\"" + (shade.map { " class=\"peach-\($0.name)\"" } ?? ""))
  }
}

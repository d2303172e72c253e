import Configuration

/// gnuplot's SVG as pages and files have it: names of its own, colours that follow the page, a title and a description.
struct SVGPicture {
  private let figure: Figure
  private let viewBox: String
  private let body: String

  init(_ figure: Figure, drawing: [UInt8]) {
    self.figure = figure
    let pieces = SVGPicture.pieces(of: drawing)
    let box = pieces.lazy.compactMap { piece -> String? in
      guard case .tag(let tag) = piece, tag.hasPrefix("svg") else { return nil }
      return tag.firstMatch(of: /viewBox="(?<box>[0-9. ]+)"/).map { String($0.output.box) }
    }.first
    viewBox = box ?? "0 0 480 300"
    body = SVGPicture.body(of: pieces, prefix: figure.name)
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
      <title id="\(title)">\(Escaping.xml(PlainText.cut(figure.title, to: 300)))</title>
      <desc id="\(description)">\(Escaping.xml(PlainText.cut(figure.description, to: 4000)))</desc>
      <style>\(SVGPicture.style(isFile: isFile))</style>
      \(ground)\(body)
      </svg>

      """
  }

  /// The style of an element in a page, which the content policy of the page allows by its digest.
  static var pageStyle: String { style(isFile: false) }

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

  // MARK: What gnuplot drew

  /// A part of the drawing. Texts are somebody else's: they stay as gnuplot escaped them.
  private enum Piece {
    /// What stands between `<` and `>`.
    case tag(String)
    case text(ArraySlice<UInt8>)
  }

  /// The drawing in pieces. It is divided at bytes, because a mark behind `<` makes another `Character` of it.
  private static func pieces(of drawing: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var rest = drawing[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")), let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      if start > rest.startIndex { pieces.append(.text(rest[..<start])) }
      pieces.append(.tag(String(decoding: rest[(start + 1)..<end], as: UTF8.self)))
      rest = rest[(end + 1)...]
    }
    return pieces
  }

  /// What is drawn, without what gnuplot says of itself.
  private static func body(of pieces: [Piece], prefix: String) -> String {
    func isTag(_ place: Int, _ matches: (String) -> Bool) -> Bool {
      guard pieces.indices.contains(place), case .tag(let tag) = pieces[place] else { return false }
      return matches(tag)
    }
    func isBlank(_ place: Int) -> Bool {
      guard pieces.indices.contains(place), case .text(let text) = pieces[place] else { return false }
      return text.allSatisfy(isSpace)
    }
    func isEmpty(_ place: Int) -> Bool { isTag(isBlank(place + 1) ? place + 2 : place + 1) { $0 == "/g" } }
    guard let start = pieces.indices.first(where: { isTag($0) { $0 == "defs" } }),
      let end = pieces.indices.last(where: { isTag($0) { $0 == "/g" } })
    else { return "" }
    var body: [UInt8] = []
    var place = start
    while place < end {
      switch pieces[place] {
      // Drop the filters for text boxes: no figure has such boxes.
      case .tag(let tag) where tag.hasPrefix("filter "):
        while place < end, !isTag(place, { $0 == "/filter" }) { place += 1 }
        if isBlank(place + 1) { place += 1 }
      // Drop titles, which browsers would show as tooltips.
      case .tag(let tag) where tag.hasPrefix("g id=\"peach_plot_") && isTag(place + 1, { $0 == "title" }):
        body += "<g>".utf8
        while place < end, !isTag(place, { $0 == "/title" }) { place += 1 }
      case .tag(let tag) where tag.hasPrefix("g fill=\"none\" ") && isEmpty(place):
        place += isBlank(place + 1) ? 2 : 1
        if isBlank(place + 1) { place += 1 }
      case .tag(let tag): body += "<\(own(tag, prefix))>".utf8
      // gnuplot leaves `>` as it is, but XML allows no `]]>` in a text.
      case .text(let text): for byte in text { body += byte == UInt8(ascii: ">") ? Array("&gt;".utf8) : [byte] }
      }
      place += 1
    }
    return String(decoding: withoutSpaceAtLineEnds(body), as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || 0x09...0x0d ~= byte }

  private static func withoutSpaceAtLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == 0x0a { while let last = result.last, isSpace(last) { result.removeLast() } }
      result.append(byte)
    }
    return result
  }

  /// A tag with names of this figure, and with classes for colours. Tags are gnuplot's own: no text of others is in them.
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

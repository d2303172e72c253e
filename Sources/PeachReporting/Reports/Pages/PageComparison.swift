/// Compares a stored report with the page that Peach would write now, byte for byte, and names the first difference.
package struct PageComparison {
  /// The first place that differs: the text of the page there, and the expected text. `nil` if the page is the same.
  package let difference: ValueDifference?
  /// Whether that place is in the data for programs, after everything that people read.
  package let isInData: Bool

  /// - Parameters:
  ///   - found: The bytes of the file.
  ///   - page: The page that Peach would write now.
  package init(_ found: [UInt8], with page: String) {
    let page = Array(page.utf8)
    let outcome = PageComparison.firstDifference(found, page)
    guard let outcome else {
      (difference, isInData) = (nil, false)
      return
    }
    let place = PagePlace(of: outcome.expected, in: page)
    isInData = place.isInData
    let (got, expected) = outcome.texts(found, page)
    difference = ValueDifference(what: place.name, stored: got, again: expected)
  }

  /// Positions in both, up to which they agree.
  private struct Position {
    var found: Int
    var expected: Int

    /// The content of both there: the text between two tags, or the tag. A long text begins shortly before the
    /// position.
    func texts(_ found: [UInt8], _ page: [UInt8]) -> (got: String, expected: String) {
      let context = 40
      var start = expected
      while start > 0, page[start - 1] != UInt8(ascii: ">"), expected - start < context || page[start] & 0xc0 == 0x80 {
        start -= 1
        if page[start] == UInt8(ascii: "<") { break }
      }
      let got = PageComparison.run(found, from: self.found - (expected - start), beyond: self.found)
      let wanted = PageComparison.run(page, from: start, beyond: expected)
      let (shortGot, shortWanted) = (got.trimmed, wanted.trimmed)
      if shortGot == shortWanted { return (got, wanted) }
      let isCut = start > 0 && page[start - 1] != UInt8(ascii: ">") && page[start] != UInt8(ascii: "<")
      func told(_ text: String) -> String { text.isEmpty ? "nothing more" : (isCut ? "…" : "") + text }
      return (told(shortGot), told(shortWanted))
    }
  }

  private static func firstDifference(_ found: [UInt8], _ page: [UInt8]) -> Position? {
    var position = Position(found: 0, expected: 0)
    func skipEqual(to end: Int) -> Bool {
      while position.expected < end {
        guard position.found < found.count, found[position.found] == page[position.expected] else { return false }
        position.found += 1
        position.expected += 1
      }
      return true
    }
    return skipEqual(to: page.count) && position.found == found.count ? nil : position
  }

  /// The text or tag that begins at a position, with the tag behind it if nothing else tells the two pages apart.
  private static func run(_ bytes: [UInt8], from start: Int, beyond place: Int) -> String {
    let (open, close) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
    var end = start
    if end < bytes.count, bytes[end] != open { while end < bytes.count, bytes[end] != open { end += 1 } }
    if end <= place { while end < bytes.count, end - place < 400, bytes[end] != close { end += 1 } }
    if end < bytes.count, bytes[end] == close { end += 1 }
    let text = String(decoding: bytes[min(start, bytes.count)..<min(end, bytes.count)], as: UTF8.self)
    return PageComparison.plain(text)
  }

  /// A text as people read it, without the escapes of a page.
  static func plain(_ text: String) -> String {
    var plain = text
    for (escape, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&"),
    ] { plain = plain.replacing(escape, with: character) }
    return plain
  }
}

/// A place in a page that Peach wrote, in the words of a reader: section, table, row, column.
private struct PagePlace {
  private var zone = "the page"
  private var zoneAroundStyle = ""
  private var section: String?
  private var part: String?
  private var figure: String?
  private var caption: String?
  private var columns: [String] = []
  private var row = -1
  private var cell = 0
  private var subject: String?
  private var fact: String?
  private var isInCell = false
  private var isInFigureCaption = false

  var isInData: Bool { zone == PagePlace.data }

  private static let data = "the data for programs"
  private static let zones = [
    "head": "the head of the page", "style": "the style sheet", "header": "the heading of the page",
    "main": "", "nav": "the list of sections", "/nav": "", "footer": "the foot of the page", "script": data,
  ]

  init(of end: Int, in page: [UInt8]) {
    var place = 0
    var text = 0
    let (open, close) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
    while let start = page[place..<end].firstIndex(of: open) {
      let after = page[start..<end].firstIndex(of: close) ?? end
      let tag = page[(start + 1)..<max(after, start + 1)]
      let name = String(decoding: tag.prefix { $0 != 0x20 && $0 != 0x0a }, as: UTF8.self)
      read(name, after: String(decoding: page[text..<start], as: UTF8.self))
      place = min(after + 1, end)
      text = place
    }
  }

  /// Takes a tag, and the text before it.
  private mutating func read(_ tag: String, after text: String) {
    let text = PageComparison.plain(text)
    if tag == "style" { zoneAroundStyle = zone }
    if let zone = PagePlace.zones[tag] { self.zone = zone }
    switch tag {
    case "/style": zone = zoneAroundStyle
    case "/script": zone = "the end of the page"
    case "/h2": (section, part) = (text, nil)
    case "/h3", "/h4", "/h5", "/h6", "/summary": part = text
    case "/strong" where isInFigureCaption: figure = PagePlace.withoutNumber(text)
    case "figcaption": isInFigureCaption = true
    case "/figcaption": isInFigureCaption = false
    case "/figure": figure = nil
    case "/caption": (caption, columns, row) = (PagePlace.withoutNumber(text), [], -1)
    case "/table": caption = nil
    case "tr": (row, cell, subject) = (row + 1, 0, nil)
    case "td", "th": isInCell = true
    case "/td", "/th":
      if row == 0 { columns.append(text) } else if tag == "/th" { subject = subject ?? text }
      cell += 1
      isInCell = false
    case "/dt": fact = text
    case "/dl": fact = nil
    default: break
    }
  }

  /// The caption of a table or figure without `Table 3. ` before it and the point of a figure's title.
  private static func withoutNumber(_ caption: String) -> String {
    guard let label = caption.prefixMatch(of: #/(?<what>Table|Figure) [0-9]+\. /#) else { return caption }
    let rest = caption[label.range.upperBound...]
    return String(label.output.what == "Figure" && rest.hasSuffix(".") ? rest.dropLast() : rest)
  }

  /// `Performance, table "Errors", row 2 (two-down), column "RMSE"`.
  var name: String {
    guard zone.isEmpty else { return zone }
    var parts = [section ?? "the result", part, figure.map { "figure \"\($0)\"" }].compactMap(\.self)
    if let caption {
      parts.append("table \"\(caption)\"")
      if row > 0 { parts.append("row \(row)" + (subject.map { " (\($0))" } ?? "")) }
      if row >= 0, isInCell {
        parts.append(
          row > 0 && cell < columns.count ? "column \"\(columns[cell])\"" : "heading of column \(cell + 1)")
      }
    } else if let fact {
      parts.append("\"\(fact)\"")
    }
    return parts.joined(separator: ", ")
  }
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex))
  }
}

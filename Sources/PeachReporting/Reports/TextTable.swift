import PeachSupport

/// A table for people, with words at the left and numbers at the right of their columns.
///
/// If the table is too wide, words are broken over lines. Then the least important columns are hidden, and a line below
/// names them. Each character counts as one column.
package struct TextTable: Sendable {
  let columns: [TextColumn]
  private(set) var rows: [[String]] = []
  /// A style for each row.
  private var styles: [TextStyle] = []
  /// The sections by the row before which they begin.
  private var sections: [Int: StyledText] = [:]
  /// Whether a line is drawn below the headings.
  private let hasRule: Bool

  /// - Parameter hasRule: Whether a line is drawn below the headings.
  package init(_ columns: [TextColumn], hasRule: Bool = true) {
    self.columns = columns.map { TextColumn(SafeText.line($0.heading), $0.content, rank: $0.rank) }
    self.hasRule = hasRule
  }

  /// Adds a row. The text of a cell is on one line, whoever wrote it.
  package mutating func add(_ row: [String], _ style: TextStyle = .plain) {
    rows.append(row.map(SafeText.line))
    styles.append(style)
  }

  /// Begins a section with whole lines of text. If there are more than two sections, each repeats the headings.
  mutating func begin(_ section: StyledText) { sections[rows.count] = section }

  private var repeatsHeadings: Bool { sections.count > 2 }

  /// The table as text. No line is longer than the page.
  package func text(in page: PageWidth) -> String { styled(in: page).plain }

  /// The table with the styles of rows and sections.
  package func styled(in page: PageWidth) -> StyledText {
    let natural = columns.indices.map { column in
      rows.reduce(columns[column].heading.count) { max($0, $1[column].count) }
    }
    if page.isWide { return lines(Array(columns.indices), natural) }
    var shown = Array(columns.indices)
    while true {
      let least = shown.map { columns[$0].content == .words ? min(natural[$0], TextTable.leastOfWords) : natural[$0] }
      if let widths = TextTable.fitted(shown.map { natural[$0] }, least: least, to: page.columns) {
        return joined(lines(shown, widths), hidden(shown, page))
      }
      guard let place = shown.indices.reversed().max(by: { columns[shown[$0]].rank < columns[shown[$1]].rank }),
        columns[shown[place]].rank > 0
      else { break }
      shown.remove(at: place)
    }
    // The remaining columns stay, even if names and numbers must be broken.
    let ones = shown.map { _ in 1 }
    return joined(
      lines(shown, TextTable.fitted(shown.map { natural[$0] }, least: ones, to: page.columns) ?? ones),
      hidden(shown, page))
  }

  private func joined(_ table: StyledText, _ hidden: String) -> StyledText {
    var text = table
    text.add(hidden, hasRule ? .plain : .faint)
    return text
  }

  /// Broken words narrower than this are hard to read.
  private static let leastOfWords = 20
  private static let gap = "  "

  /// The widths of columns, the widest reduced until all fit; `nil` if they do not fit at their least widths.
  private static func fitted(_ natural: [Int], least: [Int], to width: Int) -> [Int]? {
    let room = width - gap.count * (natural.count - 1)
    var cap = natural.max() ?? 0
    while true {
      let widths = zip(natural, least).map { max($1, min($0, cap)) }
      let sum = widths.reduce(0, +)
      if sum <= room { return widths }
      if cap <= 1 || widths == least { return nil }
      cap -= 1
    }
  }

  private func lines(_ shown: [Int], _ widths: [Int]) -> StyledText {
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: TextTable.gap) + "\n"
    let headings = lines(columns.map(\.heading), shown, widths)
    var text = StyledText()
    func addHeadings() {
      text.add(headings, hasRule ? .plain : .faint)
      if hasRule { text.add(rule) }
    }
    if !repeatsHeadings { addHeadings() }
    for (place, row) in rows.enumerated() {
      if let section = sections[place] {
        if repeatsHeadings, place > 0 { text.add("\n") }
        text += section
        if repeatsHeadings { addHeadings() }
      }
      text.add(lines(row, shown, widths), styles[place])
    }
    return text
  }

  /// One row, on as many lines as its cells need.
  private func lines(_ row: [String], _ shown: [Int], _ widths: [Int]) -> String {
    let cells = zip(shown, widths).map { column, width in
      row[column].count <= width ? [row[column]] : TextTable.wrapped(row[column], to: width)
    }
    let count = cells.reduce(1) { max($0, $1.count) }
    return (0..<count).map { line in
      var text = ""
      for (place, cell) in cells.enumerated() {
        let piece = line < cell.count ? cell[line] : ""
        let pad = String(repeating: " ", count: widths[place] - piece.count)
        if place > 0 { text += TextTable.gap }
        text += columns[shown[place]].content == .number ? pad + piece : piece + pad
      }
      return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)]) + "\n"
    }.joined()
  }

  private func hidden(_ shown: [Int], _ page: PageWidth) -> String {
    let names = columns.indices.filter { !shown.contains($0) }.map { columns[$0].heading }
    guard !names.isEmpty else { return "" }
    return TextTable.paragraph("not shown: \(names.joined(separator: ", ")); all with --wide", to: page.columns)
  }

  // MARK: Text

  /// Text in lines broken at spaces, but not inside `100 000` and before a `%`.
  ///
  /// - Parameter breaksWords: Whether longer words are broken too.
  package static func wrapped(_ text: String, to width: Int, breaksWords: Bool = true) -> [String] {
    var lines: [String] = []
    for word in words(of: text) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else if breaksWords, word.count > width {
        lines += pieces(word, of: max(1, width))
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Text in lines of at most `width`. Lines after the first are indented by two columns.
  ///
  /// - Parameter indent: The spaces before the first line.
  package static func paragraph(_ text: String, to width: Int, indent: Int = 0) -> String {
    let fits = indent + text.count <= width
    let margin = String(repeating: " ", count: indent)
    let lines = wrapped(text, to: max(1, width - indent - (fits ? 0 : gap.count)))
    return margin + lines.joined(separator: "\n" + margin + gap) + "\n"
  }

  private static func words(of text: String) -> [String] {
    text.split(separator: " ").reduce(into: []) { words, word in
      func isDigit(_ character: Character?) -> Bool { character.map { $0.isASCII && $0.isNumber } ?? false }
      let isGroup = word.count >= 3 && word.prefix(3).allSatisfy(isDigit) && isDigit(words.last?.last)
      if let last = words.last, isGroup || (word.hasPrefix("%") && isDigit(last.last)) {
        words[words.count - 1] = last + " " + word
      } else {
        words.append(String(word))
      }
    }
  }

  /// A word in pieces, broken after a hyphen or a similar character if one is near.
  private static func pieces(_ word: String, of width: Int) -> [String] {
    var pieces: [String] = []
    var rest = Substring(word)
    while rest.count > width {
      let whole = rest.prefix(width)
      let joint = whole.lastIndex { "-_/.".contains($0) }.map(whole.index(after:))
      let piece = joint.map { whole[..<$0] }.flatMap { 3 * $0.count >= width ? $0 : nil } ?? whole
      pieces.append(String(piece))
      rest = rest.dropFirst(piece.count)
    }
    return pieces + [String(rest)]
  }

  // MARK: Numbers

  /// A value as a cell: a number with so many decimals, or text; empty if it is missing.
  static func cell(_ value: Value?, decimals: Int) -> String {
    switch value {
    case nil: ""
    case .text(let text): text
    case .number(let number): fixed(number, decimals)
    case .some(let value): value.json()
    }
  }

  /// A number with so many decimals, whatever the locale.
  package static func fixed(_ value: Double, _ decimals: Int, signed: Bool = false) -> String {
    Precision.fixed(value, decimals, signed: signed)
  }

  /// A whole number in groups of three.
  package static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return (value < 0 ? "−" : "") + text
  }

  /// "1 cell", "2 cells".
  package static func counted(_ count: Int, _ what: String) -> String {
    "\(grouped(count)) \(what)\(count == 1 ? "" : "s")"
  }
}

package import PeachSupport

/// The methods section of a paper: paragraphs, tables of parameters, and the publications that they name.
package struct MethodsText: Sendable {
  package var paragraphs: [String] {
    // A year needs a letter only if the section cites two publications of that year by the same authors.
    zip(cited, references).reduce(written) { paragraphs, pair in
      pair.0.short == pair.1.short ? paragraphs : paragraphs.map { $0.replacing(pair.0.short, with: pair.1.short) }
    }
  }
  /// The tables in the order of their numbers: the first one is Table 1.
  package private(set) var tables: [MethodsTable] = []
  /// Each reference once, in the order in which the text cites them.
  package var references: [Reference] { Reference.lettered(cited) }

  private var written: [String] = []
  /// The references with all letters after years.
  private(set) var cited: [Reference] = []

  /// The quantity that procedures vary, in place of the word "level"; `nil` to keep that word.
  var quantity: VariedQuantity?

  package init() {}

  /// The references by author and year, as in a bibliography.
  package var sorted: [Reference] { references.sorted { ($0.text, $0.year) < ($1.text, $1.year) } }

  /// Starts a new paragraph for the sentences that follow.
  mutating func beginParagraph() { written.append("") }

  mutating func add(_ sentence: String) {
    let sentence = (quantity.map { $0.named(in: sentence) } ?? sentence).replacing("'", with: "’")
    if written.isEmpty { beginParagraph() }
    let last = written.count - 1
    written[last] += written[last].isEmpty ? sentence : " " + sentence
  }

  /// Adds a table.
  ///
  /// - Returns: Its number, from 1.
  mutating func add(_ table: MethodsTable) -> Int {
    tables.append(table)
    return tables.count
  }

  /// Adds references to the list.
  ///
  /// - Returns: `(Levitt, 1971; Watson, 2017)`; empty if there are none.
  mutating func cite(_ references: [Reference]) -> String {
    for reference in references where !cited.contains(reference) { cited.append(reference) }
    return references.isEmpty
      ? "" : " (" + references.sorted { $0.text < $1.text }.map(\.short).joined(separator: "; ") + ")"
  }

  mutating func cite(_ references: Reference...) -> String { cite(references) }

  /// Cites the source of a declaration: its own and known references, or its words if it names none.
  mutating func cite(source: String, _ own: [Reference]) -> String {
    let known = KnownReferences.named(in: source, own)
    if !known.isEmpty { return cite(known) }
    return source.hasPrefix("none") ? "" : " (\(source))"
  }

  /// The reference for the software itself.
  ///
  /// - Parameter version: The version of Peach.
  static func software(version: String, year: Int) -> Reference {
    var reference = Reference(["Peach"], year, "Peach: Psychoacoustic experiments", "", kind: .software)
    reference.version = version
    return reference
  }

  /// A number in a sentence: `nine`, `1000`, `10 000`. Journals group digits from five on.
  static func number(_ count: Int) -> String {
    count < 10 ? count.spelled : count < 10_000 ? String(count) : TextTable.grouped(count)
  }

  /// The text as the start of a sentence.
  static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// `70.7 %`, or `75 %`.
  static func percent(_ share: Double) -> String { "\(((1000 * share).rounded() / 10).shortest) %" }

  /// `one`, `two and three`, `one, two and three`.
  static func listed(_ items: [String]) -> String {
    items.count < 2 ? items.first ?? "" : items.dropLast().joined(separator: ", ") + " and " + (items.last ?? "")
  }

  /// The section as text for a terminal: paragraphs, tables, references and their BibTeX.
  package func text(in width: PageWidth) -> String {
    func lines(_ text: String) -> String { TextTable.paragraph(text, to: width.text()) }
    let shown = tables.enumerated().map { place, table in
      lines("Table \(place + 1). \(table.caption)") + "\n" + table.text(in: width) + "\n"
    }
    return paragraphs.map { lines($0) + "\n" }.joined() + shown.joined() + "References\n\n"
      + sorted.map { lines($0.text) }.joined() + "\n" + sorted.map(\.bibTeX).joined(separator: "\n")
  }
}

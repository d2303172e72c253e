import PeachSupport

/// The methods section of a paper: paragraphs, tables of parameters, and the publications that they name.
package struct MethodsText: Sendable {
  package private(set) var paragraphs: [String] = []
  /// The tables in the order of their numbers: the first one is Table 1.
  package private(set) var tables: [MethodsTable] = []
  /// Each reference once, in the order in which the text cites them.
  package private(set) var references: [Reference] = []

  /// The quantity that procedures vary, in place of the word "level"; `nil` to keep that word.
  var quantity: VariedQuantity?

  package init() {}

  /// The references by author and year, as in a bibliography.
  package var sorted: [Reference] { references.sorted { ($0.text, $0.year) < ($1.text, $1.year) } }

  /// Starts a new paragraph for the sentences that follow.
  mutating func beginParagraph() { paragraphs.append("") }

  mutating func add(_ sentence: String) {
    let sentence = quantity.map { $0.named(in: sentence) } ?? sentence
    if paragraphs.isEmpty { beginParagraph() }
    let last = paragraphs.count - 1
    paragraphs[last] += paragraphs[last].isEmpty ? sentence : " " + sentence
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
    for reference in references where !self.references.contains(reference) { self.references.append(reference) }
    return references.isEmpty ? "" : " (" + references.map(\.short).joined(separator: "; ") + ")"
  }

  mutating func cite(_ references: Reference...) -> String { cite(references) }

  /// Cites the source of a declaration: its known references, or its own words if it names none.
  mutating func cite(source: String) -> String {
    let known = KnownReferences.named(in: source)
    if !known.isEmpty { return cite(known) }
    return source.hasPrefix("none") ? "" : " (\(source))"
  }

  /// The reference for the software itself.
  ///
  /// - Parameter version: The version of Peach.
  static func software(version: String, year: Int) -> Reference {
    Reference(["Peach"], year, "Peach \(version): psychoacoustic experiments", "", kind: .software)
  }

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

import Configuration

/// What a paper's methods say, with the publications they name.
public struct MethodsText: Sendable {
  public private(set) var paragraphs: [String] = []
  /// Each once, in the order in which they are named.
  public private(set) var references: [Reference] = []

  public init() {}

  /// As a bibliography has them: by author and year.
  public var sorted: [Reference] { references.sorted { ($0.text, $0.year) < ($1.text, $1.year) } }

  /// The sentences that are added from here on stand in a paragraph of their own.
  mutating func beginParagraph() { paragraphs.append("") }

  mutating func add(_ sentence: String) {
    if paragraphs.isEmpty { beginParagraph() }
    let last = paragraphs.count - 1
    paragraphs[last] += paragraphs[last].isEmpty ? sentence : " " + sentence
  }

  /// `(Levitt, 1971; Watson, 2017)`, empty where none is given; they are in the list of references from then on.
  mutating func cite(_ references: [Reference]) -> String {
    for reference in references where !self.references.contains(reference) { self.references.append(reference) }
    return references.isEmpty ? "" : " (" + references.map(\.short).joined(separator: "; ") + ")"
  }

  mutating func cite(_ references: Reference...) -> String { cite(references) }

  /// What a declaration says of its source: those that are known as citations, else its own words.
  mutating func cite(source: String) -> String {
    let known = KnownReferences.named(in: source)
    if !known.isEmpty { return cite(known) }
    return source.hasPrefix("none") ? "" : " (\(source))"
  }

  /// The software itself, as a list of references has it.
  ///
  /// - Parameter version: Peach's.
  static func software(version: String, year: Int) -> Reference {
    Reference(["Peach"], year, "Peach \(version): psychoacoustic experiments on pitch", "", kind: .software)
  }

  /// `one`, `two and three`, `one, two and three`.
  static func listed(_ items: [String]) -> String {
    items.count < 2 ? items.first ?? "" : items.dropLast().joined(separator: ", ") + " and " + (items.last ?? "")
  }

  /// For people, on a terminal: the paragraphs, their references and their BibTeX.
  public func text(in width: PageWidth) -> String {
    func lines(_ text: String) -> String { TextTable.paragraph(text, to: width.text()) }
    return paragraphs.map { lines($0) + "\n" }.joined() + "References\n\n" + sorted.map { lines($0.text) }.joined()
      + "\n"
      + sorted.map(\.bibTeX).joined(separator: "\n")
  }
}

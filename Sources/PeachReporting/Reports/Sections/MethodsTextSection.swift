import PeachSupport

/// Paragraphs for a paper, and the publications that they and the report name.
enum MethodsTextSection {
  static func section(_ text: MethodsText) -> PageSection {
    PageSection(
      "Methods text",
      [
        .text("This section is ready for a paper; its numbers and names are those of this report."),
        .folded(
          "The text, \(TextTable.counted(text.paragraphs.count, "paragraph"))",
          text.paragraphs.map(PageBlock.text)
            + text.tables.enumerated().map { .table($1.pageTable(number: $0 + 1)) }),
      ])
  }

  /// The publications that the methods text or a section names; `nil` if they name none.
  static func references(_ text: MethodsText?, citedIn sections: [PageSection]) -> PageSection? {
    let text = text ?? MethodsText()
    let shown = " " + sections.flatMap { $0.blocks.flatMap(\.texts) }.map(plain).joined(separator: " ") + " "
    let named = KnownReferences.all.filter { !text.cited.contains($0) && shown.contains(" \(plain($0.short)) ") }
    let all = Reference.lettered(text.cited + named).sorted { ($0.text, $0.year) < ($1.text, $1.year) }
    if all.isEmpty { return nil }
    return PageSection("References", [.list(all.map(\.text)), .folded("BibTeX", [.commands(bibTeX(all))])])
  }

  /// A citation without its punctuation: `Taylor & Creelman 1967`, in any form of a sentence.
  private static func plain(_ text: String) -> String {
    text.filter { !"(),;.:".contains($0) }
  }

  /// BibTeX line by line, because a page shows a line feed inside a line as text.
  private static func bibTeX(_ references: [Reference]) -> [String] {
    references.flatMap { $0.bibTeX.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }
}

extension PageBlock {
  /// Every text in a block.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text), .note(let text): [text]
    case .facts(let facts): facts.map(\.text)
    case .list(let items): items
    case .table(let table): table.rows.joined().map { $0 }
    case .part(_, let blocks), .folded(_, let blocks), .row(let blocks): blocks.flatMap(\.texts)
    case .figure, .panels, .picture, .commands: []
    }
  }
}

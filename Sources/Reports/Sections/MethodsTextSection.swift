/// Paragraphs for a paper, and the publications that they and the report name.
enum MethodsTextSection {
  static func section(_ text: MethodsText) -> PageSection {
    PageSection(
      "Methods text",
      [.text("Ready for a paper; numbers and names are this report's.")] + text.paragraphs.map(PageBlock.text))
  }

  /// - Parameter others: What else the report rests on.
  static func references(_ text: MethodsText, _ others: [Reference]) -> PageSection {
    let known = text.references
    let all = (known + others.filter { !known.contains($0) }).sorted { ($0.text, $0.year) < ($1.text, $1.year) }
    return PageSection(
      "References", [.list(all.map(\.text)), .folded("BibTeX", [.commands(bibTeX(all))])])
  }

  /// Line by line: on a page a line feed within a line is shown, not obeyed.
  private static func bibTeX(_ references: [Reference]) -> [String] {
    references.flatMap { $0.bibTeX.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }
}

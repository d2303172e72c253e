import PeachSupport

/// Writes the Markdown of documentation pages.
enum Markdown {
  static func table(_ headings: [String], _ rows: [[String]]) -> String {
    let lines = [headings, headings.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// The text of a table cell.
  static func cell(_ text: String) -> String { linked(Escaping.markdown(text)) }

  static func fenced(_ language: String, _ text: String) -> String { "```\(language)\n\(text)```\n" }

  /// A text as a sentence with a capital and a full stop.
  static func sentence(_ text: String, capitalised: Bool = true) -> String {
    let text = capitalised ? text.prefix(1).uppercased() + text.dropFirst() : text
    return text.hasSuffix(".") ? text : text + "."
  }

  /// Digital object identifiers become links.
  static func linked(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix("doi:") else { return String(word) }
      let name = word.last.map { ",;.".contains($0) } == true ? word.dropLast() : word
      return "[\(name)](<https://doi.org/\(name.dropFirst(4))>)" + word.dropFirst(name.count)
    }.joined(separator: " ")
  }

  /// Text in lines of at most 120 characters.
  static func paragraph(_ text: String) -> String {
    TextTable.wrapped(linked(text), to: 120, breaksWords: false).joined(separator: "\n") + "\n"
  }
}

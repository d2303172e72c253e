/// Text for a terminal whose locale has no Unicode.
package enum PlainText {
  private static let spellings: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "–": "-", "≥": ">=", "≤": "<=",
    "…": "~",
  ]

  /// The text in ASCII; what has no spelling there is a question mark.
  package static func of(_ text: String) -> String {
    text.map { $0.isASCII ? String($0) : spellings[$0] ?? "?" }.joined()
  }
}

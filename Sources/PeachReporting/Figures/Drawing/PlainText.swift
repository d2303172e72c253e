import PeachSupport

/// Makes untrusted text safe for a picture: one short line without marks that hide or reverse other text.
enum PlainText {
  /// The first characters of a text, with … for the rest.
  static func cut(_ text: String, to limit: Int = 60) -> String {
    // Text beyond the limit is not read, even if a letter has hundreds of marks.
    let shown = SafeText.line(String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * limit))))
    let text = String(String.UnicodeScalarView(shown.unicodeScalars.flatMap(isAllowed)))
    return text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }

  /// Replaces code points that XML does not allow and `SafeText` does not change.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    scalar.properties.isNoncharacterCodePoint
      ? "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars : String(scalar).unicodeScalars
  }

  /// The name of a category next to its axis.
  static func category(_ text: String) -> String { cut(text, to: 32) }
}

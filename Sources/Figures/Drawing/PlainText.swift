import Configuration

/// Texts of others as a picture may have them: one line, no marks that hide or turn anything, not too long.
enum PlainText {
  /// Of so many characters at most; … stands for the rest.
  static func cut(_ text: String, to limit: Int = 60) -> String {
    // What is beyond the limit is not looked at, of letters with hundreds of marks either.
    let shown = Shown.line(String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * limit))))
    let text = String(String.UnicodeScalarView(shown.unicodeScalars.flatMap(isAllowed)))
    return text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }

  /// Code points that no XML may have, which `Shown` leaves alone.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    scalar.properties.isNoncharacterCodePoint
      ? "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars : String(scalar).unicodeScalars
  }

  /// The name of a category next to its axis.
  static func category(_ text: String) -> String { cut(text, to: 32) }
}

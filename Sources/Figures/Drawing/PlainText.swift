import Configuration

/// Texts of others as a picture may have them: one line, no marks that hide or turn anything, not too long.
enum PlainText {
  /// Of so many characters at most; … stands for the rest.
  static func cut(_ text: String, to limit: Int = 60) -> String {
    // What is beyond the limit is not looked at: names can be long.
    let shown = Shown.line(String(text.prefix(limit + 1)))
    let text = String(String.UnicodeScalarView(shown.unicodeScalars.flatMap(isAllowed)))
    return text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }

  /// Code points that no XML may have are shown as they are by `Shown`; characters of hundreds of marks are left with one.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    if scalar.properties.isNoncharacterCodePoint || scalar.properties.generalCategory == .privateUse {
      return "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
    }
    return scalar.properties.generalCategory == .enclosingMark ? "".unicodeScalars : String(scalar).unicodeScalars
  }

  /// The name of a category beside its axis, of which gnuplot reads some sixty bytes.
  static func category(_ text: String) -> String {
    var text = cut(text, to: 24)
    while text.utf8.count > 48 { text = text.dropLast(2) + "…" }
    return text
  }

  /// About how wide a text of 13 pixels is, in pixels.
  static func width(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { width, scalar in
      width + (scalar.value >= 0x1100 ? 13 : "ilIjt.,:;'|()[] ".unicodeScalars.contains(scalar) ? 5 : 8)
    }
  }

  /// Between gnuplot's single quotation marks, where only these themselves mean anything.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

/// Text that a spreadsheet would take for a formula.
///
/// Programs that open CSV files run a field that begins with `=`, `+`, `-`, `@`, a tab or the end of a line (OWASP, CSV
/// Injection), some of them also behind spaces and characters that nobody sees. An apostrophe before it makes it text, and
/// our reader takes the apostrophe away. Numbers are no formulas. A text that already begins with apostrophes and a
/// formula gets another, so that every text comes back as it was.
package enum SpreadsheetText {
  /// The text as a file has it.
  package static func guarded(_ text: String) -> String {
    isFormula(text) && NumberGrammar.double(text) == nil ? "'" + text : text
  }

  /// Whether a field of a file begins with an apostrophe that was put there.
  static func isGuarded(_ field: ArraySlice<UInt8>) -> Bool {
    field.first == UInt8(ascii: "'") && isFormula(String(decoding: field.dropFirst(), as: UTF8.self))
  }

  /// The characters that begin a formula.
  package static let starts: [Unicode.Scalar] = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"]

  /// Characters that may precede the first visible one: apostrophes, white space, and what nobody sees or what hides in a
  /// character together with the next. Fixed, so that files are read the same whatever version of Unicode a reader has.
  package static let skipped: [ClosedRange<Unicode.Scalar>] = [
    "\0"..."\u{8}", "\u{b}"..."\u{c}", "\u{e}"..." ", "'"..."'", "\u{7f}"..."\u{a0}", "\u{ad}"..."\u{ad}",
    "\u{300}"..."\u{36f}", "\u{600}"..."\u{605}", "\u{61c}"..."\u{61c}", "\u{6dd}"..."\u{6dd}",
    "\u{70f}"..."\u{70f}", "\u{890}"..."\u{891}", "\u{8e2}"..."\u{8e2}", "\u{d4e}"..."\u{d4e}",
    "\u{115f}"..."\u{1160}", "\u{1680}"..."\u{1680}", "\u{17b4}"..."\u{17b5}", "\u{180b}"..."\u{180f}",
    "\u{2000}"..."\u{200f}", "\u{2028}"..."\u{202f}", "\u{205f}"..."\u{206f}", "\u{20d0}"..."\u{20ff}",
    "\u{3000}"..."\u{3000}", "\u{3164}"..."\u{3164}", "\u{fe00}"..."\u{fe0f}", "\u{fe20}"..."\u{fe2f}",
    "\u{feff}"..."\u{feff}", "\u{ffa0}"..."\u{ffa0}", "\u{fff0}"..."\u{fffb}", "\u{110bd}"..."\u{110bd}",
    "\u{110cd}"..."\u{110cd}", "\u{111c2}"..."\u{111c3}", "\u{113d1}"..."\u{113d1}", "\u{1193f}"..."\u{1193f}",
    "\u{11941}"..."\u{11941}", "\u{11a3a}"..."\u{11a3a}", "\u{11a84}"..."\u{11a89}", "\u{11d46}"..."\u{11d46}",
    "\u{11f02}"..."\u{11f02}", "\u{1bca0}"..."\u{1bca3}", "\u{1d173}"..."\u{1d17a}", "\u{e0000}"..."\u{e0fff}",
  ]

  /// Whether the text is a formula once characters that may precede one are skipped.
  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    // Most texts begin with a letter or a digit.
    if UInt8(ascii: "0")...UInt8(ascii: "9") ~= first || UInt8(ascii: "A")...UInt8(ascii: "z") ~= first { return false }
    for scalar in text.unicodeScalars {
      if starts.contains(scalar) { return true }
      if !skipped.contains(where: { $0.contains(scalar) }) { return false }
    }
    return false
  }
}

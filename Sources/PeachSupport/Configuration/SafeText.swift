/// Escapes untrusted text for terminals and messages.
///
/// A file, an argument or the environment can hold escape sequences, marks that turn the direction of writing and what
/// nobody sees. Raw they would change what else is on the screen, or be missed; here they are shown as `\u{1b}`.
package enum SafeText {
  /// How many characters of a quotation are shown.
  private static let limit = 40

  /// On one line: control characters, ends of lines, direction marks and the invisible are shown.
  package static func line(_ text: String) -> String { isPlain(text.utf8) ? text : escaped(text.unicodeScalars) }

  /// Whole messages, tables and pages: line feeds and tabs stay.
  package static func lines(_ text: String) -> String {
    if isPlain(text.utf8, and: [lineFeed, tab]) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    // Most lines of a long text are plain.
    for (place, line) in text.utf8.split(separator: lineFeed, omittingEmptySubsequences: false).enumerated() {
      if place > 0 { result += "\n" }
      let line = Substring(line)
      if isPlain(line.utf8, and: [tab]) { result += line } else { result += escaped(line.unicodeScalars, but: "\t") }
    }
    return result
  }

  /// On one line, of at most 40 characters; … stands for the rest.
  package static func cut(_ text: String) -> String { cut(text, to: limit) }

  /// On one line, of at most so many characters.
  package static func cut(_ text: String, to limit: Int) -> String {
    var (result, count) = ("", 0)
    for scalar in text.unicodeScalars {
      let piece = shown(scalar)
      count += piece.unicodeScalars.count
      if count > limit { return result + "…" }
      result += piece
    }
    return result
  }

  /// `cut`, between quotation marks.
  package static func quoted(_ text: String) -> String { "'\(cut(text))'" }

  /// A word of a command to copy, in a message (`Escaping.shell`).
  package static func forShell(_ word: String) -> String { Escaping.shell(word) }

  private static func escaped(_ scalars: some Sequence<Unicode.Scalar>, but kept: Unicode.Scalar? = nil) -> String {
    scalars.reduce(into: "") { result, scalar in
      if scalar == kept || isPrinted(scalar) { result.unicodeScalars.append(scalar) } else { result += shown(scalar) }
    }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    isPrinted(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
  }

  static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return (0x20...0x7e).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    default: return !scalar.properties.isBidiControl && !invisible.contains(scalar)
    }
  }

  /// Zero-width space, word joiner, byte order mark. The zero-width joiners stay: scripts and emoji are spelled with them.
  private static let invisible: [Unicode.Scalar] = ["\u{200b}", "\u{2060}", "\u{feff}"]

  private static let (lineFeed, tab) = (UInt8(ascii: "\n"), UInt8(ascii: "\t"))

  /// Most text is, and is known by its bytes.
  private static func isPlain(_ bytes: some Sequence<UInt8>, and others: [UInt8] = []) -> Bool {
    bytes.allSatisfy { (0x20...0x7e).contains($0) || others.contains($0) }
  }
}

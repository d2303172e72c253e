/// Text of others as a terminal may have it.
///
/// A file, an argument or the environment can hold escape sequences and marks that turn the direction of writing. Raw they
/// would change what else is on the screen; here they are shown as `\u{1b}`.
public enum Shown {
  /// How many characters of a quotation are shown.
  private static let limit = 40

  /// On one line: control characters, ends of lines and direction marks are shown.
  public static func line(_ text: String) -> String {
    isPlain(text, keepsLines: false) ? text : text.unicodeScalars.reduce(into: "") { $0 += shown($1) }
  }

  /// Whole messages, tables and pages: line feeds and tabs stay.
  public static func lines(_ text: String) -> String {
    guard !isPlain(text, keepsLines: true) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isLayout(scalar) { result.unicodeScalars.append(scalar) } else { result += shown(scalar) }
    }
  }

  /// On one line, of at most 40 characters; … stands for the rest.
  public static func cut(_ text: String) -> String {
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
  public static func quoted(_ text: String) -> String { "'\(cut(text))'" }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    isPrinted(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
  }

  private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return (0x20...0x7e).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    default: return !scalar.properties.isBidiControl
    }
  }

  private static func isLayout(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" }

  /// Most text is, and is known by its bytes.
  private static func isPlain(_ text: String, keepsLines: Bool) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7e).contains($0) || (keepsLines && ($0 == 0x0a || $0 == 0x09)) }
  }
}

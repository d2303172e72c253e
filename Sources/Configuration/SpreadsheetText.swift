/// Text that a spreadsheet would take for a formula.
///
/// A field that begins with `=`, `+`, `-`, `@`, a tab or the end of a line is run by the programs that open CSV files (OWASP, CSV
/// Injection). An apostrophe before it makes it text; whoever reads the file back takes the apostrophe away. Numbers are
/// none. One that already begins with apostrophes and such a character gets another, so that every text comes back as it was.
public enum SpreadsheetText {
  /// The text as a file has it.
  public static func guarded(_ text: String) -> String {
    isFormula(text.utf8) && NumberGrammar.double(text) == nil ? "'" + text : text
  }

  /// Whether a field of a file begins with an apostrophe that was put there.
  static func isGuarded(_ field: ArraySlice<UInt8>) -> Bool {
    field.first == apostrophe && isFormula(field.dropFirst())
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Whether it would be one, but for the apostrophes before it.
  private static func isFormula(_ text: some Sequence<UInt8>) -> Bool {
    let start = text.lazy.drop { $0 == apostrophe }.prefix(3)
    switch start.first(where: { _ in true }) {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0a, 0x0d: return true
    // ＝ ＋ － ＠, which some take for the same.
    case 0xef: return fullWidth.contains(Array(start))
    default: return false
    }
  }

  private static let fullWidth: [[UInt8]] = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }
}

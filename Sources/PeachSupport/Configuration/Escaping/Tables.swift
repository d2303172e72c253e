extension Escaping {
  /// A field of comma-separated values (RFC 4180). A text that a spreadsheet would run has an apostrophe before it.
  package static func csv(_ text: String) -> String { field(text, separator: UInt8(ascii: ",")) }

  /// A field of tab-separated values, with the quotation marks of RFC 4180 if it needs them, and the same apostrophe.
  package static func tsv(_ text: String) -> String { field(text, separator: 0x09) }

  private static func field(_ text: String, separator: UInt8) -> String {
    let text = SpreadsheetText.guarded(text)
    guard needsQuotes(text.utf8, separator) else { return text }
    var result = "\""
    result.reserveCapacity(text.utf8.count + 8)
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// A byte order mark at the start is quoted too: at the start of a file it would be taken for the file's own.
  private static func needsQuotes(_ bytes: String.UTF8View, _ separator: UInt8) -> Bool {
    bytes.contains { $0 == separator || $0 == UInt8(ascii: "\"") || $0 == 0x0a || $0 == 0x0d }
      || bytes.first == 0xef && bytes.starts(with: [0xef, 0xbb, 0xbf])
  }
}

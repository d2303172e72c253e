import PeachStorage
import PeachSupport

/// The kind of a file, recognised by its first bytes.
enum FileKind: Hashable {
  case results, listeners, database
  /// YAML with keys.
  case experiment
  case table
  case json, page, archive, spreadsheet, compressed
  /// Data of another program, in words.
  case foreign(String)
  case unknown

  /// Number of bytes that are read to recognise a file.
  static let looked = 4096

  init(_ bytes: [UInt8]) {
    let bytes = Array(bytes.prefix(FileKind.looked))
    func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
    func holds(_ text: String) -> Bool { String(decoding: bytes, as: UTF8.self).contains(text) }
    self =
      if ResultsFile.isDatabase(bytes) {
        FileKind.database(bytes)
      } else if begins("PK\u{3}\u{4}") {
        // A workbook of Excel has folders of these names, in some order.
        ["[Content_Types].xml", "docProps/", "xl/", "opendocument.spreadsheet"].contains(where: holds)
          ? .spreadsheet : .archive
      } else if bytes.starts(with: [0x1f, 0x8b]) {
        .compressed
      } else if begins("%PDF") {
        .foreign("a PDF")
      } else if begins("PAR1") {
        .foreign("a Parquet file")
      } else if begins("MATLAB ") {
        .foreign("a Matlab file")
      } else if bytes.starts(with: [0x89, 0x48, 0x44, 0x46]) {
        .foreign("an HDF5 file")
      } else if bytes.count > 1, bytes[0] == 0x80, 2...5 ~= bytes[1] {
        .foreign("a Python pickle")
      } else {
        FileKind.text(bytes)
      }
  }

  private static func database(_ bytes: [UInt8]) -> FileKind {
    guard bytes.count >= 72 else { return .database }
    switch bytes[68..<72].reduce(0, { $0 << 8 | Int($1) }) {
    case ResultsFile.mark: return .results
    case LiveDatabase.mark: return .listeners
    default: return .database
    }
  }

  /// The kind of a text by its first lines that are not empty.
  private static func text(_ bytes: [UInt8]) -> FileKind {
    let text = String(
      decoding: bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map { FieldTable.trimmed(String($0)) }.filter { !$0.isEmpty }
    let told = lines.filter { !$0.hasPrefix("#") && $0 != "---" }.prefix(20)
    guard let first = told.first else { return .unknown }
    if isJSON(told.joined(separator: " ")) { return .json }
    if ["<!doctype html", "<html"].contains(where: first.lowercased().hasPrefix) { return .page }
    // Tables too have lines of the kind `Subject: 5` before them.
    if isKey(first), told.contains(where: { keys.contains(FileKind.key($0) ?? "") }) { return .experiment }
    let isTable = first.contains { ",;\t".contains($0) } && !told.contains(where: isKey)
    return isTable ? .table : .unknown
  }

  /// Keys of an experiment file by which it is known.
  private static let keys: Set<String> = ["name", "task", "seed", "listeners", "strategies"]

  /// The key of a line `key:` or `key: value`.
  private static func key(_ line: some StringProtocol) -> String? {
    let key = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    let rest = line.dropFirst(key.count)
    return !key.isEmpty && (rest == ":" || rest.hasPrefix(": ")) ? String(key) : nil
  }

  private static func isKey(_ line: String) -> Bool { key(line) != nil }

  /// Whether a text begins as JSON does, or as YAML and Python write the same. A header may have `[level]`.
  private static func isJSON(_ text: String) -> Bool {
    guard let bracket = text.first, "[{".contains(bracket) else { return false }
    let rest = FieldTable.trimmed(String(text.dropFirst()))
    guard let next = rest.first else { return true }
    if "\"'{[]}-".contains(next) || next.isNumber { return true }
    if bracket == "{" { return key(rest) != nil }
    return ["true", "false", "null", "NaN"].contains { rest.hasPrefix($0) }
  }

  var words: String {
    switch self {
    case .results: "a results file of Peach"
    case .listeners: "the records of live listeners"
    case .database: "an SQLite file"
    case .experiment: "an experiment file (YAML)"
    case .table: "a table (CSV)"
    case .json: "JSON"
    case .page: "an HTML page"
    case .archive: "a zip archive"
    case .spreadsheet: "a spreadsheet"
    case .compressed: "a compressed file (gzip)"
    case .foreign(let words): words
    case .unknown: "something else"
    }
  }
}

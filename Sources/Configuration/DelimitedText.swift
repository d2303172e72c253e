/// Comma-separated values as RFC 4180 has them: a header, then records, with the line each starts on. Line ends may be
/// those of Unix, Windows or the old Mac; blank lines are skipped.
public struct DelimitedText: Sendable {
  public struct Row: Sendable {
    public var line: Int
    public var fields: [String]
  }

  /// The records, each read out of the table when it is asked for.
  public struct Rows: RandomAccessCollection, Sendable {
    let table: FieldTable

    public var startIndex: Int { 0 }
    public var endIndex: Int { table.count }
    public subscript(row: Int) -> Row {
      Row(line: table.line(of: row), fields: table.columns.indices.map { table[row, $0] })
    }
  }

  public let table: FieldTable

  public var file: String { table.source }
  public var columns: [String] { table.columns }
  public var rows: Rows { Rows(table: table) }

  /// - Throws: `ConfigurationError` for an empty file, other separators than commas, stray quotes, or records of another
  ///   length than the header.
  public init(_ text: String, file: String) throws(ConfigurationError) {
    let diagnostics = Diagnostics(limit: Diagnostics.tableLimit)
    var reader = RecordReader(text, file, diagnostics)
    var table = FieldTable(source: file, size: text.utf8.count)
    guard let expected = reader.read(into: &table) else {
      throw ConfigurationError([
        Problem(
          place: Place(file: file, line: 1, column: 1), path: "", message: "expected a header line, got an empty file")
      ])
    }
    table.takeHeader()
    if let separator = DelimitedText.strangeSeparator(text) {
      throw ConfigurationError([
        Problem(
          place: Place(file: file, line: table.headerLine, column: 1), path: "",
          message: "expected commas between columns, got \(separator)",
          hint: "save the file with commas and decimal points")
      ])
    }
    while let fields = reader.read(into: &table) {
      guard fields != expected else { continue }
      let line = table.line(of: table.count - 1)
      table.dropRow(fields: fields)
      if reader.isBroken { continue }
      diagnostics.report(
        Problem(
          place: Place(file: file, line: line, column: 1), path: "",
          message: "expected \(expected) field\(expected == 1 ? "" : "s"), got \(fields)",
          hint: fields > expected ? "decimals have a point, and text with a comma in it stands in quotes" : nil))
    }
    try diagnostics.check()
    self.table = table
  }

  public func index(of column: String) -> Int? { table.index(of: column) }

  /// What stands between the columns of a header without a comma; nil where that is nothing known.
  private static func strangeSeparator(_ text: String) -> String? {
    var (semicolons, tabs) = (0, 0)
    var isQuoted = false
    let bytes = text.utf8.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: ",") { return nil }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if byte == UInt8(ascii: ";") { semicolons += 1 }
      if byte == UInt8(ascii: "\t") { tabs += 1 }
    }
    return semicolons > 0 ? "semicolons" : tabs > 0 ? "tabs" : nil
  }
}

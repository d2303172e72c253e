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
    var reader = DelimitedReader(file: file)
    table = try reader.take(Array(text.utf8), isLast: true)
    try reader.check()
  }

  public func index(of column: String) -> Int? { table.index(of: column) }
}

/// Comma-separated values as RFC 4180 has them: a header, then records, with the line each starts on. Line ends may be
/// those of Unix, Windows or the old Mac; blank lines are skipped.
package struct DelimitedText: Sendable {
  package struct Row: Sendable {
    package var line: Int
    package var fields: [String]
  }

  /// The records, each read out of the table when it is asked for.
  package struct Rows: RandomAccessCollection, Sendable {
    let table: FieldTable

    package var startIndex: Int { 0 }
    package var endIndex: Int { table.count }
    package subscript(row: Int) -> Row {
      Row(line: table.line(of: row), fields: table.columns.indices.map { table[row, $0] })
    }
  }

  package let table: FieldTable

  package var file: String { table.source }
  package var columns: [String] { table.columns }
  package var rows: Rows { Rows(table: table) }

  /// - Throws: `ConfigurationError` for an empty file, other separators than commas, stray quotes, or records of another
  ///   length than the header.
  package init(_ text: String, file: String) throws(ConfigurationError) {
    var reader = DelimitedReader(file: file)
    table = try reader.take(Array(text.utf8), isLast: true)
    try reader.check()
  }

  package func index(of column: String) -> Int? { table.index(of: column) }
}

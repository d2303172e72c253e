import PeachSupport

/// A table in a file of a data set.
package struct TableFile {
  enum Format {
    /// RFC 4180; missing is empty.
    case csv
    /// Fields between tabs; missing is `n/a`, as BIDS has it.
    case tsv
  }

  var table: SourceTable
  var format: Format
  var written: DataFolder.Written
  /// Its name in the data package: that of the table, or with the listener's label behind it.
  var name: String

  /// Writes a whole table.
  static func write(
    _ table: SourceTable, as path: String, _ format: Format, name: String? = nil, in folder: DataFolder
  ) throws -> TableFile {
    folder.write(header(table, format), to: path)
    try table.forEachRow { folder.write(line($0, format), to: path) }
    return TableFile(table: table, format: format, written: try folder.finish(path), name: name ?? table.name)
  }

  static func header(_ table: SourceTable, _ format: Format) -> String {
    line(table.columns.map { .text($0.name) }, format)
  }

  static func line(_ row: [Value?], _ format: Format) -> String {
    switch format {
    case .csv: CSV.line(row)
    case .tsv: row.map(field).joined(separator: "\t") + "\n"
    }
  }

  private static func field(_ value: Value?) -> String {
    switch value {
    case nil: "n/a"
    case .text(let text): Escaping.tsv(text)
    case let value?: value.json()
    }
  }
}

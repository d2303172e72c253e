import PeachSupport

extension Value {
  /// Columns and rows as a list of mappings without missing values.
  static func table(_ columns: [String], _ rows: [[Value?]]) -> Value {
    .list(
      rows.map { row in
        .mapping(zip(columns, row).compactMap { name, value in value.map { Field(name, $0) } })
      })
  }
}

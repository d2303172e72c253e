import PeachSupport

extension Value {
  /// The fields of a mapping; empty for any other value.
  var fields: [Field] { if case .mapping(let fields) = self { fields } else { [] } }

  /// Columns and rows as a list of mappings without missing values.
  static func table(_ columns: [String], _ rows: [[Value?]]) -> Value {
    .list(
      rows.map { row in
        .mapping(zip(columns, row).compactMap { name, value in value.map { Field(name, $0) } })
      })
  }
}

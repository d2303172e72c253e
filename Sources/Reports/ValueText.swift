import Configuration

extension Value {
  /// For people: `factor 2, after-reversals {2: 1.414}`.
  var told: String {
    guard case .mapping(let fields) = self else { return nested }
    return fields.map { "\($0.key) \($0.value.nested)" }.joined(separator: ", ")
  }

  /// A mapping without some of its fields, these between semicolons: `start 100; step {factor: 2}`.
  func told(but left: [String]) -> String {
    fields.filter { !left.contains($0.key) }.map { "\($0.key) \($0.value.nested)" }.joined(separator: "; ")
  }

  private var nested: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.map(\.nested).joined(separator: ", ")
    case .mapping(let fields): "{" + fields.map { "\($0.key): \($0.value.nested)" }.joined(separator: ", ") + "}"
    default: json()
    }
  }

  /// The fields of a mapping; of anything else none.
  var fields: [Field] { if case .mapping(let fields) = self { fields } else { [] } }

  /// Columns and rows as a list of mappings, in which what is missing is left out.
  static func table(_ columns: [String], _ rows: [[Value?]]) -> Value {
    .list(
      rows.map { row in
        .mapping(zip(columns, row).compactMap { name, value in value.map { Field(name, $0) } })
      })
  }
}

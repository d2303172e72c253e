import PeachSupport

/// The dictionary of a data set: a table of its columns, made from their declarations.
enum DataDictionary {
  static let file = "documentation/dictionary.csv"

  static func text(_ tables: [SourceTable]) -> String {
    let rows = tables.flatMap { table in
      table.columns.map { column in
        [table.name, column.name, type(column), column.unit, allowed(column), column.meaning]
      }
    }
    return CSV.header(["table", "column", "type", "unit", "allowed", "meaning"])
      + rows.map { CSV.line($0.map { $0.isEmpty ? nil : .text($0) }) }.joined()
  }

  private static func type(_ column: Column) -> String { column.kind.rawValue }

  /// "higher, lower, yes, no", "≥ 1", "1, 0"; empty if every value of the type will do.
  static func allowed(_ column: Column) -> String {
    if !column.texts.isEmpty { return column.texts.joined(separator: ", ") }
    return column.kind == .flag ? "1, 0" : column.bounds.description
  }
}

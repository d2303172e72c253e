package import PeachSupport

/// Writes rows as a JSON array with one object a line. Each object has every column; a missing value is null.
package enum JSONRows {
  package static func text(_ columns: [String], _ rows: [[Value?]]) -> String {
    let objects = rows.map { object(columns, $0) }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  /// One row as an object, on one indented line.
  package static func object(_ columns: [String], _ row: [Value?]) -> String {
    let fields = zip(columns, row).map { "\(Escaping.json($0)): \($1?.json() ?? "null")" }
    return "  {" + fields.joined(separator: ", ") + "}"
  }
}

public import Configuration

/// Rows as a JSON array of objects, one a line, every column in each; missing is null.
public enum JSONRows {
  public static func text(_ columns: [String], _ rows: [[Value?]]) -> String {
    let objects = rows.map { row in
      let fields = zip(columns, row).map { "\(Escaping.json($0)): \($1?.json() ?? "null")" }
      return "  {" + fields.joined(separator: ", ") + "}"
    }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}

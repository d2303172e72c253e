public import Configuration

/// What columns hold, as a table for people.
public enum ColumnText {
  public static func text(_ columns: [Column]) -> String {
    var table = TextTable([("column", false), ("unit", false), ("type", false), ("meaning", false)])
    for column in columns {
      table.add([column.name, column.unit, column.kind.rawValue, column.meaning], wrappedTo: [.max, .max, .max, 64])
    }
    return table.text
  }
}

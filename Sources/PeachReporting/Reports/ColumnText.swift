package import PeachSupport

/// Describes columns in a table for people.
package enum ColumnText {
  package static func text(_ columns: [Column], in page: PageWidth) -> String {
    var table = TextTable([
      TextColumn("column"), TextColumn("unit", rank: 1), TextColumn("type", rank: 2), TextColumn("meaning", .words),
    ])
    for column in columns {
      table.add([column.name, column.unit, column.kind.rawValue, column.meaning])
    }
    return table.text(in: page)
  }
}

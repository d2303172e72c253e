/// A declared column and what it says of a row: tables of these are exported, printed, grouped and described.
package struct TableColumn<Row>: Sendable {
  package let column: Column
  /// nil is a missing value.
  package let value: @Sendable (Row) -> Value?

  package init(_ column: Column, _ value: @escaping @Sendable (Row) -> Value?) {
    self.column = column
    self.value = value
  }

  package init(
    _ name: String, _ kind: Column.Kind, unit: String = "", _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Value?
  ) {
    self.init(Column(name, kind, unit: unit, meaning), value)
  }

  /// A column of texts, as most names are.
  package init(_ name: String, _ meaning: String, text: @escaping @Sendable (Row) -> String?) {
    self.init(name, .text, meaning) { text($0).map(Value.text) }
  }

  package init(_ name: String, unit: String = "", _ meaning: String, number: @escaping @Sendable (Row) -> Double?) {
    self.init(name, .number, unit: unit, meaning) { number($0).field }
  }

  package init(_ name: String, unit: String = "", _ meaning: String, integer: @escaping @Sendable (Row) -> Int?) {
    self.init(name, .integer, unit: unit, meaning) { integer($0).map(Value.integer) }
  }

  package init(_ name: String, _ meaning: String, flag: @escaping @Sendable (Row) -> Bool?) {
    self.init(name, .flag, meaning) { flag($0).map { .integer($0 ? 1 : 0) } }
  }

  package init(_ name: String, _ meaning: String, time: @escaping @Sendable (Row) -> String?) {
    self.init(name, .time, meaning) { time($0).map(Value.text) }
  }

  /// The column with what its numbers can be.
  package func within(_ bounds: Bounds) -> TableColumn {
    var column = column
    column.bounds = bounds
    return TableColumn(column, value)
  }

  /// The column with what its texts can be.
  package func oneOf(_ texts: [String]) -> TableColumn {
    var column = column
    column.texts = texts
    return TableColumn(column, value)
  }

  /// The column as one experiment names it.
  package func named(unit: String, error: String) -> TableColumn {
    var column = column
    column.name = column.name(unit: unit, error: error)
    column.unit = column.unit.replacing("UNIT", with: unit).replacing("ERROR", with: error)
    return TableColumn(column, value)
  }
}

extension Double? {
  /// Missing where there is no number for it.
  package var field: Value? { flatMap { $0.isFinite ? Value.number($0) : nil } }
}

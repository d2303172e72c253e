package import PeachSupport

import class GRDB.Database

/// The source of a value of a trial.
enum ColumnSource {
  case trial
  /// The task: the same in all trials of a simulated cell, which has it in the trials' place.
  case task
  /// A live session alone.
  case live
}

/// One column of trials: how it is stored, read again and exported.
package struct RecordColumn<Record: Sendable>: Sendable {
  package let column: Column
  /// Whether exported tables have it.
  package let isExported: Bool
  let source: ColumnSource
  /// The name in results files, whose simulation says the unit.
  let stored: String
  /// The name of live listeners, whose sessions say the unit; `nil` for that of the export with cents in it.
  private let live: String?
  let field: RecordField

  /// The name in the database of live listeners.
  var storedLive: String { live ?? (column.name.hasSuffix("_UNIT") ? exportedLive : stored) }
  package var exportedLive: String { live ?? column.name(unit: "cents", error: "log2") }

  /// - Parameters:
  ///   - path: The stored property that has its values.
  ///   - stored: The column's name in both databases; that of the export unless given.
  ///   - live: The column's name of live listeners, if it is another.
  ///   - type: What is stored; that of the property unless given.
  ///   - bounds: What numbers may be; one beyond is damage.
  init<T: Storable>(
    _ name: String, unit: String = "", stored: String? = nil, live: String? = nil, from source: ColumnSource = .trial,
    as type: StoredType? = nil, in bounds: Bounds = .finite, kind: Column.Kind? = nil, isExported: Bool = true,
    _ meaning: String, _ path: KeyPath<Record, T>
  ) {
    var column = Column(name, kind ?? T.storedType.kind, unit: unit, meaning)
    column.bounds = bounds
    column.texts = (type ?? T.storedType).texts
    self.column = column
    self.stored = stored ?? name
    self.live = live
    self.source = source
    self.isExported = isExported
    field = RecordField(path, as: type, in: bounds)
  }

  /// A column of a part of the record, as of what was heard in a trial.
  init<Part>(_ part: RecordColumn<Part>, in path: KeyPath<Record, Part>) {
    column = part.column
    stored = part.stored
    live = part.live
    source = part.source
    isExported = part.isExported
    field = RecordField(part.field, in: path)
  }

  /// The exported value; `nil` if it is missing.
  package func value(_ record: Record) -> Value? { withUnsafeBytes(of: record) { field.value($0.baseAddress!) } }
}

/// A table of records, written and read by the names of its columns.
struct RecordTable<Record: Sendable>: Sendable {
  private let fields: [RecordField]
  /// Exported names of values, for messages.
  private let exported: [String]
  /// `INSERT INTO TABLE (OWN, …) VALUES (?, …)`, the table's own columns first.
  let insertion: String
  /// Its columns after `own`, with commas between.
  let selection: String
  /// For messages.
  let name: String
  private let first: Int32

  /// - Parameter own: The columns before those of records, which tell whose they are.
  init(
    _ table: String, own: [String], _ columns: [RecordColumn<Record>], stored: (RecordColumn<Record>) -> String
  ) {
    self.name = table
    fields = columns.map(\.field)
    exported = columns.map(\.exportedLive)
    let names = own + columns.map(stored)
    selection = names.joined(separator: ", ")
    let places = names.map { _ in "?" }.joined(separator: ", ")
    insertion = "INSERT INTO \(table) (\(selection)) VALUES (\(places))"
    first = Int32(own.count)
  }

  /// Its rows.
  ///
  /// - Parameter keys: How many of the first columns tell a row from the others.
  func rows(_ db: Database, _ condition: String, keys: Int32) throws -> BulkStatement {
    try BulkStatement(db, "SELECT \(selection) FROM \(name) \(condition)", of: name, keys: keys)
  }

  /// Binds what comes after the table's own columns.
  func bind(_ record: Record, to row: inout BulkStatement) throws {
    try withUnsafeBytes(of: record) { record in
      for field in fields { try field.bind(record.baseAddress!, to: &row) }
    }
  }

  /// Fills a record from what stands after the table's own columns; faster where it holds the row before.
  func read(_ row: BulkStatement, into record: inout Record) throws {
    try withUnsafeMutableBytes(of: &record) { record in
      var column = first
      for field in fields {
        try field.read(row, column, into: record.baseAddress!)
        column += 1
      }
    }
  }

  /// A column with NaN, which SQLite would store as NULL; `nil` if all are finite.
  func wrongNumber(in record: Record) -> (column: String, value: Double)? {
    withUnsafeBytes(of: record) { record in
      for (field, name) in zip(fields, exported) {
        if let value = field.number(record.baseAddress!), !value.isFinite { return (name, value) }
      }
      return nil
    }
  }
}

public import Configuration
import Trials

/// Who knows a value of a trial.
enum ColumnSource {
  case trial
  /// The task: the same in all trials of a simulated cell, which has it in the trials' place.
  case task
  /// A live session alone.
  case live
}

/// One column of trials: how it is stored, read again and exported.
public struct RecordColumn<Record: Sendable>: Sendable {
  public let column: Column
  /// Whether exported tables have it.
  public let isExported: Bool
  /// As it is exported; nil where it is missing.
  public let value: @Sendable (Record) -> Value?
  let source: ColumnSource
  /// The name in results files, whose simulation says the unit.
  let stored: String
  let bind: @Sendable (Record, inout BulkStatement) throws -> Void
  let read: @Sendable (inout Record, BulkStatement, Int32) throws -> Void
  /// nil where it is none.
  let number: @Sendable (Record) -> Double?

  /// The name in the database of live listeners, whose levels are cents.
  var storedLive: String { column.name.hasSuffix("_UNIT") ? exportedLive : stored }
  var exportedLive: String { column.name(unit: "cents", error: "log2") }

  // Inlined, so that the closures are of the type itself: millions of values pass through them.
  /// - Parameter stored: The column's name in both databases; that of the export unless given.
  @inline(__always)
  init<T: Storable>(
    _ name: String, unit: String = "", stored: String? = nil, from source: ColumnSource = .trial,
    kind: Column.Kind? = nil,
    isExported: Bool = true, _ meaning: String, get: @escaping @Sendable (Record) -> T,
    set: @escaping @Sendable (inout Record, T) -> Void
  ) {
    column = Column(name, kind ?? T.kind, unit: unit, meaning)
    self.stored = stored ?? name
    self.source = source
    self.isExported = isExported
    value = { get($0).value }
    bind = { try get($0).bind(to: &$1) }
    read = { record, row, place in
      guard let value = try T.read(row, place) else { throw Damage.missing }
      set(&record, value)
    }
    number = { get($0).number }
  }
}

extension RecordColumn where Record: Heard {
  /// A column of what was heard in a trial.
  init(_ part: RecordColumn<Presentation>) {
    column = part.column
    stored = part.stored
    source = part.source
    isExported = part.isExported
    value = { part.value($0.heard) }
    bind = { try part.bind($0.heard, &$1) }
    read = { try part.read(&$0.heard, $1, $2) }
    number = { part.number($0.heard) }
  }
}

/// A table of records, written and read by the names of its columns.
struct RecordTable<Record: Sendable>: Sendable {
  // The closures alone: copying whole columns would cost more than reading their values.
  private let readers: [@Sendable (inout Record, BulkStatement, Int32) throws -> Void]
  private let binders: [@Sendable (Record, inout BulkStatement) throws -> Void]
  private let numbers: [@Sendable (Record) -> Double?]
  /// As they are exported, for messages.
  private let exported: [String]
  /// `INSERT INTO TABLE (OWN, …) VALUES (?, …)`, the table's own columns first.
  let insertion: String
  /// Its columns after `own`, with commas between.
  let selection: String
  private let first: Int32

  /// - Parameter own: The columns before those of records, which tell whose they are.
  init(
    _ table: String, own: [String], _ columns: [RecordColumn<Record>], name: (RecordColumn<Record>) -> String
  ) {
    readers = columns.map(\.read)
    binders = columns.map(\.bind)
    numbers = columns.map(\.number)
    exported = columns.map(\.exportedLive)
    let names = own + columns.map(name)
    selection = names.joined(separator: ", ")
    let places = names.map { _ in "?" }.joined(separator: ", ")
    insertion = "INSERT INTO \(table) (\(selection)) VALUES (\(places))"
    first = Int32(own.count)
  }

  /// Binds what comes after the table's own columns.
  func bind(_ record: Record, to row: inout BulkStatement) throws {
    for bind in binders { try bind(record, &row) }
  }

  /// Fills a record from what stands after the table's own columns.
  func read(_ row: BulkStatement, into record: inout Record) throws {
    var place = first
    for read in readers {
      try read(&record, row, place)
      place += 1
    }
  }

  /// A column with a number that is none, which SQLite would store as NULL; nil where all are finite.
  func wrongNumber(in record: Record) -> (column: String, value: Double)? {
    for (place, number) in numbers.enumerated() {
      if let value = number(record), !value.isFinite { return (exported[place], value) }
    }
    return nil
  }
}

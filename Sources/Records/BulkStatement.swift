import GRDB
import GRDBSQLite
import Glibc

/// A prepared statement whose values are bound and read one by one without boxing: millions of rows pass through here.
/// The one place that calls SQLite itself.
struct BulkStatement {
  private let statement: Statement
  private let db: Database
  private var place: Int32 = 0

  init(_ db: Database, _ sql: String) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
  }

  private var handle: OpaquePointer { statement.sqliteStatement }

  // MARK: Writing

  mutating func bind(_ value: Int) throws {
    place += 1
    try check(sqlite3_bind_int64(handle, place, Int64(value)))
  }

  mutating func bind(_ value: Int?) throws {
    if let value { try bind(value) } else { try bindNull() }
  }

  /// SQLite would store NaN as NULL in silence; the caller gives nil where there is no number.
  mutating func bind(_ value: Double?) throws {
    guard let value else { return try bindNull() }
    precondition(!value.isNaN, "NaN on its way into a results file")
    place += 1
    try check(sqlite3_bind_double(handle, place, value))
  }

  mutating func bind(_ value: String) throws {
    place += 1
    // SQLITE_TRANSIENT: SQLite copies the text at once.
    try check(sqlite3_bind_text(handle, place, value, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self)))
  }

  mutating func bind(_ value: String?) throws {
    if let value { try bind(value) } else { try bindNull() }
  }

  mutating func bindNull() throws {
    place += 1
    try check(sqlite3_bind_null(handle, place))
  }

  /// A value that was not bound would be stored as NULL.
  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Runs the statement with what was bound, and readies it for the next row.
  mutating func insert() throws {
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    place = 0
    if code != SQLITE_DONE { throw failure(code) }
  }

  // MARK: Reading

  /// Moves to the next row; false at the end.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  // NULL reads as 0: only then is it asked for, since every call takes a lock.

  func optionalInt(_ column: Int32) -> Int? {
    let value = int(column)
    return value == 0 && isNull(column) ? nil : value
  }

  func double(_ column: Int32) -> Double? {
    let value = sqlite3_column_double(handle, column)
    return value == 0 && isNull(column) ? nil : value
  }

  func text(_ column: Int32) -> String? { sqlite3_column_text(handle, column).map { String(cString: $0) } }

  /// Whether the column holds this text, of which nothing is copied.
  @inline(__always)
  func isText(_ text: String, _ column: Int32) -> Bool {
    guard let bytes = sqlite3_column_text(handle, column) else { return false }
    let count = Int(sqlite3_column_bytes(handle, column))
    return text.utf8.withContiguousStorageIfAvailable {
      $0.count == count && memcmp($0.baseAddress ?? bytes, bytes, count) == 0
    } ?? false
  }

  private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
  }
}

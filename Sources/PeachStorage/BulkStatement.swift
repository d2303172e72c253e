import GRDB
import GRDBSQLite
import PeachSupport

/// A prepared statement whose values are bound and read one by one without boxing: millions of rows pass through here.
/// But for `Database.checkPlace` the one place that calls SQLite itself.
struct BulkStatement {
  private let statement: Statement
  private let db: Database
  /// The handle of the statement, which outlives this value.
  let handle: OpaquePointer
  /// Whose rows are read, for messages.
  let table: String
  /// How many of the first columns tell a row from the others.
  let keys: Int32
  private var place: Int32 = 0

  /// - Parameter isKept: Whether the connection keeps it for the next time, as to compile one takes longer than to run it.
  ///   The same is then not used twice at once.
  init(_ db: Database, _ sql: String, of table: String = "", keys: Int32 = 0, isKept: Bool = false) throws {
    self.db = db
    self.table = table
    self.keys = keys
    statement = try isKept ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  // MARK: Writing

  /// A statement that inserts rows of these columns, in this order.
  init(_ db: Database, into table: String, _ columns: [String]) throws {
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    try self.init(db, "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))")
  }

  mutating func bind(_ value: Int) throws {
    place += 1
    try check(sqlite3_bind_int64(handle, place, Int64(value)))
  }

  mutating func bind(_ value: Int?) throws {
    if let value { try bind(value) } else { try bindNull() }
  }

  /// SQLite would store NaN as NULL in silence; the caller gives `nil` if there is no number.
  mutating func bind(_ value: Double?) throws {
    guard let value else { return try bindNull() }
    precondition(!value.isNaN, "Peach must not store NaN (not a number) in a results file")
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

  var columns: Int { Int(sqlite3_column_count(handle)) }

  /// The names of the columns of its rows.
  var columnNames: [String] { statement.columnNames }

  /// Binds what the current row of another statement holds, as it is.
  mutating func bind(rowOf other: BulkStatement) throws {
    for column in 0..<Int32(other.columns) {
      place += 1
      try check(sqlite3_bind_value(handle, place, sqlite3_column_value(other.handle, column)))
    }
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

  func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
  }
}

import GRDB

/// The tables of a database of Peach, with the marks by which a file states them: `application_id` and `user_version`.
struct Schema: Sendable {
  let applicationID: Int
  /// The version of the tables, from 1. Files of builds before there was a version have 0.
  let version: Int
  let tables: [String]
  let statements: [String]
  /// Advice for a file of an earlier version.
  let remedy: String

  /// Makes all tables in a new file, in one transaction.
  func create(_ queue: DatabaseQueue) throws {
    try queue.write { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
      for statement in statements { try db.execute(sql: statement) }
    }
  }

  /// Checks a file that has the application ID.
  ///
  /// - Throws: `RecordsError` if another version wrote it, `Damage` if a table is missing.
  func check(_ db: Database, _ path: String) throws {
    let stored = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if stored > version {
      throw RecordsError(
        .wrongContent, path: path, reason: "made by a newer version of Peach", hint: "use a newer version of Peach")
    }
    if stored < version {
      throw RecordsError(.wrongContent, path: path, reason: "made by an earlier build of Peach", hint: remedy)
    }
    let present = try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
    if let missing = tables.first(where: { !present.contains($0) }) {
      throw Damage(reason: "table \(missing) is missing")
    }
  }
}

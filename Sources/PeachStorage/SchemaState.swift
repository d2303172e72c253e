import GRDB

/// How the tables of a file of ours stand to those of this version.
enum SchemaState {
  case current, earlier, newer

  /// - Parameter tables: Those of this version.
  /// - Throws: `Damage` if there are neither these nor those of another version.
  init(_ db: Database, _ migrator: DatabaseMigrator, tables: [String]) throws {
    let there = try SchemaState.texts(db, "SELECT name FROM sqlite_schema WHERE type = 'table'", of: "sqlite_schema")
    let log = "grdb_migrations"
    guard there.contains(log) else { throw Damage(reason: "table \(log) is missing") }
    let applied = try SchemaState.texts(db, "SELECT identifier FROM \(log)", of: log)
    guard !applied.isEmpty else { throw Damage(reason: "table \(log) does not name the version that wrote it") }
    let known = migrator.migrations
    guard applied.allSatisfy(known.contains) else {
      self = .newer
      return
    }
    guard applied.count == known.count else {
      self = .earlier
      return
    }
    if let missing = tables.first(where: { !there.contains($0) }) {
      throw Damage(reason: "table \(missing) is missing")
    }
    self = .current
  }

  private static func texts(_ db: Database, _ sql: String, of table: String) throws -> [String] {
    let row = try BulkStatement(db, sql, of: table)
    var texts: [String] = []
    while try row.step() { texts.append(try row.text(0)) }
    return texts
  }
}

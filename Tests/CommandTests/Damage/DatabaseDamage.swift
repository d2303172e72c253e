import Foundation
import GRDB
import PeachTrials

/// Spoils databases: their rows and tables as SQL can, and their bytes. The same seed spoils the same way.
struct DatabaseDamage: RandomNumberGenerator {
  private var random: RandomStream

  init(seed: UInt64) { random = RandomStream(seed: seed) }

  mutating func next() -> UInt64 { random.next() }

  private mutating func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &self)] }

  // MARK: Rows and tables

  private static let values = [
    "NULL", "'text'", "''", "'12'", "x'00ff80'", "9e999", "-9e999", "9223372036854775807", "-9223372036854775808", "-1",
    "0", "1", "2", "300", "1e300", "-1e300", "0.5", "1e-320", "CAST(x'ff41fe' AS TEXT)", "CAST(x'410042' AS TEXT)",
    "char(27) || '[31mred'", "char(8238) || 'abc'", "printf('%.*c', 100000, 'x')", "zeroblob(300000)", "'{}'", "'null'",
    "'[]'", "'ffffffffffffffff'", "'a,b' || char(34, 10) || 'c'",
  ]

  /// Damage as SQL can do it, mostly after the tables have lost their types and conditions.
  ///
  /// - Returns: What was done.
  mutating func spoilRows(of path: String) throws -> [String] {
    var done: [String] = []
    if pick([true, true, true, false]) {
      done.append("types and conditions are gone")
      try run(path) { db in
        try db.execute(
          sql: """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')'),
              ' NOT NULL', '') WHERE type = 'table' AND name NOT LIKE 'grdb%';
            PRAGMA schema_version = 4711
            """)
      }
    }
    for _ in 1...pick([1, 1, 1, 2, 3]) {
      try run(path) { db in
        let statement = try self.statement(db)
        // What SQLite itself refuses is no damage.
        if (try? db.execute(sql: statement)) != nil { done.append(statement) }
      }
    }
    return done
  }

  private func run(_ path: String, _ body: (Database) throws -> Void) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
      try body(db)
    }
    try queue.close()
  }

  private mutating func statement(_ db: Database) throws -> String {
    let table = pick(
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"))
    let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    let column = pick(columns)
    let row = try place(of: table, db)
    return switch Int.random(in: 0..<14, using: &self) {
    case 0: "DELETE FROM \(table)"
    case 1, 2: "DELETE FROM \(table) WHERE \(row)"
    case 3: "DELETE FROM \(table) WHERE \(column) > (SELECT \(column) FROM \(table) WHERE \(row))"
    case 4: "UPDATE OR IGNORE \(table) SET \(column) = \(pick(DatabaseDamage.values))"
    case 5: "DROP TABLE \(table)"
    case 6: "ALTER TABLE \(table) DROP COLUMN \(column)"
    case 7: "ALTER TABLE \(table) RENAME COLUMN \(column) TO other"
    case 8:
      "INSERT OR IGNORE INTO \(table) SELECT "
        + columns.map { $0 == column ? "\($0) + 1" : $0 }.joined(separator: ", ") + " FROM \(table) WHERE \(row)"
    case 9:
      "INSERT OR IGNORE INTO \(table) VALUES ("
        + columns.map { _ in pick(DatabaseDamage.values) }.joined(separator: ", ") + ")"
    default: "UPDATE OR IGNORE \(table) SET \(column) = \(pick(DatabaseDamage.values)) WHERE \(row)"
    }
  }

  /// A condition that one row fulfils.
  private mutating func place(of table: String, _ db: Database) throws -> String {
    let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
    let keys = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0", arguments: [table])
    guard count > 0, !keys.isEmpty else { return "0" }
    let values = keys.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    let key = try String.fetchOne(
      db, sql: "SELECT \(values) FROM \(table) LIMIT 1 OFFSET \(Int.random(in: 0..<count, using: &self))")
    return "(\(keys.joined(separator: ", "))) IS (\(key ?? "NULL"))"
  }

  // MARK: Bytes

  private static let page = 4096

  /// Damage as a disk can do it.
  ///
  /// - Returns: What was done.
  mutating func spoilBytes(of path: String) throws -> [String] {
    let url = URL(fileURLWithPath: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    let count = pick([1, 1, 2, 4, 8, 32, 256])
    let pages = bytes.count / DatabaseDamage.page
    let first = Int.random(in: 0..<pages, using: &self) * DatabaseDamage.page
    let what: String
    switch Int.random(in: 0..<9, using: &self) {
    case 0...2:
      what = "\(count) bytes"
      spoil(&bytes, count, in: 100..<bytes.count)
    case 3:
      what = "\(count) bytes of the head of page \(first / DatabaseDamage.page)"
      spoil(&bytes, count, in: first..<(first + 120))
    case 4:
      what = "\(count) bytes of page \(first / DatabaseDamage.page)"
      spoil(&bytes, count, in: first..<(first + DatabaseDamage.page))
    case 5:
      what = "cut off"
      bytes.removeLast(Int.random(in: 1...bytes.count, using: &self))
    case 6:
      what = "\(count) bytes of the header"
      spoil(&bytes, count, in: 0..<100)
    case 7:
      what = "\(16 * count) bytes of nothing"
      let from = Int.random(in: 0..<bytes.count, using: &self)
      for place in from..<min(from + 16 * count, bytes.count) { bytes[place] = 0 }
    default:
      let other = Int.random(in: 0..<pages, using: &self) * DatabaseDamage.page
      what = "page \(other / DatabaseDamage.page) in the place of page \(first / DatabaseDamage.page)"
      bytes.replaceSubrange(
        first..<(first + DatabaseDamage.page), with: Array(bytes[other..<(other + DatabaseDamage.page)]))
    }
    try Data(bytes).write(to: url)
    return [what]
  }

  private mutating func spoil(_ bytes: inout [UInt8], _ count: Int, in range: Range<Int>) {
    for _ in 0..<count {
      bytes[Int.random(in: range, using: &self)] = pick([0, 255, UInt8.random(in: .min ... .max, using: &self)])
    }
  }
}

import GRDBSQLite
import Glibc

/// A sound database that inputs damage: in its bytes, or in a copy without types and constraints, in its rows and schema.
///
/// An input is a list of changes of five bytes and what they need; the first byte says which of the two is changed.
struct Damage {
  private let sound: [UInt8]
  private let loose: [UInt8]
  private let tables: [Table]
  private static let mostChanges = 8

  private struct Table {
    var name: String
    var columns: [String]
  }

  /// - Parameter name: Of a file of `Base`.
  init(of name: String) throws {
    sound = Base.bytes(of: name)
    let scratch = Scratch("loose")
    scratch.write(sound)
    let database = Connection(scratch.path)
    let names = database.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL ORDER BY name")
    tables = names.map { name in
      Table(name: name, columns: database.column("SELECT name FROM pragma_table_info('\(name)')"))
    }
    for table in tables.map(\.name) {
      database.run("CREATE TABLE loose AS SELECT * FROM \"\(table)\"")
      database.run("DROP TABLE \"\(table)\"")
      database.run("ALTER TABLE loose RENAME TO \"\(table)\"")
    }
    database.close()
    loose = scratch.read()
    unlink(scratch.path)
  }

  func write(_ input: [UInt8], to file: Scratch) {
    var script = Script(input)
    guard script.next() & 1 == 1 else { return file.write(patched(&script)) }
    file.write(loose)
    let database = Connection(file.path)
    for _ in 0..<Self.mostChanges where !script.isAtEnd { change(database, &script) }
    database.close()
  }

  /// The bytes with some of them replaced, and the rest cut off.
  private func patched(_ script: inout Script) -> [UInt8] {
    var bytes = sound
    for _ in 0..<Self.mostChanges where !script.isAtEnd {
      let place = script.number() % bytes.count
      let count = script.next()
      if count == 0 {
        bytes.removeLast(bytes.count - max(1, place))
      } else {
        for offset in 0..<Int(count % 16) where place + offset < bytes.count { bytes[place + offset] = script.next() }
      }
    }
    return bytes
  }

  private func change(_ database: Connection, _ script: inout Script) {
    let table = tables[Int(script.next()) % tables.count]
    let column = table.columns[Int(script.next()) % table.columns.count]
    let row = "rowid = (SELECT rowid FROM \"\(table.name)\" LIMIT 1 OFFSET \(script.next() % 8))"
    switch script.next() % 8 {
    case 0: database.run("DELETE FROM \"\(table.name)\" WHERE \(row)")
    case 1: database.run("INSERT INTO \"\(table.name)\" SELECT * FROM \"\(table.name)\" WHERE \(row)")
    case 2: database.run("DELETE FROM \"\(table.name)\"")
    case 3: database.run("ALTER TABLE \"\(table.name)\" RENAME COLUMN \"\(column)\" TO \"x\"")
    case 4: database.run("DROP TABLE \"\(table.name)\"")
    default:
      database.run("UPDATE \"\(table.name)\" SET \"\(column)\" = \(script.value()) WHERE \(row)")
    }
  }
}

/// The bytes of an input, one after the other, and zeros after them.
private struct Script {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func number() -> Int { (0..<3).reduce(0) { number, _ in number << 8 | Int(next()) } }

  /// A value as SQL writes it: nothing, a number, an extreme, a text or bytes.
  mutating func value() -> String {
    switch next() % 8 {
    case 0: return "NULL"
    case 1: return "\(Int8(bitPattern: next()))"
    case 2: return ["9e999", "-9e999", "1e308", "-0.0", "5e-324", "0.5"][Int(next()) % 6]
    case 3: return ["9223372036854775807", "-9223372036854775808", "4294967296", "2147483648"][Int(next()) % 4]
    case 4: return bytesAsSQL()
    default: return "CAST(\(bytesAsSQL()) AS TEXT)"
    }
  }

  private mutating func bytesAsSQL() -> String {
    let digits = (0..<next() % 32).map { _ in
      let byte = next()
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "x'\(digits.joined())'"
  }
}

/// SQLite without anything between: what fails changes nothing.
private struct Connection {
  private let handle: OpaquePointer?

  init(_ path: String) {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK else { find("cannot open \(path)") }
    self.handle = handle
    run("PRAGMA journal_mode = OFF")
    run("PRAGMA synchronous = OFF")
    run("PRAGMA foreign_keys = OFF")
  }

  func run(_ sql: String) { sqlite3_exec(handle, sql, nil, nil, nil) }

  func column(_ sql: String) -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { find(sql) }
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW { texts.append(String(cString: sqlite3_column_text(statement, 0))) }
    return texts
  }

  func close() { sqlite3_close(handle) }
}

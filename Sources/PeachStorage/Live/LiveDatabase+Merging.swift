import GRDB
import PeachSupport

/// The outcome of adding the records of another database.
package struct MergedRecords: Hashable, Sendable {
  /// The listeners that were added, by ID.
  package internal(set) var listeners: [String] = []
  /// The listeners whose records were here already, by ID.
  package internal(set) var known: [String] = []
  package internal(set) var sessions = 0
  package internal(set) var trials = 0
  package internal(set) var answers = 0
  package internal(set) var refusals = 0
}

extension LiveDatabase {
  /// Adds the listeners of another database with all their records, and its refusals: all of them or nothing. Devices and
  /// their calibrations stay with their machine.
  ///
  /// - Parameter path: The other database or a copy of it; it is only read.
  /// - Throws: `RecordsError`, `refused` if a listener has other records here, or a study or its places differ.
  package func merge(_ path: String, _ patience: LockTimeout = LockTimeout()) throws(RecordsError) -> MergedRecords {
    guard let source = try LiveDatabase.existing(at: path, patience, isWritable: false) else {
      errno = ENOENT
      throw .unreadable(path)
    }
    // A checked copy, which nobody writes.
    let (draft, _) = try source.draft(of: self.path)
    defer { withExtendedLifetime(draft) {} }
    return try writing(attaching: draft.path) { db in
      var merged = MergedRecords()
      try LiveDatabase.checkStudies(db, path)
      try LiveDatabase.sortListeners(db, path, &merged)
      try db.execute(
        sql: """
          INSERT INTO main.study (name, digest, experiment) SELECT name, digest, experiment FROM other.study WHERE name NOT IN (SELECT name FROM main.study)
          """)
      let offset = try Int.fetchOne(db, sql: "SELECT ifnull(MAX(id), 0) FROM main.session") ?? 0
      for table in LiveSchema.tableNames where table != "study" {
        let count = try LiveDatabase.copy(table, of: merged.listeners, offset: offset, db)
        switch table {
        case "session": merged.sessions += count
        case "answer": merged.answers += count
        case "comparison", "matching": merged.trials += count
        case "refusal": merged.refusals += count
        default: break
        }
      }
      return merged
    }
  }

  /// Whether a file is a database of live listeners, by its mark.
  package static func isDatabase(_ path: String) throws(RecordsError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else { return false }
    return try ResultsFile.applicationID(of: path) == LiveSchema.applicationID
  }

  // MARK: Conflicts

  private static func checkStudies(_ db: Database, _ path: String) throws {
    let other = try String.fetchOne(
      db,
      sql:
        "SELECT name FROM main.study JOIN other.study o USING (name) WHERE main.study.digest <> o.digest ORDER BY name")
    if let other {
      throw RecordsError(
        .refused, path: path,
        reason: "\(SafeText.line(path)): the study \(SafeText.quoted(other)) has a different experiment there",
        hint:
          "records can be merged only if the study has the same experiment in both; make the same changes of limits "
          + "and stop rules on both machines")
    }
    let place = try Row.fetchOne(
      db,
      sql: """
        SELECT p.study, p.place, p.listener AS here, o.listener AS there FROM main.participant p
        JOIN other.participant o ON o.study = p.study AND o.place = p.place AND o.listener <> p.listener ORDER BY 1, 2
        """)
    if let place, let study: String = place["study"], let number: Int = place["place"],
      let here: String = place["here"], let there: String = place["there"]
    {
      throw RecordsError(
        .refused, path: path,
        reason: "\(SafeText.line(path)): place \(number) of the study \(SafeText.quoted(study)) belongs to listener "
          + "'\(here)' in your records, but to '\(there)' in this file",
        hint: "give the listeners on each machine different places with peach live --place")
    }
  }

  /// - Throws: `RecordsError` if a listener of both has other records here than there.
  private static func sortListeners(_ db: Database, _ path: String, _ merged: inout MergedRecords) throws {
    let here = try String.fetchSet(db, sql: "SELECT id FROM main.listener")
    for id in try String.fetchAll(db, sql: "SELECT id FROM other.listener ORDER BY id") {
      guard here.contains(id) else {
        merged.listeners.append(id)
        continue
      }
      merged.known.append(id)
      for table in LiveSchema.tableNames {
        guard let rows = try Rows(table, db) else { continue }
        let difference = "\(rows.values("other")) EXCEPT \(rows.values("main"))"
        guard try Row.fetchOne(db, sql: difference, arguments: [id, id]) == nil else {
          throw RecordsError(
            .refused, path: path,
            reason:
              "\(SafeText.line(path)): listener '\(id)' has records in this file that your records lack (\(table))",
            hint: "a listener belongs to one machine; peach restore puts back a later copy of your records")
        }
      }
    }
  }

  // MARK: Rows

  /// The rows of one listener in a table.
  private struct Rows {
    let table: String
    /// The columns but the number of the row and the session.
    let columns: [String]
    let hasSession: Bool
    let hasListener: Bool
    let hasNumber: Bool

    /// `nil` if the rows of a table belong to no listener.
    init?(_ table: String, _ db: Database) throws {
      let all = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
      self.table = table
      hasSession = all.contains("session")
      hasListener = all.contains("listener")
      hasNumber = all.contains("id")
      columns = all.filter { $0 != "id" && $0 != "session" }
      if !hasSession, !hasListener { return nil }
    }

    /// Whether a row belongs to a listener of a list of `?`.
    func condition(_ schema: String, _ list: String) -> String {
      hasListener
        ? "t.listener IN (\(list))" : "t.session IN (SELECT id FROM \(schema).session WHERE listener IN (\(list)))"
    }

    /// Selects the rows of one listener as values that are the same in every file.
    func values(_ schema: String) -> String {
      let number = hasSession ? ", (SELECT number FROM \(schema).session WHERE id = t.session)" : ""
      let names = columns.map { "t.\($0)" }.joined(separator: ", ")
      return "SELECT \(names)\(number) FROM \(schema).\(table) t WHERE \(condition(schema, "?"))"
    }
  }

  /// - Parameter offset: Added to the numbers of rows of sessions.
  /// - Returns: The number of copied rows.
  private static func copy(_ table: String, of listeners: [String], offset: Int, _ db: Database) throws -> Int {
    if table == "listener" {
      for id in listeners { try db.execute(sql: "INSERT INTO main.listener (id) VALUES (?)", arguments: [id]) }
      return listeners.count
    }
    if table == "refusal" {
      let names = "study, text_version, language, refused_at"
      try db.execute(
        sql: """
          INSERT INTO main.refusal (\(names)) SELECT \(names) FROM other.refusal EXCEPT SELECT \(names) FROM main.refusal
          """)
      return db.changesCount
    }
    guard let rows = try Rows(table, db), !listeners.isEmpty else { return 0 }
    var (names, values) = (rows.columns, rows.columns.map { "t.\($0)" })
    if rows.hasSession {
      names.append("session")
      values.append("t.session + \(offset)")
    }
    if table == "session" {
      names.append("id")
      values.append("t.id + \(offset)")
    }
    var count = 0
    for id in listeners {
      try db.execute(
        sql: """
          INSERT INTO main.\(table) (\(names.joined(separator: ", "))) SELECT \(values.joined(separator: ", "))
          FROM other.\(table) t WHERE \(rows.condition("other", "?")) \(rows.hasNumber ? "ORDER BY t.id" : "")
          """, arguments: [id])
      count += db.changesCount
    }
    return count
  }
}

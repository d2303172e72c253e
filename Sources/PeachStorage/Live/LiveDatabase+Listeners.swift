import GRDB
import PeachSupport

extension LiveDatabase {
  /// Adds a listener, if it is not there.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  package func addListener(_ id: String) throws(RecordsError) -> Bool {
    try writing { db in try LiveDatabase.add(id, path, db) }
  }

  static func add(_ id: String, _ path: String, _ db: Database) throws -> Bool {
    do {
      try db.execute(sql: "INSERT INTO listener (id) VALUES (?) ON CONFLICT (id) DO NOTHING", arguments: [id])
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_CHECK {
      throw RecordsError(
        .refused, path: path, reason: "listener: expected a name, got \(SafeText.quoted(id))",
        hint: "a name starts with a letter or digit and continues with letters, digits, '+', '.', '_', '-'")
    }
    return db.changesCount > 0
  }

  /// The listeners, by ID.
  package func listeners() throws(RecordsError) -> [ListenerRecord] {
    try reading { db in try LiveDatabase.listeners(db) }
  }

  /// The listener with that ID; `nil` if there is none.
  package func listener(_ id: String) throws(RecordsError) -> ListenerRecord? {
    try reading { db in try LiveDatabase.listeners(db, id).first }
  }

  private static func listeners(_ db: Database, _ id: String? = nil) throws -> [ListenerRecord] {
    var row = try BulkStatement(
      db,
      """
      SELECT id, (SELECT COUNT(*) FROM session WHERE listener = listener.id) AS sessions,
        (SELECT COUNT(*) FROM comparison JOIN session ON session = session.id WHERE listener = listener.id)
          AS comparisons,
        (SELECT COUNT(*) FROM matching JOIN session ON session = session.id WHERE listener = listener.id)
          AS matchings,
        (SELECT responder IS NOT NULL FROM session WHERE listener = listener.id LIMIT 1) AS is_simulated,
        (SELECT started_at FROM session WHERE listener = listener.id ORDER BY number DESC LIMIT 1)
          AS last_started_at
      FROM listener WHERE ?1 IS NULL OR id = ?1 ORDER BY id
      """, of: "listener", keys: 1)
    try row.bind(id)
    var listeners: [ListenerRecord] = []
    while try row.step() {
      let id = try row.text(0)
      guard isName(id) else { throw row.damage(0, expected: "a listener's name") }
      listeners.append(
        ListenerRecord(
          id: id, sessions: try row.int(1), comparisons: try row.int(2), matchings: try row.int(3),
          isSimulated: try row.optionalInt(4).map { $0 == 1 }, lastStartedAt: try row.optionalText(5)))
    }
    return listeners
  }

  /// Whether a name passes the check of the table.
  private static func isName(_ id: String) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    return id.utf8.first.map(isWord) == true && id.utf8.allSatisfy { isWord($0) || "+._-".utf8.contains($0) }
  }

  /// Lets a listener's profile start again: its sessions of these kinds enter it no more. They stay as records, with
  /// their trials, and the numbers of sessions go on.
  ///
  /// - Returns: How many sessions left the profile.
  @discardableResult
  package func reset(_ id: String, _ kinds: Set<SessionKind>) throws(RecordsError) -> Int {
    try writing { db in
      var changed = 0
      for kind in SessionKind.allCases where kinds.contains(kind) {
        try db.execute(
          sql: "UPDATE session SET is_in_profile = 0 WHERE listener = ? AND kind = ? AND is_in_profile = 1",
          arguments: [id, kind.rawValue])
        changed += db.changesCount
      }
      return changed
    }
  }

  /// Removes a listener with its settings, sessions and trials. What they took in the file is overwritten.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  package func delete(_ id: String) throws(RecordsError) -> Bool {
    let wasThere = try writing { db in
      try db.execute(sql: "DELETE FROM listener WHERE id = ?", arguments: [id])
      let wasThere = db.changesCount > 0
      // A study without listeners has not begun.
      try db.execute(sql: "DELETE FROM study WHERE name NOT IN (SELECT study FROM participant)")
      return wasThere
    }
    // The log still has the pages as they were. Where another process reads, it is emptied later.
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    return wasThere
  }
}

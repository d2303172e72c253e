import GRDB

extension LiveDatabase {
  /// What was set for a listener, key by key; empty for one that is not there.
  public func settings(of listener: String) throws(RecordsError) -> [String: String] {
    try reading { db in
      let rows = try SettingRow.fetchAll(db, sql: "SELECT * FROM setting WHERE listener = ?", arguments: [listener])
      return Dictionary(rows.map { ($0.key, $0.value) }) { first, _ in first }
    }
  }

  /// Sets a key, for a listener who is added if need be.
  public func set(_ key: String, to value: String, of listener: String) throws(RecordsError) {
    try writing { db in
      _ = try LiveDatabase.add(listener, path, db)
      try SettingRow(listener: listener, key: key, value: value).insert(db, onConflict: .replace)
    }
  }

  /// Forgets what a key was set to.
  public func unset(_ key: String, of listener: String) throws(RecordsError) {
    try writing { db in
      try db.execute(sql: "DELETE FROM setting WHERE listener = ? AND key = ?", arguments: [listener, key])
    }
  }
}

import GRDB

extension LiveDatabase {
  /// What was set for a listener, key by key; empty for one that is not there.
  public func settings(of listener: String) throws(RecordsError) -> [String: String] {
    try reading { db in
      var row = try BulkStatement(
        db, "SELECT listener, key, value FROM setting WHERE listener = ?", of: "setting", keys: 2)
      try row.bind(listener)
      var settings: [String: String] = [:]
      while try row.step() { settings[try row.text(1)] = try row.text(2) }
      return settings
    }
  }

  /// Sets a key, for a listener who is added if need be.
  public func set(_ key: String, to value: String, of listener: String) throws(RecordsError) {
    try writing { db in
      _ = try LiveDatabase.add(listener, path, db)
      try db.execute(sql: "INSERT OR REPLACE INTO setting VALUES (?, ?, ?)", arguments: [listener, key, value])
    }
  }

  /// Forgets what a key was set to.
  public func unset(_ key: String, of listener: String) throws(RecordsError) {
    try writing { db in
      try db.execute(sql: "DELETE FROM setting WHERE listener = ? AND key = ?", arguments: [listener, key])
    }
  }
}

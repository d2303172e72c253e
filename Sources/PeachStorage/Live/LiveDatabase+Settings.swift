import GRDB

extension LiveDatabase {
  /// The stored settings of a listener by key; empty if the listener is unknown.
  package func settings(of listener: String) throws(RecordsError) -> [String: String] {
    try reading { db in try LiveDatabase.settings(of: listener, db) }
  }

  private static func settings(of listener: String, _ db: Database) throws -> [String: String] {
    var row = try BulkStatement(
      db, "SELECT listener, key, value FROM setting WHERE listener = ?", of: "setting", keys: 2)
    try row.bind(listener)
    var settings: [String: String] = [:]
    while try row.step() { settings[try row.text(1)] = try row.text(2) }
    return settings
  }

  /// Reads the settings of a listener, changes them and stores what changed, in one transaction: no other program can
  /// write in between. Adds the listener if a key is set.
  ///
  /// - Parameter change: Changes the settings, key by key. It also gets what was measured of devices.
  /// - Throws: `RecordsError` if nothing can be stored, and any error of `change`, after which nothing is stored.
  package func changeSettings<Result>(
    of listener: String, _ change: (inout [String: String], _ devices: [DeviceProfile]) throws -> Result
  ) throws -> Result {
    let outcome = try writing { db -> Swift.Result<Result, any Error> in
      let before = try LiveDatabase.settings(of: listener, db)
      let devices = try LiveDatabase.deviceProfiles(db)
      var after = before
      let outcome = Swift.Result { try change(&after, devices) }
      guard case .success = outcome else { return outcome }
      for key in before.keys.sorted() where after[key] == nil { try LiveDatabase.unset(key, of: listener, db) }
      for (key, value) in after.sorted(by: { $0.key < $1.key }) where before[key] != value {
        _ = try LiveDatabase.add(listener, path, db)
        try LiveDatabase.set(key, to: value, of: listener, db)
      }
      return outcome
    }
    return try outcome.get()
  }

  /// Sets a key, for a listener who is added if need be.
  package func set(_ key: String, to value: String, of listener: String) throws(RecordsError) {
    try writing { db in
      _ = try LiveDatabase.add(listener, path, db)
      try LiveDatabase.set(key, to: value, of: listener, db)
    }
  }

  private static func set(_ key: String, to value: String, of listener: String, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO setting (listener, key, value) VALUES (?, ?, ?)", arguments: [listener, key, value])
  }

  /// Forgets what a key was set to.
  package func unset(_ key: String, of listener: String) throws(RecordsError) {
    try writing { db in try LiveDatabase.unset(key, of: listener, db) }
  }

  private static func unset(_ key: String, of listener: String, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM setting WHERE listener = ? AND key = ?", arguments: [listener, key])
  }
}

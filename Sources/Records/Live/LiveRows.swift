import GRDB

// Rows as GRDB knows them, by the names of their columns. What does not decode is damage, never a trap.

/// What the database counts of a listener.
struct ListenerRow: Decodable, FetchableRecord {
  var listener: ListenerRecord

  init(from decoder: any Decoder) throws { listener = try ListenerRecord(from: decoder) }
}

/// One setting of a listener.
struct SettingRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "setting"

  var listener: String
  var key: String
  var value: String
}

/// One session as it is stored.
struct SessionRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "session"

  var session: SessionRecord

  private enum CodingKeys: String, CodingKey { case id, trials }

  init(_ session: SessionRecord) { self.session = session }

  init(from decoder: any Decoder) throws {
    session = try SessionRecord(from: decoder)
    let row = try decoder.container(keyedBy: CodingKeys.self)
    session.id = try row.decode(Int.self, forKey: .id)
    session.trials = try row.decode(Int.self, forKey: .trials)
  }

  /// The row gets its `id` from the database.
  func encode(to encoder: any Encoder) throws { try session.encode(to: encoder) }
}

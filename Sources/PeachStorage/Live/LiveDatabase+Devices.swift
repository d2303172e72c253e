import GRDB

extension LiveDatabase {
  /// The measurements of a device and channel; `nil` if there are none.
  package func deviceProfile(_ device: String, _ channel: String) throws(RecordsError) -> DeviceProfile? {
    try deviceProfiles().first { $0.device == device && $0.channel == channel }
  }

  /// The measurements of all devices, by name and channel.
  package func deviceProfiles() throws(RecordsError) -> [DeviceProfile] {
    try reading(LiveDatabase.deviceProfiles)
  }

  static func deviceProfiles(_ db: Database) throws -> [DeviceProfile] {
    let row = try BulkStatement(
      db,
      """
      SELECT device, channel, waveform, limit_db, onset_latency_s, calibrated_at, version FROM device
      ORDER BY device, channel
      """, of: "device", keys: 2)
    var profiles: [DeviceProfile] = []
    while try row.step() {
      var profile = DeviceProfile(
        device: try row.text(0), channel: try row.text(1), calibratedAt: try row.text(5), version: try row.text(6))
      profile.waveform = try row.optionalText(2)
      profile.limit = try row.optionalDouble(3)
      profile.onsetLatency = try row.optionalDouble(4)
      profile.levels = try LiveDatabase.levels(of: profile, db)
      profiles.append(profile)
    }
    return profiles
  }

  private static func levels(of profile: DeviceProfile, _ db: Database) throws -> [DeviceProfile.Level] {
    var row = try BulkStatement(
      db,
      """
      SELECT device, channel, frequency_hz, offset_db FROM device_level WHERE device = ? AND channel = ?
      ORDER BY frequency_hz
      """, of: "device_level", keys: 3)
    try row.bind(profile.device)
    try row.bind(profile.channel)
    var levels: [DeviceProfile.Level] = []
    while try row.step() {
      levels.append(DeviceProfile.Level(frequency: try row.double(2), offset: try row.double(3)))
    }
    return levels
  }

  /// Stores what was measured of a device, in place of what was known of it.
  package func store(_ profile: DeviceProfile) throws(RecordsError) {
    try writing { db in
      try db.execute(
        sql: "DELETE FROM device WHERE device = ? AND channel = ?", arguments: [profile.device, profile.channel])
      try db.execute(
        sql: """
          INSERT INTO device (device, channel, waveform, limit_db, onset_latency_s, calibrated_at, version)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          profile.device, profile.channel, profile.waveform, profile.limit, profile.onsetLatency,
          profile.calibratedAt, profile.version,
        ])
      for level in profile.levels {
        try db.execute(
          sql: "INSERT INTO device_level (device, channel, frequency_hz, offset_db) VALUES (?, ?, ?, ?)",
          arguments: [profile.device, profile.channel, level.frequency, level.offset])
      }
    }
  }

  /// Forgets what was measured of a device and channel.
  ///
  /// - Returns: Whether anything was known.
  package func forgetDevice(_ device: String, _ channel: String) throws(RecordsError) -> Bool {
    try writing { db in
      try db.execute(sql: "DELETE FROM device WHERE device = ? AND channel = ?", arguments: [device, channel])
      return db.changesCount > 0
    }
  }
}

import GRDB

/// The tables as they are since devices are calibrated: their profiles, of the machine rather than of a listener, and how
/// the samples of a session were played.
extension LiveSchema {
  static func admitCalibrated(_ db: Database) throws {
    for table in [device, deviceLevel] { try db.execute(sql: table) }
    for column in [
      "sample_format TEXT CHECK (sample_format IN ('16', '24', 'float'))",
      "channel TEXT CHECK (channel IN ('both', 'left', 'right'))", "level_offset_db REAL",
    ] {
      try db.execute(sql: "ALTER TABLE session ADD COLUMN \(column)")
    }
  }

  private static let device = """
    CREATE TABLE device (
      device TEXT NOT NULL CHECK (device <> ''), channel TEXT NOT NULL CHECK (channel IN ('both', 'left', 'right')),
      waveform TEXT, limit_db REAL, onset_latency_s REAL CHECK (onset_latency_s >= 0),
      calibrated_at TEXT NOT NULL CHECK (calibrated_at \(time)), version TEXT NOT NULL, PRIMARY KEY (device, channel)
    ) STRICT, WITHOUT ROWID
    """

  private static let deviceLevel = """
    CREATE TABLE device_level (
      device TEXT NOT NULL, channel TEXT NOT NULL, frequency_hz REAL NOT NULL CHECK (frequency_hz > 0),
      offset_db REAL NOT NULL, PRIMARY KEY (device, channel, frequency_hz),
      FOREIGN KEY (device, channel) REFERENCES device ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
    """
}

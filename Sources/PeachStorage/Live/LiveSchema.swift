import GRDB

/// The tables of the database of live listeners. A migration that has landed is never edited; a change is a new one.
enum LiveSchema {
  /// "PEAL": what marks a SQLite file as ours.
  static let applicationID = 0x5045_414C

  static let tableNames = [
    "listener", "setting", "session", "comparison", "matching", "device", "device_level", "calibration", "study",
    "participant", "repair", "study_change", "continuation",
  ]

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("2026-11-21 live listeners") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      for table in tables { try db.execute(sql: table) }
    }
    migrator.registerMigration("2026-11-22 imported sessions") { db in try admitImported(db) }
    migrator.registerMigration("2026-11-23 calibrated devices") { db in try admitCalibrated(db) }
    migrator.registerMigration("2026-11-23 calibrations") { db in try addCalibrations(db) }
    migrator.registerMigration("2026-11-23 blocks") { db in try admitBlocks(db) }
    migrator.registerMigration("2026-11-23 choices among notes") { db in try admitChoices(db) }
    migrator.registerMigration("2026-11-24 repairs of studies") { db in try addRepairs(db) }
    return migrator
  }

  static let time = "GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'"

  private static let tables = [
    """
    CREATE TABLE listener (
      id TEXT PRIMARY KEY CHECK (id GLOB '[A-Za-z0-9]*' AND id NOT GLOB '*[^A-Za-z0-9+._-]*')
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE setting (
      listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (listener, key)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE session (
      id INTEGER PRIMARY KEY, listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 1), kind TEXT NOT NULL CHECK (kind IN ('comparison', 'matching')),
      name TEXT NOT NULL, strategy TEXT NOT NULL, experiment TEXT NOT NULL, profile TEXT NOT NULL,
      seed TEXT NOT NULL CHECK (length(seed) = 16 AND seed NOT GLOB '*[^0-9a-f]*'), responder TEXT,
      scale TEXT NOT NULL CHECK (scale IN ('linear', 'log')), version TEXT NOT NULL, build TEXT NOT NULL,
      device TEXT, sample_rate_hz INTEGER CHECK (sample_rate_hz > 0),
      level_scale TEXT CHECK (level_scale IN ('dB FS', 'dB SPL')),
      started_at TEXT CHECK (started_at \(time)), ended_at TEXT CHECK (ended_at \(time)), end_reason TEXT,
      is_in_profile INTEGER NOT NULL CHECK (is_in_profile IN (0, 1)), UNIQUE (listener, number)
    ) STRICT
    """,
    """
    CREATE TABLE comparison (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, trial INTEGER NOT NULL CHECK (trial >= 1),
      kind TEXT NOT NULL CHECK (kind IN ('test', 'noise', 'catch', 'comfort')), track TEXT NOT NULL,
      reference INTEGER NOT NULL CHECK (reference BETWEEN 0 AND 127),
      target INTEGER NOT NULL CHECK (target BETWEEN 0 AND 127), interval TEXT NOT NULL, tuning TEXT NOT NULL,
      offset_cents REAL NOT NULL, level_cents REAL NOT NULL,
      answer TEXT NOT NULL CHECK (answer IN ('higher', 'lower')), correct INTEGER, reversal INTEGER NOT NULL
        CHECK (reversal IN (0, 1)),
      estimate REAL, low REAL, high REAL, reference_pitch_hz REAL NOT NULL CHECK (reference_pitch_hz > 0),
      note_duration_s REAL NOT NULL CHECK (note_duration_s > 0), gap_s REAL NOT NULL CHECK (gap_s >= 0), sound TEXT,
      reference_level_db REAL, target_level_db REAL, device TEXT,
      onset_latency_s REAL, response_time_s REAL CHECK (response_time_s >= 0),
      timestamp TEXT CHECK (timestamp \(time)),
      CONSTRAINT "correct follows from offset and answer" CHECK (
        correct IS CASE WHEN offset_cents = 0 THEN NULL ELSE (offset_cents > 0) = (answer = 'higher') END),
      PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE matching (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, trial INTEGER NOT NULL CHECK (trial >= 1),
      reference INTEGER NOT NULL CHECK (reference BETWEEN 0 AND 127),
      target INTEGER NOT NULL CHECK (target BETWEEN 0 AND 127), interval TEXT NOT NULL, tuning TEXT NOT NULL,
      initial_offset_cents REAL NOT NULL, error_cents REAL NOT NULL,
      adjustments INTEGER NOT NULL CHECK (adjustments >= 0),
      reference_pitch_hz REAL NOT NULL CHECK (reference_pitch_hz > 0),
      note_duration_s REAL NOT NULL CHECK (note_duration_s > 0), gap_s REAL NOT NULL CHECK (gap_s >= 0), sound TEXT,
      reference_level_db REAL, target_level_db REAL, device TEXT,
      onset_latency_s REAL, response_time_s REAL CHECK (response_time_s >= 0),
      timestamp TEXT CHECK (timestamp \(time)), PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID
    """,
    kindTrigger(of: "comparison"), kindTrigger(of: "matching"),
  ]

  /// A session holds trials of its own kind.
  static func kindTrigger(of table: String) -> String {
    """
    CREATE TRIGGER \(table)_kind BEFORE INSERT ON \(table)
    WHEN (SELECT kind FROM session WHERE id = NEW.session) <> '\(table)'
    BEGIN SELECT RAISE(ABORT, 'a \(table) in a session of another kind'); END
    """
  }
}

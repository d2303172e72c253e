import GRDB

/// The tables as they are since sessions of elsewhere are imported: what a file does not say is NULL.
///
/// What Peach played itself it knows, and must say: triggers refuse such a trial without it.
extension LiveSchema {
  static func admitImported(_ db: Database) throws {
    // A trigger that names a table which is made anew would be in the way.
    for table in ["comparison", "matching"] { try db.execute(sql: "DROP TRIGGER \(table)_kind") }
    for (name, columns, table) in [
      ("session", sessionColumns, session), ("comparison", comparisonColumns, comparison),
      ("matching", matchingColumns, matching),
    ] {
      try db.execute(sql: table)
      try db.execute(sql: "INSERT INTO new_\(name) (\(columns)) SELECT \(columns) FROM \(name)")
      try db.execute(sql: "DROP TABLE \(name)")
      try db.execute(sql: "ALTER TABLE new_\(name) RENAME TO \(name)")
    }
    for table in ["comparison", "matching"] { try db.execute(sql: kindTrigger(of: table)) }
    try db.execute(
      sql: wholeTrigger(
        of: "comparison",
        ["reference", "target", "interval", "tuning", "offset_cents", "answer"] + heardColumns))
    try db.execute(sql: wholeTrigger(of: "matching", ["tuning", "adjustments"] + heardColumns))
  }

  private static let heardColumns = ["reference_pitch_hz", "note_duration_s", "gap_s"]

  private static func wholeTrigger(of table: String, _ columns: [String]) -> String {
    """
    CREATE TRIGGER \(table)_whole BEFORE INSERT ON \(table)
    WHEN (\(columns.map { "NEW.\($0) IS NULL" }.joined(separator: " OR ")))
      AND (SELECT imported_from FROM session WHERE id = NEW.session) IS NULL
    BEGIN SELECT RAISE(ABORT, 'a \(table) without what was heard and answered'); END
    """
  }

  private static let sessionColumns = """
    id, listener, number, kind, name, strategy, experiment, profile, seed, responder, scale, version, build, device,
    sample_rate_hz, level_scale, started_at, ended_at, end_reason, is_in_profile
    """

  private static let session = """
    CREATE TABLE new_session (
      id INTEGER PRIMARY KEY, listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 1), kind TEXT NOT NULL CHECK (kind IN ('comparison', 'matching')),
      name TEXT NOT NULL, strategy TEXT NOT NULL, experiment TEXT NOT NULL, profile TEXT NOT NULL,
      seed TEXT NOT NULL CHECK (length(seed) = 16 AND seed NOT GLOB '*[^0-9a-f]*'
        OR seed = '' AND imported_from NOTNULL), responder TEXT,
      scale TEXT NOT NULL CHECK (scale IN ('linear', 'log')), version TEXT NOT NULL, build TEXT NOT NULL,
      device TEXT, sample_rate_hz INTEGER CHECK (sample_rate_hz > 0),
      level_scale TEXT CHECK (level_scale IN ('dB FS', 'dB SPL')),
      started_at TEXT CHECK (started_at \(time)), ended_at TEXT CHECK (ended_at \(time)), end_reason TEXT,
      is_in_profile INTEGER NOT NULL CHECK (is_in_profile IN (0, 1)),
      alternatives INTEGER NOT NULL DEFAULT 2 CHECK (alternatives BETWEEN 1 AND 100), origin TEXT, imported_from TEXT,
      UNIQUE (listener, number)
    ) STRICT
    """

  private static let comparisonColumns = """
    session, trial, kind, track, reference, target, interval, tuning, offset_cents, level_cents, answer, correct,
    reversal, estimate, low, high, reference_pitch_hz, note_duration_s, gap_s, sound, reference_level_db,
    target_level_db, device, onset_latency_s, response_time_s, timestamp
    """

  private static let comparison = """
    CREATE TABLE new_comparison (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, trial INTEGER NOT NULL CHECK (trial >= 1),
      kind TEXT NOT NULL CHECK (kind IN ('test', 'noise', 'catch', 'comfort')), track TEXT NOT NULL,
      reference INTEGER CHECK (reference BETWEEN 0 AND 127), target INTEGER CHECK (target BETWEEN 0 AND 127),
      interval TEXT, tuning TEXT, offset_cents REAL, level_cents REAL NOT NULL,
      answer TEXT CHECK (answer IN ('higher', 'lower')), correct INTEGER CHECK (correct IN (0, 1)),
      reversal INTEGER NOT NULL CHECK (reversal IN (0, 1)),
      estimate REAL, low REAL, high REAL, reference_pitch_hz REAL CHECK (reference_pitch_hz > 0),
      note_duration_s REAL CHECK (note_duration_s > 0), gap_s REAL CHECK (gap_s >= 0), sound TEXT,
      reference_level_db REAL, target_level_db REAL, device TEXT,
      onset_latency_s REAL, response_time_s REAL CHECK (response_time_s >= 0),
      timestamp TEXT CHECK (timestamp \(time)),
      CONSTRAINT "correct follows from offset and answer" CHECK (
        offset_cents IS NULL OR answer IS NULL
        OR correct IS CASE WHEN offset_cents = 0 THEN NULL ELSE (offset_cents > 0) = (answer = 'higher') END),
      PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID
    """

  private static let matchingColumns = """
    session, trial, reference, target, interval, tuning, initial_offset_cents, error_cents, adjustments,
    reference_pitch_hz, note_duration_s, gap_s, sound, reference_level_db, target_level_db, device, onset_latency_s,
    response_time_s, timestamp
    """

  private static let matching = """
    CREATE TABLE new_matching (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, trial INTEGER NOT NULL CHECK (trial >= 1),
      reference INTEGER NOT NULL CHECK (reference BETWEEN 0 AND 127),
      target INTEGER NOT NULL CHECK (target BETWEEN 0 AND 127), interval TEXT NOT NULL, tuning TEXT,
      initial_offset_cents REAL NOT NULL, error_cents REAL NOT NULL, adjustments INTEGER CHECK (adjustments >= 0),
      reference_pitch_hz REAL CHECK (reference_pitch_hz > 0), note_duration_s REAL CHECK (note_duration_s > 0),
      gap_s REAL CHECK (gap_s >= 0), sound TEXT, reference_level_db REAL, target_level_db REAL, device TEXT,
      onset_latency_s REAL, response_time_s REAL CHECK (response_time_s >= 0),
      timestamp TEXT CHECK (timestamp \(time)), PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID
    """
}

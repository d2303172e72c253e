import GRDB

/// The tables of a results file. A migration that has landed is never edited; a change is a new one.
enum ResultsSchema {
  /// "PEAC": what marks a SQLite file as ours.
  static let applicationID = 0x5045_4143

  static let tableNames = [
    "simulation", "varied", "cell", "cell_varied", "estimator", "batch", "run", "estimate", "trial", "matching",
    "checkpoint",
  ]

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("2026-11-21 simulation results") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      for table in tables { try db.execute(sql: table) }
    }
    migrator.registerMigration("2026-11-22 alternatives of cells", foreignKeyChecks: .immediate) { db in
      for statement in alternatives { try db.execute(sql: statement) }
    }
    migrator.registerMigration("2026-11-22 true slopes", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: "ALTER TABLE estimator ADD COLUMN true_slope REAL")
    }
    migrator.registerMigration("2026-11-22 pitch matchings", foreignKeyChecks: .immediate) { db in
      for statement in matchings { try db.execute(sql: statement) }
    }
    migrator.registerMigration("2026-11-22 checkpoints", foreignKeyChecks: .immediate) { db in
      for statement in checkpoints { try db.execute(sql: statement) }
    }
    migrator.registerMigration("2026-11-22 the method of the common fit", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: method)
    }
    migrator.registerMigration("2026-11-23 choices among notes", foreignKeyChecks: .immediate) { db in
      for statement in choices { try db.execute(sql: statement) }
    }
    migrator.registerMigration("2026-11-23 shards", foreignKeyChecks: .immediate) { db in
      for statement in shards { try db.execute(sql: statement) }
    }
    migrator.registerMigration("2026-11-23 listeners of runs", foreignKeyChecks: .immediate) { db in
      for statement in listenersOfRuns { try db.execute(sql: statement) }
    }
    return migrator
  }

  /// The shard of the runs that a file holds; earlier files hold all. There is no condition, because it would be checked in
  /// damaged rows.
  private static let shards = [
    "ALTER TABLE simulation ADD COLUMN shard INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE simulation ADD COLUMN shards INTEGER NOT NULL DEFAULT 1",
  ]

  /// The parameters of a run's own listener; there is a lapse rate whenever there is one.
  private static let listenersOfRuns = ["estimate", "checkpoint"].flatMap { table in
    ["true_threshold", "true_lapse", "true_slope"].map { "ALTER TABLE \(table) ADD COLUMN \($0) REAL" }
  }

  /// Three more kinds of task, as below.
  private static let choices = [
    "PRAGMA writable_schema = ON",
    """
    UPDATE sqlite_schema
    SET sql = replace(sql, '''matching'')', '''matching'', ''oddity'', ''axb'', ''same-different'')')
    WHERE type = 'table' AND name = 'simulation'
    """,
    "PRAGMA writable_schema = RESET",
  ]

  /// Estimates of the first trials of runs, as many as the experiment states; and the seconds that a strategy takes for a
  /// trial, where a batch measured them.
  private static let checkpoints = [
    """
    CREATE TABLE checkpoint (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL, trials INTEGER NOT NULL CHECK (trials >= 1),
      estimator INTEGER NOT NULL, status TEXT NOT NULL, threshold REAL, low REAL, high REAL, slope REAL, lapse REAL,
      bias REAL, PRIMARY KEY (cell, replicate, trials, estimator)
    ) STRICT, WITHOUT ROWID
    """,
    "ALTER TABLE batch ADD COLUMN selection_s REAL CHECK (selection_s >= 0)",
  ]

  /// Files that do not say how the common fit was made are of the likelihood alone.
  private static let method = """
    UPDATE simulation SET experiment = json_insert(experiment, '$."estimator-method"', 'ml')
    WHERE task <> 'matching' AND json_valid(experiment)
    """

  /// A third kind of task, and no lapse rate of who only tunes: conditions that are let go, which changes no row. Rows that
  /// are damaged stay, and are told where they are read.
  ///
  /// Source: SQLite, ALTER TABLE, "Making other kinds of table schema changes".
  private static let matchings = [
    "PRAGMA writable_schema = ON",
    """
    UPDATE sqlite_schema SET sql = replace(sql, '''level'')', '''level'', ''matching'')')
    WHERE type = 'table' AND name = 'simulation'
    """,
    """
    UPDATE sqlite_schema SET sql = replace(sql, 'true_lapse REAL NOT NULL', 'true_lapse REAL')
    WHERE type = 'table' AND name = 'estimator'
    """,
    "PRAGMA writable_schema = RESET",
    """
    CREATE TABLE matching (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL, trial INTEGER NOT NULL,
      reference INTEGER NOT NULL CHECK (reference BETWEEN 0 AND 127),
      target INTEGER NOT NULL CHECK (target BETWEEN 0 AND 127), interval TEXT NOT NULL,
      initial_offset_cents REAL NOT NULL, error_cents REAL NOT NULL, adjustments INTEGER CHECK (adjustments >= 0),
      response_time_s REAL CHECK (response_time_s >= 0), PRIMARY KEY (cell, replicate, trial)
    ) STRICT, WITHOUT ROWID
    """,
  ]

  /// Alternatives may be varied, and were said once for the file. What is damaged beside them is told where it is read.
  private static let alternatives = [
    "ALTER TABLE cell ADD COLUMN alternatives INTEGER NOT NULL DEFAULT 2 CHECK (alternatives >= 1)",
    """
    UPDATE cell SET alternatives = COALESCE(
      (SELECT CAST(value AS INTEGER) FROM cell_varied JOIN varied USING (place)
       WHERE cell = cell.id AND path = 'task.alternatives' AND value <> ''),
      (SELECT alternatives FROM simulation), 2)
    """,
  ]

  private static let tables = [
    """
    CREATE TABLE simulation (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      name TEXT NOT NULL, question TEXT, digest TEXT NOT NULL, seed TEXT NOT NULL,
      version TEXT NOT NULL, build TEXT NOT NULL, experiment TEXT NOT NULL,
      task TEXT NOT NULL CHECK (task IN ('comparison', 'level')),
      unit TEXT NOT NULL, scale TEXT NOT NULL CHECK (scale IN ('linear', 'log')),
      alternatives INTEGER NOT NULL CHECK (alternatives >= 1), replicates INTEGER NOT NULL CHECK (replicates >= 1)
    ) STRICT
    """,
    """
    CREATE TABLE varied (place INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT
    """,
    """
    CREATE TABLE cell (
      id INTEGER PRIMARY KEY, strategy TEXT NOT NULL, listener TEXT NOT NULL,
      tuning TEXT, reference_pitch_hz REAL, note_duration_s REAL, gap_s REAL
    ) STRICT
    """,
    """
    CREATE TABLE cell_varied (
      cell INTEGER NOT NULL REFERENCES cell, place INTEGER NOT NULL REFERENCES varied, value TEXT NOT NULL,
      PRIMARY KEY (cell, place)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE estimator (
      cell INTEGER NOT NULL REFERENCES cell, place INTEGER NOT NULL, name TEXT NOT NULL, target REAL, truth REAL,
      true_lapse REAL NOT NULL, ideal_sweat REAL, PRIMARY KEY (cell, place)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE batch (
      cell INTEGER NOT NULL REFERENCES cell, first INTEGER NOT NULL, last INTEGER NOT NULL CHECK (last >= first),
      wall_s REAL NOT NULL, PRIMARY KEY (cell, first)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE run (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL CHECK (replicate >= 1),
      trials INTEGER NOT NULL, reversals INTEGER NOT NULL, correct INTEGER NOT NULL, judged INTEGER NOT NULL,
      stop_reason TEXT NOT NULL, failure TEXT, PRIMARY KEY (cell, replicate)
    ) STRICT, WITHOUT ROWID
    """,
    // Statistics are nullable on purpose: the status says why one is missing.
    """
    CREATE TABLE estimate (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL, estimator INTEGER NOT NULL,
      status TEXT NOT NULL, threshold REAL, low REAL, high REAL, slope REAL, lapse REAL, bias REAL,
      PRIMARY KEY (cell, replicate, estimator)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE trial (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL, trial INTEGER NOT NULL, track TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('test', 'noise', 'catch', 'comfort')),
      reference INTEGER CHECK (reference BETWEEN 0 AND 127), target INTEGER CHECK (target BETWEEN 0 AND 127),
      interval TEXT, offset REAL, level REAL NOT NULL, answer TEXT CHECK (answer IN ('higher', 'lower', 'yes', 'no')),
      correct INTEGER CHECK (correct IN (0, 1)), reversal INTEGER NOT NULL CHECK (reversal IN (0, 1)),
      estimate REAL, low REAL, high REAL, PRIMARY KEY (cell, replicate, trial)
    ) STRICT, WITHOUT ROWID
    """,
  ]
}

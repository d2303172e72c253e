import GRDB
import PeachTrials

/// The tables of a results file.
///
/// Before version 1.0 a change of a table raises `version`, and files of other versions are refused.
enum ResultsSchema {
  /// "PEAC": the application ID of results files.
  static let applicationID = 0x5045_4143
  /// The version of the tables, stored as `user_version`.
  static let version = 3

  static let schema = Schema(
    applicationID: applicationID, version: version, tables: tableNames, statements: statements,
    remedy: "simulate again, or read the file with the version of Peach that wrote it")

  private static let tableNames = [
    "simulation", "varied", "cell", "cell_varied", "estimator", "batch", "run", "estimate", "trial", "matching",
    "checkpoint",
  ]

  private static let tasks = TrialTask.Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

  private static let statements = [
    // A shard holds a part of the runs. It has no condition, because conditions are checked in damaged rows too.
    """
    CREATE TABLE simulation (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      name TEXT NOT NULL, question TEXT, digest TEXT NOT NULL, seed TEXT NOT NULL,
      version TEXT NOT NULL, build TEXT NOT NULL, experiment TEXT NOT NULL,
      task TEXT NOT NULL CHECK (task IN (\(tasks))),
      unit TEXT NOT NULL, scale TEXT NOT NULL CHECK (scale IN ('linear', 'log')),
      alternatives INTEGER NOT NULL CHECK (alternatives >= 1), replicates INTEGER NOT NULL CHECK (replicates >= 1),
      shard INTEGER NOT NULL DEFAULT 1, shards INTEGER NOT NULL DEFAULT 1
    ) STRICT
    """,
    """
    CREATE TABLE varied (place INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT
    """,
    """
    CREATE TABLE cell (
      id INTEGER PRIMARY KEY, strategy TEXT NOT NULL, listener TEXT NOT NULL,
      tuning TEXT, reference_pitch_hz REAL, note_duration_s REAL, gap_s REAL,
      alternatives INTEGER NOT NULL DEFAULT 2 CHECK (alternatives >= 1)
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
      true_lapse REAL, ideal_sweat REAL, true_slope REAL, truth_error REAL, PRIMARY KEY (cell, place)
    ) STRICT, WITHOUT ROWID
    """,
    // `selection_s` is the seconds that the strategy takes for a trial; `NULL` if the batch did not measure them.
    """
    CREATE TABLE batch (
      cell INTEGER NOT NULL REFERENCES cell, first INTEGER NOT NULL, last INTEGER NOT NULL CHECK (last >= first),
      wall_s REAL NOT NULL, selection_s REAL CHECK (selection_s >= 0), PRIMARY KEY (cell, first)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE run (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL CHECK (replicate >= 1),
      trials INTEGER NOT NULL, reversals INTEGER NOT NULL, correct INTEGER NOT NULL, judged INTEGER NOT NULL,
      stop_reason TEXT NOT NULL, failure TEXT, PRIMARY KEY (cell, replicate)
    ) STRICT, WITHOUT ROWID
    """,
    // Statistics can be `NULL`: the status says why. `true_…` are the parameters of a run's own listener.
    """
    CREATE TABLE estimate (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL, estimator INTEGER NOT NULL,
      status TEXT NOT NULL, threshold REAL, low REAL, high REAL, slope REAL, lapse REAL, bias REAL,
      true_threshold REAL, true_lapse REAL, true_slope REAL,
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
    """
    CREATE TABLE matching (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL, trial INTEGER NOT NULL,
      reference INTEGER NOT NULL CHECK (reference BETWEEN 0 AND 127),
      target INTEGER NOT NULL CHECK (target BETWEEN 0 AND 127), interval TEXT NOT NULL,
      initial_offset_cents REAL NOT NULL, error_cents REAL NOT NULL, adjustments INTEGER CHECK (adjustments >= 0),
      response_time_s REAL CHECK (response_time_s >= 0), PRIMARY KEY (cell, replicate, trial)
    ) STRICT, WITHOUT ROWID
    """,
    // Estimates after the first trials of runs, at the numbers of trials that the experiment states.
    """
    CREATE TABLE checkpoint (
      cell INTEGER NOT NULL REFERENCES cell, replicate INTEGER NOT NULL, trials INTEGER NOT NULL CHECK (trials >= 1),
      estimator INTEGER NOT NULL, status TEXT NOT NULL, threshold REAL, low REAL, high REAL, slope REAL, lapse REAL,
      bias REAL, true_threshold REAL, true_lapse REAL, true_slope REAL, PRIMARY KEY (cell, replicate, trials, estimator)
    ) STRICT, WITHOUT ROWID
    """,
  ]
}

import GRDB

/// The results of calibration runs: one row for each session, deleted with it.
extension LiveSchema {
  static func addCalibrations(_ db: Database) throws { try db.execute(sql: calibration) }

  private static let calibration = """
    CREATE TABLE calibration (
      session INTEGER PRIMARY KEY REFERENCES session ON DELETE CASCADE, method TEXT NOT NULL, status TEXT NOT NULL,
      target REAL NOT NULL CHECK (target > 0.5 AND target < 1), trials INTEGER NOT NULL CHECK (trials >= 1),
      asked_precision REAL NOT NULL CHECK (asked_precision > 0), reached_precision REAL CHECK (reached_precision >= 0),
      threshold_cents REAL CHECK (threshold_cents > 0), threshold_low_cents REAL, threshold_high_cents REAL,
      jnd_cents REAL NOT NULL CHECK (jnd_cents > 0), jnd_low_cents REAL NOT NULL, jnd_high_cents REAL NOT NULL,
      bias_cents REAL NOT NULL, bias_low_cents REAL NOT NULL, bias_high_cents REAL NOT NULL,
      lapse REAL NOT NULL CHECK (lapse >= 0 AND lapse < 0.5), lapse_low REAL NOT NULL, lapse_high REAL NOT NULL,
      slope REAL NOT NULL CHECK (slope > 0), slope_low REAL NOT NULL, slope_high REAL NOT NULL,
      ln_jnd_error REAL NOT NULL CHECK (ln_jnd_error >= 0), bias_error_cents REAL NOT NULL CHECK (bias_error_cents >= 0),
      logit_lapse_error REAL NOT NULL CHECK (logit_lapse_error >= 0),
      jnd_bias_r REAL NOT NULL CHECK (abs(jnd_bias_r) <= 1), jnd_lapse_r REAL NOT NULL CHECK (abs(jnd_lapse_r) <= 1),
      bias_lapse_r REAL NOT NULL CHECK (abs(bias_lapse_r) <= 1)
    ) STRICT
    """
}

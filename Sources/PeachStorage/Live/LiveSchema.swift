import GRDB
import PeachTrials

/// The tables of the database of live listeners.
///
/// Before version 1.0 a change of a table raises `version`, and databases of other versions are refused.
enum LiveSchema {
  /// "PEAL": the application ID of databases of live listeners.
  static let applicationID = 0x5045_414C
  /// The version of the tables, stored as `user_version`.
  static let version = 5

  static let schema = Schema(
    applicationID: applicationID, version: version, tables: tableNames, statements: statements + peopleStatements,
    remedy: "export the sessions with the version of Peach that wrote the file, move the file away, and import them")

  static let tableNames = [
    "listener", "setting", "session", "comparison", "matching", "device", "device_level", "calibration", "study",
    "participant", "repair", "study_change", "continuation", "answer", "consent", "refusal", "comfort", "page_trial",
    "page_link",
  ]

  static let time = "GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'"

  private static let answers = StoredType.answers.map { "'\($0)'" }.joined(separator: ", ")

  static let levelScales = SoundLevelScale.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

  private static let ratings = """
    confidence INTEGER CHECK (confidence BETWEEN 0 AND 9), confidence_time_s REAL CHECK (confidence_time_s >= 0),
    repeats INTEGER CHECK (repeats >= 0)
    """

  private static let statements = [
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
    // Values that an imported file does not state are `NULL`. A session that Peach ran must state them: triggers refuse its trials.
    """
    CREATE TABLE session (
      id INTEGER PRIMARY KEY, listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 1), kind TEXT NOT NULL CHECK (kind IN ('comparison', 'matching')),
      name TEXT NOT NULL, strategy TEXT NOT NULL, experiment TEXT NOT NULL, profile TEXT NOT NULL,
      seed TEXT NOT NULL CHECK (length(seed) = 16 AND seed NOT GLOB '*[^0-9a-f]*'
        OR seed = '' AND imported_from NOTNULL), responder TEXT,
      scale TEXT NOT NULL CHECK (scale IN ('linear', 'log')), version TEXT NOT NULL, build TEXT NOT NULL,
      device TEXT, sample_rate_hz INTEGER CHECK (sample_rate_hz > 0),
      level_scale TEXT CHECK (level_scale IN (\(levelScales))),
      started_at TEXT CHECK (started_at \(time)), ended_at TEXT CHECK (ended_at \(time)), end_reason TEXT,
      is_in_profile INTEGER NOT NULL CHECK (is_in_profile IN (0, 1)),
      alternatives INTEGER NOT NULL DEFAULT 2 CHECK (alternatives BETWEEN 1 AND 100), origin TEXT, imported_from TEXT,
      sample_format TEXT CHECK (sample_format IN ('16', '24', 'float')),
      channel TEXT CHECK (channel IN ('both', 'left', 'right')), level_offset_db REAL,
      unit TEXT NOT NULL DEFAULT 'cents' CHECK (unit <> ''),
      block TEXT, is_practice INTEGER NOT NULL DEFAULT 0 CHECK (is_practice IN (0, 1)), note TEXT CHECK (note <> ''),
      stalls INTEGER NOT NULL DEFAULT 0 CHECK (stalls >= 0),
      day TEXT CHECK (day <> ''), condition TEXT CHECK (condition <> ''), study_group TEXT CHECK (study_group <> ''),
      responses TEXT CHECK (responses <> ''), keys_swapped INTEGER CHECK (keys_swapped IN (0, 1)),
      timeouts INTEGER NOT NULL DEFAULT 0 CHECK (timeouts >= 0),
      UNIQUE (listener, number)
    ) STRICT
    """,
    // The correctness of a choice follows from the order of notes or intervals, which is kept. Levels are in the session's unit.
    """
    CREATE TABLE comparison (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, trial INTEGER NOT NULL CHECK (trial >= 1),
      kind TEXT NOT NULL CHECK (kind IN ('test', 'noise', 'catch', 'comfort')), track TEXT NOT NULL,
      reference INTEGER CHECK (reference BETWEEN 0 AND 127), target INTEGER CHECK (target BETWEEN 0 AND 127),
      interval TEXT, tuning TEXT, offset_cents REAL, level REAL NOT NULL,
      answer TEXT CHECK (answer IN (\(answers))),
      correct INTEGER CHECK (correct IN (0, 1)),
      reversal INTEGER NOT NULL CHECK (reversal IN (0, 1)),
      estimate REAL, low REAL, high REAL, reference_pitch_hz REAL CHECK (reference_pitch_hz > 0),
      note_duration_s REAL CHECK (note_duration_s > 0), gap_s REAL CHECK (gap_s >= 0), sound TEXT,
      reference_level_db REAL, target_level_db REAL, device TEXT,
      onset_latency_s REAL, response_time_s REAL CHECK (response_time_s >= 0),
      timestamp TEXT CHECK (timestamp \(time)),
      note_order TEXT CHECK (note_order NOT GLOB '*[^AB]*'),
      timed_out INTEGER CHECK (timed_out IN (0, 1)), \(ratings),
      CONSTRAINT "a trial without an answer in time is not correct" CHECK (
        timed_out IS NOT 1 OR answer IS NULL AND correct IS NOT 1),
      CONSTRAINT "correct follows from offset and answer" CHECK (
        offset_cents IS NULL OR answer IS NULL OR answer NOT IN ('higher', 'lower')
        OR correct IS CASE WHEN offset_cents = 0 THEN NULL ELSE (offset_cents > 0) = (answer = 'higher') END),
      PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE matching (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, trial INTEGER NOT NULL CHECK (trial >= 1),
      reference INTEGER NOT NULL CHECK (reference BETWEEN 0 AND 127),
      target INTEGER NOT NULL CHECK (target BETWEEN 0 AND 127), interval TEXT NOT NULL, tuning TEXT,
      initial_offset_cents REAL NOT NULL, error_cents REAL NOT NULL, adjustments INTEGER CHECK (adjustments >= 0),
      reference_pitch_hz REAL CHECK (reference_pitch_hz > 0), note_duration_s REAL CHECK (note_duration_s > 0),
      gap_s REAL CHECK (gap_s >= 0), sound TEXT, reference_level_db REAL, target_level_db REAL, device TEXT,
      onset_latency_s REAL, response_time_s REAL CHECK (response_time_s >= 0),
      timestamp TEXT CHECK (timestamp \(time)), \(ratings), PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID
    """,
    // A session holds trials of its own kind.
    """
    CREATE TRIGGER comparison_kind BEFORE INSERT ON comparison
    WHEN (SELECT kind FROM session WHERE id = NEW.session) <> 'comparison'
    BEGIN SELECT RAISE(ABORT, 'a comparison in a session of another kind'); END
    """,
    """
    CREATE TRIGGER matching_kind BEFORE INSERT ON matching
    WHEN (SELECT kind FROM session WHERE id = NEW.session) <> 'matching'
    BEGIN SELECT RAISE(ABORT, 'a matching in a session of another kind'); END
    """,
    // A trial that Peach presented states what was heard and answered.
    """
    CREATE TRIGGER comparison_whole BEFORE INSERT ON comparison
    WHEN (NEW.answer IS NULL AND NEW.timed_out IS NOT 1 OR CASE WHEN NEW.sound IS '\(TrialRecord.composed)' THEN NEW.note_order IS NULL ELSE
      NEW.reference IS NULL OR NEW.target IS NULL OR NEW.interval IS NULL OR NEW.tuning IS NULL OR
      NEW.offset_cents IS NULL OR NEW.reference_pitch_hz IS NULL OR NEW.note_duration_s IS NULL OR NEW.gap_s IS NULL END)
      AND (SELECT imported_from FROM session WHERE id = NEW.session) IS NULL
    BEGIN SELECT RAISE(ABORT, 'a comparison without what was heard and answered'); END
    """,
    """
    CREATE TRIGGER matching_whole BEFORE INSERT ON matching
    WHEN (NEW.tuning IS NULL OR NEW.adjustments IS NULL OR NEW.reference_pitch_hz IS NULL OR NEW.note_duration_s
      IS NULL OR NEW.gap_s IS NULL)
      AND (SELECT imported_from FROM session WHERE id = NEW.session) IS NULL
    BEGIN SELECT RAISE(ABORT, 'a matching without what was heard and answered'); END
    """,
    // Devices belong to the machine, not to a listener.
    """
    CREATE TABLE device (
      device TEXT NOT NULL CHECK (device <> ''), channel TEXT NOT NULL CHECK (channel IN ('both', 'left', 'right')),
      waveform TEXT, limit_db REAL, onset_latency_s REAL CHECK (onset_latency_s >= 0),
      calibrated_at TEXT NOT NULL CHECK (calibrated_at \(time)), version TEXT NOT NULL,
      PRIMARY KEY (device, channel)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE device_level (
      device TEXT NOT NULL, channel TEXT NOT NULL, frequency_hz REAL NOT NULL CHECK (frequency_hz > 0),
      offset_db REAL NOT NULL, PRIMARY KEY (device, channel, frequency_hz),
      FOREIGN KEY (device, channel) REFERENCES device ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
    """,
    // The result of a calibration run: one row for a session, deleted with it.
    """
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
    """,
    // Studies, with the place of each participant in the order of blocks.
    """
    CREATE TABLE study (
      name TEXT PRIMARY KEY, digest TEXT NOT NULL CHECK (digest <> ''), experiment TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE participant (
      study TEXT NOT NULL REFERENCES study ON DELETE CASCADE,
      listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE, place INTEGER NOT NULL CHECK (place >= 1),
      instructed_at TEXT CHECK (instructed_at \(time)), study_group TEXT CHECK (study_group <> ''),
      PRIMARY KEY (study, listener), UNIQUE (study, place)
    ) STRICT, WITHOUT ROWID
    """,
    // Skipped and restarted blocks, changes of a study's file, and sessions that continued under a changed experiment.
    """
    CREATE TABLE repair (
      id INTEGER PRIMARY KEY, study TEXT NOT NULL, listener TEXT NOT NULL, block TEXT NOT NULL CHECK (block <> ''),
      action TEXT NOT NULL CHECK (action IN ('skipped', 'restarted')), note TEXT NOT NULL CHECK (note <> ''),
      repaired_at TEXT NOT NULL CHECK (repaired_at \(time)),
      session INTEGER REFERENCES session ON DELETE SET NULL, day TEXT CHECK (day <> ''),
      FOREIGN KEY (study, listener) REFERENCES participant ON DELETE CASCADE
    ) STRICT
    """,
    """
    CREATE TABLE study_change (
      id INTEGER PRIMARY KEY, study TEXT NOT NULL REFERENCES study ON DELETE CASCADE,
      path TEXT NOT NULL CHECK (path <> ''), old TEXT, new TEXT, changed_at TEXT CHECK (changed_at \(time))
    ) STRICT
    """,
    """
    CREATE TABLE continuation (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, from_trial INTEGER NOT NULL CHECK (from_trial >= 2),
      experiment TEXT NOT NULL, PRIMARY KEY (session, from_trial)
    ) STRICT, WITHOUT ROWID
    """,
    // How the listener's page presented a trial, and the links that open pages.
    """
    CREATE TABLE page_trial (
      session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE, trial INTEGER NOT NULL CHECK (trial >= 1),
      scheduled_onset_s REAL, base_latency_s REAL CHECK (base_latency_s >= 0),
      output_latency_s REAL CHECK (output_latency_s >= 0), sample_rate_hz REAL CHECK (sample_rate_hz > 0),
      is_visible INTEGER CHECK (is_visible IN (0, 1)), changes TEXT CHECK (changes <> ''), PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE page_link (
      token TEXT PRIMARY KEY CHECK (length(token) = 32 AND token NOT GLOB '*[^0-9a-f]*'), study TEXT,
      role TEXT NOT NULL CHECK (role IN ('listener', 'researcher')), listener TEXT
    ) STRICT, WITHOUT ROWID
    """,
  ]
}

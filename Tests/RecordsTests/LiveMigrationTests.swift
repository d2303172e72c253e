import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Files of earlier versions open in this one, with all that is in them.
@Suite struct LiveMigrationTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.path("peach.sqlite")
  }

  private func tables(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { db in
      try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    }
  }

  private func makeFirstVersion() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "PRAGMA application_id = \(0x5045_414C)")
      try db.execute(sql: LiveMigrationTests.firstVersion)
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2026-11-21 live listeners')")
    }
    try queue.close()
  }

  /// A migration that landed is never edited: what it made is written down here.
  @Test func `the first migration creates the same tables as ever`() throws {
    try makeFirstVersion()
    // Later migrations make both the same only where the first one made what is written down.
    for path in [path, folder.path("new.sqlite")] { try LiveDatabase.open(at: path).queue.close() }
    #expect(try tables(path) == tables(folder.path("new.sqlite")))
  }

  @Test func `a file of the first version keeps its records and takes new ones`() throws {
    try makeFirstVersion()
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO listener VALUES ('P07');
          INSERT INTO setting VALUES ('P07', 'gap', '2');
          INSERT INTO session VALUES (5, 'P07', 1, 'comparison', 'fifths', 'kazez', '{}', '{}', '000000000135ce1b', NULL,
            'log', '0.1.0', 'b', 'hw:1', 48000, 'dB FS', '2026-11-21T08:00:00Z', '2026-11-21T08:10:00Z', 'quit', 1);
          INSERT INTO comparison VALUES (5, 1, 'test', '', 60, 67, 'perfect-fifth-up', 'just-intonation', -12.5, 12.5,
            'lower', 1, 0, NULL, NULL, NULL, 440, 1, 0, 'sine', -12, -12, 'hw:1', 0, 1.5, '2026-11-21T08:00:03.125Z');
          """)
    }
    try queue.close()
    let live = try LiveDatabase.open(at: path)
    let session = try #require(try live.sessions(of: "P07").first)
    #expect(session.number == 1 && session.endReason == "quit" && session.trials == 1 && session.isInProfile)
    #expect(try live.comparisons(of: session).map(\.offset) == [-12.5])
    #expect(try live.comparisons(of: session).map(\.heard.responseTime) == [1.5])
    #expect(try live.settings(of: "P07") == ["gap": "2"])
    try live.append(LiveSamples.comparison(2), to: live.beginSession(LiveSamples.session()))
    #expect(try live.profiledOffsets(of: "P07") == [-12.5, -12.5])
  }

  // The tables as SQLite shows them.
  private static let firstVersion = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE listener (
      id TEXT PRIMARY KEY CHECK (id GLOB '[A-Za-z0-9]*' AND id NOT GLOB '*[^A-Za-z0-9+._-]*')
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setting (
      listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (listener, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE session (
      id INTEGER PRIMARY KEY, listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 1), kind TEXT NOT NULL CHECK (kind IN ('comparison', 'matching')),
      name TEXT NOT NULL, strategy TEXT NOT NULL, experiment TEXT NOT NULL, profile TEXT NOT NULL,
      seed TEXT NOT NULL CHECK (length(seed) = 16 AND seed NOT GLOB '*[^0-9a-f]*'), responder TEXT,
      scale TEXT NOT NULL CHECK (scale IN ('linear', 'log')), version TEXT NOT NULL, build TEXT NOT NULL,
      device TEXT, sample_rate_hz INTEGER CHECK (sample_rate_hz > 0),
      level_scale TEXT CHECK (level_scale IN ('dB FS', 'dB SPL')),
      started_at TEXT CHECK (started_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'), ended_at TEXT CHECK (ended_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'), end_reason TEXT,
      is_in_profile INTEGER NOT NULL CHECK (is_in_profile IN (0, 1)), UNIQUE (listener, number)
    ) STRICT;
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
      timestamp TEXT CHECK (timestamp GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'),
      CONSTRAINT "correct follows from offset and answer" CHECK (
        correct IS CASE WHEN offset_cents = 0 THEN NULL ELSE (offset_cents > 0) = (answer = 'higher') END),
      PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID;
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
      timestamp TEXT CHECK (timestamp GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*Z'), PRIMARY KEY (session, trial)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER comparison_kind BEFORE INSERT ON comparison
    WHEN (SELECT kind FROM session WHERE id = NEW.session) <> 'comparison'
    BEGIN SELECT RAISE(ABORT, 'a comparison in a session of another kind'); END;
    CREATE TRIGGER matching_kind BEFORE INSERT ON matching
    WHEN (SELECT kind FROM session WHERE id = NEW.session) <> 'matching'
    BEGIN SELECT RAISE(ABORT, 'a matching in a session of another kind'); END;
    """
}

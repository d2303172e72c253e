import GRDB

/// The tables of studies that were repaired: blocks that were skipped or restarted, changes of a study's file, and
/// sessions that went on under a changed experiment.
extension LiveSchema {
  static func addRepairs(_ db: Database) throws {
    for table in repairTables { try db.execute(sql: table) }
  }

  private static let repairTables = [
    """
    CREATE TABLE repair (
      id INTEGER PRIMARY KEY, study TEXT NOT NULL, listener TEXT NOT NULL, block TEXT NOT NULL CHECK (block <> ''),
      action TEXT NOT NULL CHECK (action IN ('skipped', 'restarted')), note TEXT NOT NULL CHECK (note <> ''),
      repaired_at TEXT NOT NULL CHECK (repaired_at \(time)), session INTEGER REFERENCES session ON DELETE SET NULL,
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
  ]
}

import GRDB

/// The tables as they are since studies have blocks: who takes part in which study at which place, which block of it a
/// session is, and why one was excluded.
extension LiveSchema {
  static func admitBlocks(_ db: Database) throws {
    for column in [
      "block TEXT", "is_practice INTEGER NOT NULL DEFAULT 0 CHECK (is_practice IN (0, 1))",
      "note TEXT CHECK (note <> '')",
    ] {
      try db.execute(sql: "ALTER TABLE session ADD COLUMN \(column)")
    }
    try db.execute(
      sql: """
        CREATE TABLE study (
          name TEXT PRIMARY KEY, digest TEXT NOT NULL CHECK (digest <> ''), experiment TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """)
    try db.execute(
      sql: """
        CREATE TABLE participant (
          study TEXT NOT NULL REFERENCES study ON DELETE CASCADE,
          listener TEXT NOT NULL REFERENCES listener ON DELETE CASCADE, place INTEGER NOT NULL CHECK (place >= 1),
          instructed_at TEXT CHECK (instructed_at \(time)), PRIMARY KEY (study, listener), UNIQUE (study, place)
        ) STRICT, WITHOUT ROWID
        """)
  }
}

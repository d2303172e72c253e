import GRDB

/// Choices among notes are comparisons of another kind: other answers, whose correctness follows from the order of the
/// notes, which is kept. Conditions that are let go change no row.
///
/// Source: SQLite, ALTER TABLE, "Making other kinds of table schema changes".
extension LiveSchema {
  static func admitChoices(_ db: Database) throws {
    for statement in choices { try db.execute(sql: statement) }
  }

  private static let choices = [
    "ALTER TABLE comparison ADD COLUMN note_order TEXT CHECK (note_order NOT GLOB '*[^AB]*')",
    "PRAGMA writable_schema = ON",
    """
    UPDATE sqlite_schema SET sql = replace(replace(sql,
      'CHECK (answer IN (''higher'', ''lower''))', 'CHECK (answer IN (''higher'', ''lower'', \(answers)))'),
      'answer IS NULL', 'answer IS NULL OR answer NOT IN (''higher'', ''lower'')')
    WHERE type = 'table' AND name = 'comparison'
    """,
    "PRAGMA writable_schema = RESET",
  ]

  private static let answers = "''first'', ''second'', ''third'', ''last'', ''same'', ''different''"
}

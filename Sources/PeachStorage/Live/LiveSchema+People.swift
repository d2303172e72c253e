import PeachTrials

extension LiveSchema {
  private static let sources = AnswerRecord.Source.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  private static let languages = PageLanguage.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  private static let digest = "CHECK (length(text_version) = 16 AND text_version NOT GLOB '*[^0-9a-f]*')"

  /// The answers of listeners to the questions of a study, and their consents. Refusals of consent name no listener.
  static let peopleStatements = [
    // `NULL` in `value` is a refusal to answer. A question of `between` has the session of the block that it follows.
    """
    CREATE TABLE answer (
      id INTEGER PRIMARY KEY, study TEXT NOT NULL, listener TEXT NOT NULL,
      question TEXT NOT NULL CHECK (question <> ''), session INTEGER REFERENCES session ON DELETE CASCADE,
      value TEXT CHECK (value <> ''), source TEXT NOT NULL CHECK (source IN (\(sources))),
      language TEXT CHECK (language IN (\(languages))), answered_at TEXT CHECK (answered_at \(time)),
      earlier TEXT CHECK (earlier <> ''),
      FOREIGN KEY (study, listener) REFERENCES participant ON DELETE CASCADE
    ) STRICT
    """,
    "CREATE UNIQUE INDEX answer_once ON answer (study, listener, question, ifnull(session, 0))",
    """
    CREATE TABLE consent (
      study TEXT NOT NULL, listener TEXT NOT NULL, text_version TEXT NOT NULL \(digest),
      language TEXT NOT NULL CHECK (language IN (\(languages))), agreed_at TEXT CHECK (agreed_at \(time)),
      PRIMARY KEY (study, listener), FOREIGN KEY (study, listener) REFERENCES participant ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
    """,
    // The day is empty in a study without days.
    """
    CREATE TABLE comfort (
      study TEXT NOT NULL, listener TEXT NOT NULL, day TEXT NOT NULL, level_db REAL NOT NULL,
      level_scale TEXT NOT NULL CHECK (level_scale IN (\(levelScales))), level_db_fs REAL NOT NULL, device TEXT,
      source TEXT NOT NULL CHECK (source IN (\(sources))), set_at TEXT CHECK (set_at \(time)),
      PRIMARY KEY (study, listener, day), FOREIGN KEY (study, listener) REFERENCES participant ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
    """,
    // A study that nobody has begun can have refusals.
    """
    CREATE TABLE refusal (
      id INTEGER PRIMARY KEY, study TEXT NOT NULL CHECK (study <> ''), text_version TEXT NOT NULL \(digest),
      language TEXT NOT NULL CHECK (language IN (\(languages))), refused_at TEXT CHECK (refused_at \(time))
    ) STRICT
    """,
  ]
}

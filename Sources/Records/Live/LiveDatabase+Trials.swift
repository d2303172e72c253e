import GRDB

extension LiveDatabase {
  private static let heardColumns = """
    tuning, reference_pitch_hz, note_duration_s, gap_s, sound, reference_level_db, target_level_db, device,
    onset_latency_s, response_time_s, timestamp
    """
  private static let comparisonColumns =
    "trial, kind, track, reference, target, interval, offset_cents, level_cents, answer, correct, reversal, estimate, "
    + "low, high, " + heardColumns
  private static let matchingColumns =
    "trial, reference, target, interval, initial_offset_cents, error_cents, adjustments, " + heardColumns

  // MARK: Writing

  /// Stores an answered comparison; on the disk when it returns.
  ///
  /// - Throws: `RecordsError` when the trial is there already, is not what a comparison can be, or cannot be written.
  ///   Then nothing was stored.
  public func append(_ trial: ComparisonRecord, to session: SessionRecord) throws(RecordsError) {
    try check(
      trial.trial,
      numbers: trial.heard.numbers + [
        ("offset_cents", trial.offset), ("level_cents", trial.level), ("estimate", trial.estimate),
        ("estimate_low", trial.low), ("estimate_high", trial.high),
      ])
    try writing { db in
      var row = try LiveDatabase.insertion("comparison", LiveDatabase.comparisonColumns, count: 25, db)
      row.bind(session.id)
      row.bind(trial.trial)
      row.bind(trial.kind)
      row.bind(trial.track)
      row.bind(trial.reference)
      row.bind(trial.target)
      row.bind(trial.interval)
      row.bind(trial.offset)
      row.bind(trial.level)
      row.bind(trial.answer)
      row.bind(trial.isCorrect)
      row.bind(trial.isReversal)
      row.bind(trial.estimate)
      row.bind(trial.low)
      row.bind(trial.high)
      LiveDatabase.bind(trial.heard, to: &row)
      try row.insert()
    }
  }

  /// Stores a finished pitch matching; on the disk when it returns.
  ///
  /// - Throws: As for a comparison.
  public func append(_ trial: MatchingRecord, to session: SessionRecord) throws(RecordsError) {
    try check(
      trial.trial,
      numbers: trial.heard.numbers + [
        ("initial_offset_cents", trial.initialOffset), ("error_cents", trial.error),
      ])
    try writing { db in
      var row = try LiveDatabase.insertion("matching", LiveDatabase.matchingColumns, count: 18, db)
      row.bind(session.id)
      row.bind(trial.trial)
      row.bind(trial.reference)
      row.bind(trial.target)
      row.bind(trial.interval)
      row.bind(trial.initialOffset)
      row.bind(trial.error)
      row.bind(trial.adjustments)
      LiveDatabase.bind(trial.heard, to: &row)
      try row.insert()
    }
  }

  /// SQLite would store NaN as NULL, which many of these columns may be.
  private func check(_ trial: Int, numbers: [(column: String, value: Double?)]) throws(RecordsError) {
    for case (let column, let value?) in numbers where !value.isFinite {
      throw RecordsError(
        .wrongContent, path: path, reason: "trial \(trial): \(column): expected a finite number, got \(value)")
    }
  }

  private static func insertion(
    _ table: String, _ columns: String, count: Int, _ db: Database
  ) throws -> BulkStatement {
    let places = Array(repeating: "?", count: count + 1).joined(separator: ", ")
    return try BulkStatement(db, "INSERT INTO \(table) (session, \(columns)) VALUES (\(places))")
  }

  private static func bind(_ heard: HeardRecord, to row: inout BulkStatement) {
    row.bind(heard.tuning)
    row.bind(heard.referencePitch)
    row.bind(heard.noteDuration)
    row.bind(heard.gap)
    row.bind(heard.sound)
    row.bind(heard.referenceLevel)
    row.bind(heard.targetLevel)
    row.bind(heard.device)
    row.bind(heard.onsetLatency)
    row.bind(heard.responseTime)
    row.bind(heard.timestamp)
  }

  // MARK: Reading

  /// Hands out the comparisons of a session, in order.
  public func forEachComparison(
    of session: SessionRecord, _ body: (ComparisonRecord) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try BulkStatement(
        db, "SELECT \(LiveDatabase.comparisonColumns) FROM comparison WHERE session = ? ORDER BY trial")
      row.bind(session.id)
      while try row.step() {
        var trial = ComparisonRecord(
          trial: row.int(0), kind: row.text(1) ?? "", track: row.text(2) ?? "", reference: row.int(3),
          target: row.int(4), interval: row.text(5) ?? "", offset: row.double(6) ?? 0, level: row.double(7) ?? 0,
          answer: row.text(8) ?? "", isCorrect: row.optionalInt(9).map { $0 == 1 }, isReversal: row.int(10) == 1,
          heard: LiveDatabase.heard(row, from: 14))
        trial.estimate = row.double(11)
        trial.low = row.double(12)
        trial.high = row.double(13)
        body(trial)
      }
    }
  }

  /// Hands out the pitch matchings of a session, in order.
  public func forEachMatching(of session: SessionRecord, _ body: (MatchingRecord) -> Void) throws(RecordsError) {
    try reading { db in
      var row = try BulkStatement(
        db, "SELECT \(LiveDatabase.matchingColumns) FROM matching WHERE session = ? ORDER BY trial")
      row.bind(session.id)
      while try row.step() {
        body(
          MatchingRecord(
            trial: row.int(0), reference: row.int(1), target: row.int(2), interval: row.text(3) ?? "",
            initialOffset: row.double(4) ?? 0, error: row.double(5) ?? 0, adjustments: row.int(6),
            heard: LiveDatabase.heard(row, from: 7)))
      }
    }
  }

  private static func heard(_ row: BulkStatement, from first: Int32) -> HeardRecord {
    var heard = HeardRecord(
      tuning: row.text(first) ?? "", referencePitch: row.double(first + 1) ?? 0,
      noteDuration: row.double(first + 2) ?? 0, gap: row.double(first + 3) ?? 0)
    heard.sound = row.text(first + 4)
    heard.referenceLevel = row.double(first + 5)
    heard.targetLevel = row.double(first + 6)
    heard.device = row.text(first + 7)
    heard.onsetLatency = row.double(first + 8)
    heard.responseTime = row.double(first + 9)
    heard.timestamp = row.text(first + 10)
    return heard
  }

  // MARK: What a profile is made of

  /// Hands out what enters a listener's profile, over all sessions in order: the reference note and the signed offset
  /// (cents) of each trial that a strategy asked for. A catch or comfort trial was put in between, at a level of its own.
  public func forEachProfiledComparison(
    of listener: String, _ body: (_ reference: Int, _ offset: Double) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try BulkStatement(
        db,
        """
        SELECT reference, offset_cents FROM session JOIN comparison ON comparison.session = session.id
        WHERE listener = ? AND is_in_profile = 1 AND comparison.kind NOT IN ('catch', 'comfort')
        ORDER BY number, trial
        """)
      row.bind(listener)
      while try row.step() { body(row.int(0), row.double(1) ?? 0) }
    }
  }

  /// Hands out the signed error (cents) of each pitch matching that enters a listener's profile, in order.
  public func forEachProfiledMatching(of listener: String, _ body: (_ error: Double) -> Void) throws(RecordsError) {
    try reading { db in
      var row = try BulkStatement(
        db,
        """
        SELECT error_cents FROM session JOIN matching ON matching.session = session.id
        WHERE listener = ? AND is_in_profile = 1 ORDER BY number, trial
        """)
      row.bind(listener)
      while try row.step() { body(row.double(0) ?? 0) }
    }
  }
}

extension HeardRecord {
  /// Its numbers under the names of their columns.
  fileprivate var numbers: [(column: String, value: Double?)] {
    [
      ("reference_pitch_hz", referencePitch), ("note_duration_s", noteDuration), ("gap_s", gap),
      ("reference_level_db", referenceLevel), ("target_level_db", targetLevel), ("onset_latency_s", onsetLatency),
      ("response_time_s", responseTime),
    ]
  }
}

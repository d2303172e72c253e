import GRDB
public import Trials

extension LiveDatabase {
  // MARK: Writing

  /// Stores an answered comparison; on the disk when it returns.
  ///
  /// - Throws: `RecordsError` when the trial is there already, is not what a comparison can be, or cannot be written.
  ///   Then nothing was stored.
  public func append(_ trial: TrialRecord, to session: SessionRecord) throws(RecordsError) {
    try insert(trial, trial.trial, to: session, TrialColumns.ofListeners)
  }

  /// Stores a finished pitch matching; on the disk when it returns.
  ///
  /// - Throws: As for a comparison.
  public func append(_ trial: MatchingRecord, to session: SessionRecord) throws(RecordsError) {
    try insert(trial, trial.trial, to: session, MatchingColumns.ofListeners)
  }

  func insert<Record>(
    _ record: Record, _ trial: Int, to session: SessionRecord, _ table: RecordTable<Record>
  ) throws(RecordsError) {
    if let (column, value) = table.wrongNumber(in: record) {
      throw RecordsError(
        .wrongContent, path: path, reason: "trial \(trial): \(column): expected a finite number, got \(value)")
    }
    try writing { db in
      var row = try BulkStatement(db, table.insertion)
      try row.bind(session.id)
      try table.bind(record, to: &row)
      try row.insert()
    }
  }

  // MARK: Reading

  /// Hands out the comparisons of a session, in order.
  ///
  /// - Complexity: O(n) in the trials of the session; one is in memory at a time.
  public func forEachComparison(of session: SessionRecord, _ body: (TrialRecord) -> Void) throws(RecordsError) {
    try forEachRow("comparison", of: session, TrialColumns.ofListeners, TrialRecord(trial: 0, level: 0), body)
  }

  /// Hands out the pitch matchings of a session, in order.
  public func forEachMatching(of session: SessionRecord, _ body: (MatchingRecord) -> Void) throws(RecordsError) {
    let empty = MatchingRecord(
      trial: 0, reference: 0, target: 0, interval: "", initialOffset: 0, error: 0, adjustments: 0,
      heard: Presentation())
    try forEachRow("matching", of: session, MatchingColumns.ofListeners, empty, body)
  }

  func forEachRow<Record>(
    _ name: String, of session: SessionRecord, _ table: RecordTable<Record>, _ empty: Record, _ body: (Record) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try BulkStatement(db, "SELECT \(table.selection) FROM \(name) WHERE session = ? ORDER BY trial")
      try row.bind(session.id)
      var record = empty
      while try row.step() {
        try table.read(row, into: &record)
        body(record)
      }
    }
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
      try row.bind(listener)
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
      try row.bind(listener)
      while try row.step() { body(row.double(0) ?? 0) }
    }
  }
}

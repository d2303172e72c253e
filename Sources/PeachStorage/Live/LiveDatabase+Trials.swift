import GRDB
package import PeachTrials

extension LiveDatabase {
  // MARK: Writing

  /// Stores an answered comparison; on the disk when it returns.
  ///
  /// - Parameter page: How the listener's page presented it; `nil` if it was not a page.
  /// - Throws: `RecordsError` if the trial exists already, is not what a comparison can be, or cannot be written.
  ///   Then nothing was stored.
  package func append(
    _ trial: TrialRecord, to session: SessionRecord, page: PagePresentation? = nil
  ) throws(RecordsError) {
    try insert(trial, trial.trial, to: session, TrialColumns.ofListeners, page)
  }

  /// Stores a finished pitch matching; on the disk when it returns.
  ///
  /// - Throws: As for a comparison.
  package func append(
    _ trial: MatchingRecord, to session: SessionRecord, page: PagePresentation? = nil
  ) throws(RecordsError) {
    try insert(trial, trial.trial, to: session, MatchingColumns.ofListeners, page)
  }

  func insert<Record>(
    _ record: Record, _ trial: Int, to session: SessionRecord, _ table: RecordTable<Record>,
    _ page: PagePresentation? = nil
  ) throws(RecordsError) {
    if let (column, value) = table.wrongNumber(in: record) {
      throw RecordsError(
        .wrongContent, path: path, reason: "trial \(trial): \(column): expected a finite number, got \(value)")
    }
    try writing { db in
      var row = try BulkStatement(db, table.insertion, isKept: true)
      try row.bind(session.id)
      try table.bind(record, to: &row)
      do {
        try row.insert()
        if let page { try LiveDatabase.insert(page, ofTrial: trial, in: session, db) }
      } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
        throw deleted(session)
      }
    }
  }

  // MARK: Reading

  /// Hands out the comparisons of a session, in order.
  ///
  /// - Complexity: O(n) in the trials of the session; one is in memory at a time.
  package func forEachComparison(of session: SessionRecord, _ body: (TrialRecord) -> Void) throws(RecordsError) {
    try forEachRow(of: session, TrialColumns.ofListeners, TrialRecord(trial: 0, level: 0), body)
  }

  /// Hands out the pitch matchings of a session, in order.
  package func forEachMatching(of session: SessionRecord, _ body: (MatchingRecord) -> Void) throws(RecordsError) {
    let empty = MatchingRecord(
      trial: 0, reference: 0, target: 0, interval: "", initialOffset: 0, error: 0, adjustments: 0,
      heard: Presentation())
    try forEachRow(of: session, MatchingColumns.ofListeners, empty, body)
  }

  func forEachRow<Record>(
    of session: SessionRecord, _ table: RecordTable<Record>, _ empty: Record, _ body: (Record) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try table.rows(db, "WHERE session = ? ORDER BY trial", keys: 2)
      try row.bind(session.id)
      var record = empty
      var next = 1
      while try row.step() {
        guard try row.int(1) == next else { throw row.damage("expected trial \(next)") }
        next += 1
        try table.read(row, into: &record)
        body(record)
      }
    }
  }

  // MARK: What a profile is made of

  /// Cents; wider than any two sounds are apart.
  private static let audible = -1e6...1e6

  /// The comparisons of the sessions that a listener's profile is made of, in order.
  ///
  /// - Parameter columns: From the fourth on; before them session, trial and what `isOwn` looks at.
  private static func profiled(_ columns: String, _ db: Database) throws -> BulkStatement {
    try BulkStatement(
      db,
      """
      SELECT session, trial, comparison.kind, \(columns) FROM session JOIN comparison ON comparison.session = session.id
      WHERE listener = ? AND is_in_profile = 1 AND note IS NULL AND (timed_out IS NOT 1 OR correct IS NOT NULL)
      ORDER BY number, trial
      """, of: "comparison", keys: 2)
  }

  /// Whether a strategy asked for it. A catch or comfort trial was put in between, at a level of its own.
  private static func isOwn(_ row: BulkStatement) throws(Damage) -> Bool {
    if row.isText("test", 2) || row.isText("noise", 2) { return true }
    if row.isText("catch", 2) || row.isText("comfort", 2) { return false }
    throw row.damage(2, expected: "test, noise, catch or comfort")
  }

  /// Hands out the reference note and the signed offset (cents) of each comparison that enters a listener's profile, in order.
  ///
  /// - Complexity: O(n) in the trials, half the time of `forEachProfiledComparison`.
  package func forEachProfiledOffset(
    of listener: String, _ body: (_ reference: Int, _ offset: Double) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try LiveDatabase.profiled("reference, offset_cents", db)
      try row.bind(listener)
      while try row.step() {
        guard try LiveDatabase.isOwn(row) else { continue }
        body(try row.int(3, in: 0...127), try row.double(4, in: LiveDatabase.audible))
      }
    }
  }

  /// Hands out each comparison that enters a listener's profile, in order.
  ///
  /// - Complexity: O(n) in the trials; one is in memory at a time.
  package func forEachProfiledComparison(
    of listener: String, _ body: (ProfiledComparison) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try LiveDatabase.profiled("number, reference, target, offset_cents, answer, timestamp, timed_out", db)
      try row.bind(listener)
      var session = 0
      var first: String?
      while try row.step() {
        guard try LiveDatabase.isOwn(row), try row.optionalInt(9, in: 0...1) != 1 else { continue }
        let number = try row.int(3, in: SessionTable.numbers)
        // Of a session's first answer alone: a text for each would take longer than all else.
        if number != session { (session, first) = (number, try row.optionalText(8)) }
        let isHigher = row.isText("higher", 7)
        guard isHigher || row.isText("lower", 7) else { throw row.damage(7, expected: "higher or lower") }
        body(
          ProfiledComparison(
            session: number, reference: try row.int(4, in: 0...127), target: try row.int(5, in: 0...127),
            offset: try row.double(6, in: LiveDatabase.audible), isHigher: isHigher,
            sessionTimestamp: first))
      }
    }
  }

  /// Hands out the reference note and the signed error (cents) of each pitch matching that enters a listener's profile, in order.
  package func forEachProfiledMatching(
    of listener: String, _ body: (_ reference: Int, _ error: Double) -> Void
  ) throws(RecordsError) {
    try reading { db in
      var row = try BulkStatement(
        db,
        """
        SELECT session, trial, reference, error_cents FROM session JOIN matching ON matching.session = session.id
        WHERE listener = ? AND is_in_profile = 1 AND note IS NULL ORDER BY number, trial
        """, of: "matching", keys: 2)
      try row.bind(listener)
      while try row.step() { body(try row.int(2, in: 0...127), try row.double(3, in: LiveDatabase.audible)) }
    }
  }
}

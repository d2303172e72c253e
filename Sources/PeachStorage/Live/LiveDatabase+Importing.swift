import GRDB
import PeachSupport
package import PeachTrials

/// A session of elsewhere with all its trials, to be stored as it is.
package struct ImportedSession: Sendable {
  package enum Trials: Sendable {
    case comparisons([TrialRecord])
    case matchings([MatchingRecord])

    package var count: Int {
      switch self {
      case .comparisons(let trials): trials.count
      case .matchings(let trials): trials.count
      }
    }
  }

  package var session: SessionRecord
  /// Its number in the file; `nil` if it has none.
  package var number: Int?
  package var trials: Trials

  package init(_ session: SessionRecord, number: Int?, _ trials: Trials) {
    self.session = session
    self.number = number
    self.trials = trials
  }
}

/// The outcome of importing a session.
package struct ImportOutcome: Hashable, Sendable {
  /// The number of the stored session, or of the equal session that existed.
  package var number: Int
  package var isNew: Bool
}

extension LiveDatabase {
  /// Stores sessions of elsewhere, all of them or none. One that exists already, trial for trial, is not stored again,
  /// whether it was imported or played.
  ///
  /// A session keeps the number it has where that is free, else it gets the next one. One that was imported without its
  /// experiment, from a file that did not have it, gets it now.
  ///
  /// - Parameter file: Its name; marks what came from it.
  /// - Returns: One outcome for each session, in order.
  /// - Throws: `RecordsError`, and then nothing was stored.
  package func importSessions(
    _ sessions: [ImportedSession], from file: String
  ) throws(RecordsError) -> [ImportOutcome] {
    try writing { db in
      var outcomes: [ImportOutcome] = []
      var known: [String: StoredContents] = [:]
      for new in sessions {
        var session = new.session
        let listener = session.listener
        _ = try LiveDatabase.add(listener, path, db)
        if known[listener] == nil { known[listener] = try StoredContents(of: listener, db) }
        if let number = try known[listener]?.take(new, db) {
          try addExperiment(of: new.session, toSession: number, db)
          outcomes.append(ImportOutcome(number: number, isNew: false))
          continue
        }
        try checkAnswerer(of: session, db)
        session.number = try number(for: new, db)
        session.importedFrom = file
        session.isInProfile = session.isInProfile && session.responder == nil
        try SessionTable.insert(session, db)
        session.id = Int(db.lastInsertedRowID)
        try insert(new.trials, into: session, db)
        outcomes.append(ImportOutcome(number: session.number, isNew: true))
      }
      return outcomes
    }
  }

  private func addExperiment(of session: SessionRecord, toSession number: Int, _ db: Database) throws {
    if session.experiment.isEmpty { return }
    try db.execute(
      sql: """
        UPDATE session SET experiment = ?
        WHERE listener = ? AND number = ? AND experiment = '' AND imported_from NOTNULL
        """, arguments: [session.experiment, session.listener, number])
  }

  private func number(for new: ImportedSession, _ db: Database) throws -> Int {
    let listener = new.session.listener
    if let number = new.number, SessionTable.numbers.contains(number),
      try SessionTable.sessions(of: listener, number: number, db).isEmpty
    {
      return number
    }
    return 1 + (try LiveDatabase.lastNumber(of: listener, db))
  }

  private func insert(_ trials: ImportedSession.Trials, into session: SessionRecord, _ db: Database) throws {
    func insert<Record>(_ records: [Record], _ table: RecordTable<Record>) throws {
      var row = try BulkStatement(db, table.insertion)
      for record in records {
        try row.bind(session.id)
        try table.bind(record, to: &row)
        try row.insert()
      }
    }
    switch trials {
    case .comparisons(let records): try insert(records, TrialColumns.ofListeners)
    case .matchings(let records): try insert(records, MatchingColumns.ofListeners)
    }
  }
}

/// The contents of a listener's sessions, to recognise a session that is imported again.
private struct StoredContents {
  private var sessions: [SessionRecord]

  init(of listener: String, _ db: Database) throws { sessions = try SessionTable.sessions(of: listener, db) }

  /// The number of the session that holds what a new one does, which stands for it from now on; `nil` if there is none.
  mutating func take(_ new: ImportedSession, _ db: Database) throws -> Int? {
    for (place, session) in sessions.enumerated() where try holds(session, new, db) {
      sessions.remove(at: place)
      return session.number
    }
    return nil
  }

  private func holds(_ session: SessionRecord, _ new: ImportedSession, _ db: Database) throws -> Bool {
    let other = new.session
    guard session.kind == other.kind, session.name == other.name, session.strategy == other.strategy,
      session.trials == new.trials.count
    else { return false }
    guard session.trials > 0 else { return session.startedAt == other.startedAt && session.seed == other.seed }
    switch new.trials {
    case .comparisons(let trials):
      return try holds(
        session, trials, TrialColumns.ofListeners, TrialColumns.exported + TrialColumns.ofListenersAlone, db)
    case .matchings(let trials):
      return try holds(session, trials, MatchingColumns.ofListeners, MatchingColumns.all, db)
    }
  }

  /// Whether the trials are the same in all that a file of any version says of them.
  private func holds<Record>(
    _ session: SessionRecord, _ trials: [Record], _ table: RecordTable<Record>, _ columns: [RecordColumn<Record>],
    _ db: Database
  ) throws -> Bool {
    guard var stored = trials.first else { return true }
    var row = try table.rows(db, "WHERE session = ? ORDER BY trial", keys: 2)
    try row.bind(session.id)
    for trial in trials {
      guard try row.step() else { return false }
      try table.read(row, into: &stored)
      guard columns.allSatisfy({ $0.value(stored) == $0.value(trial) }) else { return false }
    }
    return true
  }
}

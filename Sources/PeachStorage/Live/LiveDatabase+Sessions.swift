import GRDB
import PeachSupport
import PeachTrials

extension LiveDatabase {
  /// Begins a session of a listener, who is added if need be, and gives it its number. A block of a study that was begun
  /// goes on: it is the session that it was, with the trials that it has.
  ///
  /// - Returns: The session as it was stored.
  /// - Throws: `RecordsError`, `refused` when a simulated responder would answer for a listener with sessions of a
  ///   person, or the other way round.
  package func beginSession(_ new: SessionRecord) throws(RecordsError) -> SessionRecord {
    try writing { db in
      var session = new
      _ = try LiveDatabase.add(session.listener, path, db)
      try checkAnswerer(of: session, db)
      if let begun = try resumed(session, db) { return begun }
      session.number = 1 + (try LiveDatabase.lastNumber(of: session.listener, db))
      session.isInProfile = session.isInProfile && session.responder == nil && !session.isPractice
      session.endedAt = nil
      session.endReason = nil
      session.importedFrom = nil
      try SessionTable.insert(session, db)
      session.id = Int(db.lastInsertedRowID)
      return session
    }
  }

  /// The session that a block was begun as, with its end taken back; `nil` if it was not begun.
  private func resumed(_ new: SessionRecord, _ db: Database) throws -> SessionRecord? {
    guard let part = new.part else { return nil }
    let setAside = try LiveDatabase.setAside(of: new.listener, db)
    let known = try SessionTable.sessions(of: new.listener, db).filter { !setAside.contains($0.id) }
    guard var begun = known.first(where: { $0.name == new.name && $0.part == part && $0.importedFrom == nil }) else {
      return nil
    }
    guard begun.responder == new.responder else {
      throw RecordsError(
        .refused, path: path,
        reason:
          "block '\(part.text)' of listener '\(new.listener)' was begun with the responder '\(begun.responder ?? "")'",
        hint: "continue with the same responder")
    }
    if let difference = LiveDatabase.soundDifference(begun, new) {
      throw RecordsError(
        .refused, path: path,
        reason: "block '\(part.text)' of listener '\(new.listener)' was begun with \(difference)",
        hint: "continue it with the same settings, or run it again: peach listener restart \(new.listener) "
          + "--block \(SafeText.forShell(part.block)) --note \"…\"")
    }
    try db.execute(
      sql: "UPDATE session SET end_reason = NULL, ended_at = NULL WHERE id = ?", arguments: [begun.id])
    (begun.endReason, begun.endedAt) = (nil, nil)
    return begun
  }

  /// Continues a session that ended without its listener, because the program was killed or received a signal.
  ///
  /// - Parameters:
  ///   - number: Of the session.
  ///   - new: The session as it would begin now.
  /// - Returns: The session, with its end taken back.
  /// - Throws: `RecordsError`, `refused` if there is no such session, if it ended otherwise, or if it would sound different now.
  package func resumeSession(_ number: Int, as new: SessionRecord) throws(RecordsError) -> SessionRecord {
    try writing { db in
      let known = try SessionTable.sessions(of: new.listener, db).first { $0.number == number }
      guard var begun = known, begun.importedFrom == nil, begun.note == nil, begun.responder == new.responder,
        begun.name == new.name, begun.kind == new.kind, begun.strategy == new.strategy, begun.block == new.block,
        begun.endReason?.hasPrefix("signal ") ?? true, LiveDatabase.soundDifference(begun, new) == nil
      else {
        throw RecordsError(
          .refused, path: path,
          reason: "session \(number) of listener '\(new.listener)' cannot continue, because it has "
            + "ended or because its file, settings or responder have changed",
          hint: "begin another session")
      }
      try db.execute(
        sql: "UPDATE session SET end_reason = NULL, ended_at = NULL WHERE id = ?", arguments: [begun.id])
      (begun.endReason, begun.endedAt) = (nil, nil)
      return begun
    }
  }

  /// How a session sounded otherwise than it would now, in words; `nil` if it sounded the same.
  private static func soundDifference(_ begun: SessionRecord, _ new: SessionRecord) -> String? {
    func shown(_ offset: Double?) -> String? { offset.map { "\($0) dB SPL at 0 dB FS" } }
    let values = [
      ("the device", begun.device, new.device), ("the channel", begun.channel, new.channel),
      ("the sample rate", begun.sampleRate.map(String.init), new.sampleRate.map(String.init)),
      ("the sample format", begun.sampleFormat, new.sampleFormat),
      ("levels in", begun.levelScale, new.levelScale),
      ("a calibration of", shown(begun.levelOffset), shown(new.levelOffset)),
    ]
    return values.first { $0.1 != $0.2 }.map { "\($0.0) \($0.1 ?? "none"), but now it is \($0.2 ?? "none")" }
  }

  /// Excludes a session, with all its trials, from fits, profile and reports, or takes it back. It stays stored.
  ///
  /// - Parameter note: Why, in words; nil to take it back.
  package func exclude(_ session: SessionRecord, because note: String?) throws(RecordsError) {
    try writing { db in
      try db.execute(sql: "UPDATE session SET note = ? WHERE id = ?", arguments: [note, session.id])
      if db.changesCount == 0 { throw deleted(session) }
    }
  }

  /// Counts a trial that was discarded because its sound stalled.
  package func countStall(in session: SessionRecord) throws(RecordsError) { try count("stalls", in: session) }

  /// Counts a trial that was discarded because no answer came in time.
  package func countTimeout(in session: SessionRecord) throws(RecordsError) { try count("timeouts", in: session) }

  private func count(_ column: String, in session: SessionRecord) throws(RecordsError) {
    try writing { db in
      try db.execute(sql: "UPDATE session SET \(column) = \(column) + 1 WHERE id = ?", arguments: [session.id])
      if db.changesCount == 0 { throw deleted(session) }
    }
  }

  /// The last session number of a listener; 0 if there is none.
  static func lastNumber(of listener: String, _ db: Database) throws -> Int {
    var row = try BulkStatement(
      db, "SELECT listener, number FROM session WHERE listener = ? ORDER BY number DESC LIMIT 1", of: "session",
      keys: 2)
    try row.bind(listener)
    return try row.step() ? try row.int(1, in: SessionTable.numbers) : 0
  }

  func checkAnswerer(of session: SessionRecord, _ db: Database) throws {
    let isSimulated = session.responder != nil
    let isMixed = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT * FROM session WHERE listener = ? AND (responder IS NOT NULL) <> ?)",
      arguments: [session.listener, isSimulated])
    guard isMixed == true else { return }
    throw RecordsError(
      .refused, path: path,
      reason: isSimulated
        ? "listener '\(session.listener)' is a person: use another ID for a simulated responder"
        : "listener '\(session.listener)' is a simulated responder: use another ID for a person",
      hint: "choose another ID with --listener ID; Peach creates unknown listeners")
  }

  /// Takes back a session without trials, whose number is free again where it is the last.
  ///
  /// - Throws: `RecordsError`; a session with trials stays.
  package func discardSession(_ session: SessionRecord) throws(RecordsError) {
    try writing { db in
      try db.execute(
        sql: """
          DELETE FROM session WHERE id = ?1 AND NOT EXISTS (SELECT * FROM comparison WHERE session = ?1)
            AND NOT EXISTS (SELECT * FROM matching WHERE session = ?1)
          """, arguments: [session.id])
    }
  }

  /// Says why a session ended.
  ///
  /// - Parameters:
  ///   - reason: `quit`, or one of a run's.
  ///   - time: ISO 8601 UTC; `nil` for a virtual clock.
  package func endSession(_ session: SessionRecord, reason: String, at time: String?) throws(RecordsError) {
    try writing { db in
      try db.execute(
        sql: "UPDATE session SET end_reason = ?, ended_at = ? WHERE id = ?", arguments: [reason, time, session.id])
      if db.changesCount == 0 { throw deleted(session) }
    }
  }

  /// A listener's sessions, by number.
  package func sessions(of listener: String) throws(RecordsError) -> [SessionRecord] {
    try reading { db in try SessionTable.sessions(of: listener, db) }
  }

  /// A listener's session with that number; `nil` if there is none.
  package func session(_ number: Int, of listener: String) throws(RecordsError) -> SessionRecord? {
    try reading { db in try SessionTable.sessions(of: listener, number: number, db).first }
  }

  /// The error if a session's records were deleted while it ran.
  func deleted(_ session: SessionRecord) -> RecordsError {
    RecordsError(
      .inaccessible, path: path,
      reason: "listener '\(session.listener)' was deleted while session \(session.number) ran, with all its answers",
      hint: "peach live adds the listener again")
  }
}

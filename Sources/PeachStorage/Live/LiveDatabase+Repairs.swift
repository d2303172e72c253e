import GRDB
import PeachSupport
package import PeachTrials

extension LiveDatabase {
  /// Skips or restarts a block of a study on its day. The block's sessions, if there are any, stay stored and are excluded with
  /// the note; they never go on.
  ///
  /// - Returns: The repairs as they were stored: one for each session, or one if there was none.
  package func repair(
    _ part: LabPart, of participant: ParticipantRecord, _ action: BlockRepair.Action, because note: String,
    at time: String
  ) throws(RecordsError) -> [BlockRepair] {
    try writing { db in
      let setAside = try LiveDatabase.setAside(of: participant.listener, db)
      let sessions = try SessionTable.sessions(of: participant.listener, db).filter {
        $0.name == participant.study && $0.block == part.block && $0.day == part.day && $0.importedFrom == nil
          && !setAside.contains($0.id)
      }
      return try (sessions.isEmpty ? [nil] : sessions.map(Optional.some)).map { session in
        try db.execute(
          sql: """
            INSERT INTO repair (study, listener, block, action, note, repaired_at, session, day)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            participant.study, participant.listener, part.block, action.rawValue, note, time, session?.id, part.day,
          ])
        if let session {
          let earlier = session.note.map { "; before: \($0)" } ?? ""
          try db.execute(
            sql: "UPDATE session SET note = ? WHERE id = ?",
            arguments: ["\(action.rawValue): \(note)\(earlier)", session.id])
        }
        return BlockRepair(
          block: part.block, day: part.day, action: action, note: note, time: time, session: session?.number,
          trials: session?.trials ?? 0)
      }
    }
  }

  /// The blocks of a study that were skipped or restarted for a listener, in order of time.
  package func repairs(of participant: ParticipantRecord) throws(RecordsError) -> [BlockRepair] {
    try reading { db in
      var row = try BulkStatement(
        db,
        """
        SELECT repair.id, block, action, repair.note, repaired_at,
          (SELECT number FROM session WHERE session.id = repair.session) AS number,
          (SELECT COUNT(*) FROM comparison WHERE session = repair.session)
            + (SELECT COUNT(*) FROM matching WHERE session = repair.session) AS trials, day
        FROM repair WHERE study = ? AND listener = ? ORDER BY repair.id
        """, of: "repair", keys: 1)
      try row.bind(participant.study)
      try row.bind(participant.listener)
      var repairs: [BlockRepair] = []
      while try row.step() {
        guard let action = BlockRepair.Action(rawValue: try row.text(2)) else {
          throw row.damage(2, expected: "skipped or restarted")
        }
        repairs.append(
          BlockRepair(
            block: try row.text(1), day: try row.optionalText(7), action: action, note: try row.text(3),
            time: try row.text(4),
            session: try row.optionalInt(5), trials: try row.int(6)))
      }
      return repairs
    }
  }

  /// The rows of a listener's sessions that were set aside: their blocks were skipped or restarted.
  static func setAside(of listener: String, _ db: Database) throws -> Set<Int> {
    Set(
      try Int.fetchAll(
        db, sql: "SELECT session FROM repair WHERE listener = ? AND session IS NOT NULL", arguments: [listener]))
  }

  /// Stores a study's changed experiment with what changed. The study continues with it.
  ///
  /// - Parameters:
  ///   - study: The study with its new experiment.
  ///   - known: The study as it was when the changes were found.
  package func change(
    _ study: StudyRecord, from known: StudyRecord, _ changes: [StudyChange], at time: String?
  ) throws(RecordsError) {
    try writing { db in
      try db.execute(
        sql: "UPDATE study SET digest = ?, experiment = ? WHERE name = ? AND digest = ?",
        arguments: [study.digest, study.experiment, study.name, known.digest])
      guard db.changesCount == 1 else {
        throw RecordsError(
          .refused, path: path, reason: "the study \(SafeText.quoted(study.name)) changed meanwhile",
          hint: "run the command again")
      }
      for change in changes {
        try db.execute(
          sql: "INSERT INTO study_change (study, path, old, new, changed_at) VALUES (?, ?, ?, ?, ?)",
          arguments: [study.name, change.path, change.old, change.new, time])
      }
    }
  }

  /// The changes of a study's file after its first session, in order of time.
  package func changes(of study: String) throws(RecordsError) -> [StudyChange] {
    try reading { db in
      var row = try BulkStatement(
        db, "SELECT id, path, old, new, changed_at FROM study_change WHERE study = ? ORDER BY id", of: "study_change",
        keys: 1)
      try row.bind(study)
      var changes: [StudyChange] = []
      while try row.step() {
        var change = StudyChange(path: try row.text(1), old: try row.optionalText(2), new: try row.optionalText(3))
        change.time = try row.optionalText(4)
        changes.append(change)
      }
      return changes
    }
  }

  /// Lets a session go on under another experiment than it had so far. What chose its stored trials stays stored.
  package func goOn(_ session: SessionRecord, under experiment: String) throws(RecordsError) {
    try writing { db in
      if session.trials == 0 {
        try db.execute(
          sql: "UPDATE session SET experiment = ? WHERE id = ?", arguments: [experiment, session.id])
      } else {
        try db.execute(
          sql: "INSERT OR REPLACE INTO continuation (session, from_trial, experiment) VALUES (?, ?, ?)",
          arguments: [session.id, session.trials + 1, experiment])
      }
    }
  }

  /// The experiments under which a session went on, by their first trials; empty if its experiment never changed.
  package func continuations(of session: SessionRecord) throws(RecordsError) -> [Continuation] {
    try reading { db in
      var row = try BulkStatement(
        db, "SELECT session, from_trial, experiment FROM continuation WHERE session = ? ORDER BY from_trial",
        of: "continuation", keys: 2)
      try row.bind(session.id)
      var continuations: [Continuation] = []
      while try row.step() {
        continuations.append(Continuation(firstTrial: try row.int(1, in: 2 ... .max), experiment: try row.text(2)))
      }
      return continuations
    }
  }
}

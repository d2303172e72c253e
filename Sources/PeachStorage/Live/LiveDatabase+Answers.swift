import GRDB
import PeachTrials

extension LiveDatabase {
  // MARK: Answers

  /// Stores a listener's answer; on the disk when it returns. An answer that exists already stays.
  package func store(_ answer: AnswerRecord, of participant: ParticipantRecord) throws(RecordsError) {
    try writing { db in try LiveDatabase.insert(answer, of: participant, db) }
  }

  /// Stores answers of the experimenter about a listener, all or none. They replace those that are there, which are kept as
  /// `earlier`.
  package func replace(_ answers: [AnswerRecord], of participant: ParticipantRecord) throws(RecordsError) {
    try writing { db in
      for answer in answers {
        try db.execute(
          sql: """
            UPDATE answer SET earlier = ifnull(value, ?) || ifnull('; ' || earlier, ''), value = ?, source = ?,
              language = ?, answered_at = ?
            WHERE study = ? AND listener = ? AND question = ? AND session IS NULL
            """,
          arguments: [
            LabQuestion.refusal, answer.value, answer.source.rawValue, answer.language?.rawValue, answer.time,
            participant.study, participant.listener, answer.question,
          ])
        if db.changesCount == 0 { try LiveDatabase.insert(answer, of: participant, db) }
      }
    }
  }

  private static func insert(_ answer: AnswerRecord, of participant: ParticipantRecord, _ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO answer (study, listener, question, session, value, source, language, answered_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """,
      arguments: [
        participant.study, participant.listener, answer.question, answer.session?.id, answer.value,
        answer.source.rawValue, answer.language?.rawValue, answer.time,
      ])
  }

  /// The answers of a listener in a study, in the order in which they were stored.
  package func answers(of participant: ParticipantRecord) throws(RecordsError) -> [AnswerRecord] {
    try reading { db in
      let sessions = Dictionary(
        uniqueKeysWithValues: try SessionTable.sessions(of: participant.listener, db).map { ($0.id, $0) })
      var row = try BulkStatement(
        db,
        """
        SELECT id, question, session, value, source, language, answered_at, earlier
        FROM answer WHERE study = ? AND listener = ? ORDER BY id
        """, of: "answer", keys: 2)
      try row.bind(participant.study)
      try row.bind(participant.listener)
      var answers: [AnswerRecord] = []
      while try row.step() {
        let session = try row.optionalInt(2)
        guard session == nil || sessions[session ?? 0] != nil else {
          throw row.damage(2, expected: "a session of the listener")
        }
        guard let source = AnswerRecord.Source(rawValue: try row.text(4)) else {
          throw row.damage(4, expected: AnswerRecord.Source.allCases.map(\.rawValue).joined(separator: ", "))
        }
        var answer = AnswerRecord(
          try row.text(1), session: session.flatMap { sessions[$0] },
          try row.optionalText(3).map(LabAnswer.value) ?? .refused, source: source,
          language: try row.optionalText(5).flatMap(PageLanguage.init), time: try row.optionalText(6))
        answer.earlier = try row.optionalText(7)
        answers.append(answer)
      }
      return answers
    }
  }

  // MARK: Consent

  /// Stores a consent with the row of its participant.
  static func insert(_ consent: ConsentRecord, of participant: ParticipantRecord, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO consent (study, listener, text_version, language, agreed_at) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        participant.study, participant.listener, consent.text.digest, consent.text.language.rawValue, consent.time,
      ])
  }

  /// The consent of a listener to a study; `nil` if the study asks for none.
  package func consent(of participant: ParticipantRecord) throws(RecordsError) -> ConsentRecord? {
    try reading { db in
      var row = try BulkStatement(
        db,
        "SELECT study, listener, text_version, language, agreed_at FROM consent WHERE study = ? AND listener = ?",
        of: "consent", keys: 2)
      try row.bind(participant.study)
      try row.bind(participant.listener)
      return try row.step() ? try LiveDatabase.consent(row, from: 2) : nil
    }
  }

  /// Counts a refusal to take part in a study. Nothing is stored about the listener.
  package func count(_ refusal: ConsentRecord, of study: String) throws(RecordsError) {
    try writing { db in
      try db.execute(
        sql: "INSERT INTO refusal (study, text_version, language, refused_at) VALUES (?, ?, ?, ?)",
        arguments: [study, refusal.text.digest, refusal.text.language.rawValue, refusal.time])
    }
  }

  /// The refusals to take part in a study, in order of time.
  package func refusals(of study: String) throws(RecordsError) -> [ConsentRecord] {
    try reading { db in
      var row = try BulkStatement(
        db, "SELECT id, text_version, language, refused_at FROM refusal WHERE study = ? ORDER BY id", of: "refusal",
        keys: 1)
      try row.bind(study)
      var refusals: [ConsentRecord] = []
      while try row.step() { refusals.append(try LiveDatabase.consent(row, from: 1)) }
      return refusals
    }
  }

  /// The studies that listeners refused to take part in, by name.
  package func refusedStudies() throws(RecordsError) -> [String] {
    try reading { db in
      let row = try BulkStatement(db, "SELECT DISTINCT study FROM refusal ORDER BY study", of: "refusal", keys: 1)
      var studies: [String] = []
      while try row.step() { studies.append(try row.text(0)) }
      return studies
    }
  }

  /// Version, language and time in three columns of a row.
  private static func consent(_ row: BulkStatement, from first: Int32) throws(Damage) -> ConsentRecord {
    guard let language = PageLanguage(rawValue: try row.text(first + 1)) else {
      throw row.damage(first + 1, expected: "en or de")
    }
    return ConsentRecord(
      ConsentVersion(digest: try row.text(first), language: language), time: try row.optionalText(first + 2))
  }
}

extension AnswerRecord {
  /// `nil` for a refusal.
  fileprivate var value: String? { if case .value(let value) = answer { value } else { nil } }
}

import GRDB
import PeachSupport

extension LiveDatabase {
  /// The study of that name; `nil` if nobody has begun it.
  package func study(_ name: String) throws(RecordsError) -> StudyRecord? {
    try reading { db in try LiveDatabase.study(name, db) }
  }

  private static func study(_ name: String, _ db: Database) throws -> StudyRecord? {
    var row = try BulkStatement(
      db, "SELECT name, digest, experiment FROM study WHERE name = ?", of: "study", keys: 1)
    try row.bind(name)
    guard try row.step() else { return nil }
    return StudyRecord(name: try row.text(0), digest: try row.text(1), experiment: try row.text(2))
  }

  /// The studies that a listener takes part in, by name.
  package func participations(of listener: String) throws(RecordsError) -> [ParticipantRecord] {
    try reading { db in try LiveDatabase.participants("listener", listener, db) }
  }

  /// The participants of a study, by name.
  package func participants(in study: String) throws(RecordsError) -> [ParticipantRecord] {
    try reading { db in try LiveDatabase.participants("study", study, db) }
  }

  private static func participants(_ column: String, _ value: String, _ db: Database) throws -> [ParticipantRecord] {
    var row = try BulkStatement(
      db,
      """
      SELECT study, listener, place, instructed_at, study_group FROM participant WHERE \(column) = ? ORDER BY study, listener
      """, of: "participant", keys: 2)
    try row.bind(value)
    var found: [ParticipantRecord] = []
    while try row.step() {
      found.append(
        ParticipantRecord(
          study: try row.text(0), listener: try row.text(1), place: try row.int(2, in: SessionTable.numbers),
          group: try row.optionalText(4), instructedAt: try row.optionalText(3)))
    }
    return found
  }

  /// A listener, who is added if need be, takes part in a study, which begins with the first. One who takes part already
  /// stays at the place there was.
  ///
  /// - Parameters:
  ///   - wanted: The place in the order of the study; `nil` for the lowest one that is free.
  ///   - groups: The groups of the study, among which places alternate; empty if there are none.
  ///   - group: The listener's group; `nil` for the group of the place.
  ///   - consent: The listener's consent, which is stored with the place; `nil` if the study asks for none.
  /// - Throws: `RecordsError`, `refused` if the study of that name is another, or the listener cannot have the place.
  package func join(
    _ study: StudyRecord, _ listener: String, at wanted: Int? = nil, groups: [String] = [], group: String? = nil,
    _ consent: ConsentRecord? = nil
  ) throws(RecordsError) -> ParticipantRecord {
    try writing { db in
      _ = try LiveDatabase.add(listener, path, db)
      if let known = try LiveDatabase.study(study.name, db) {
        guard known.digest == study.digest else {
          throw RecordsError(
            .refused, path: path,
            reason: "the study \(SafeText.quoted(study.name)) was begun with a different experiment",
            hint: "use the experiment file of the study, or give the file another name to begin a new study")
        }
      } else {
        try db.execute(
          sql: "INSERT INTO study (name, digest, experiment) VALUES (?, ?, ?)",
          arguments: [study.name, study.digest, study.experiment])
      }
      let there = try LiveDatabase.participants("study", study.name, db)
      if let wanted { try checkPlace(wanted, of: listener, among: there) }
      if let known = there.first(where: { $0.listener == listener }) { return known }
      let step = max(1, groups.count)
      let first = group.flatMap(groups.firstIndex) ?? 0
      let place =
        wanted ?? LiveDatabase.freePlace(among: there, from: first + 1, by: group == nil ? 1 : step)
      let own = groups.isEmpty ? nil : groups[(place - 1) % step]
      try db.execute(
        sql: "INSERT INTO participant (study, listener, place, study_group) VALUES (?, ?, ?, ?)",
        arguments: [study.name, listener, place, own])
      let new = ParticipantRecord(study: study.name, listener: listener, place: place, group: own)
      if let consent { try LiveDatabase.insert(consent, of: new, db) }
      return new
    }
  }

  /// - Throws: `RecordsError`, `refused` if a listener cannot have a place of a study.
  package func checkPlace(_ place: Int, of listener: String, in study: String) throws(RecordsError) {
    try checkPlace(place, of: listener, among: participants(in: study))
  }

  private func checkPlace(
    _ place: Int, of listener: String, among participants: [ParticipantRecord]
  ) throws(RecordsError) {
    if let known = participants.first(where: { $0.listener == listener }), known.place != place {
      throw RecordsError(
        .refused, path: path,
        reason: "listener '\(listener)' is number \(known.place) in the study, which cannot change",
        hint: "leave out --place")
    }
    if let other = participants.first(where: { $0.place == place && $0.listener != listener }) {
      throw RecordsError(
        .refused, path: path, reason: "number \(place) in the study belongs to listener '\(other.listener)'",
        hint: "the lowest free number is \(LiveDatabase.freePlace(among: participants))")
    }
  }

  /// The lowest place that nobody has.
  ///
  /// - Parameters:
  ///   - first: The lowest place to look at.
  ///   - step: The distance from one place to the next one to look at.
  private static func freePlace(
    among participants: [ParticipantRecord], from first: Int = 1, by step: Int = 1
  ) -> Int {
    let taken = Set(participants.map(\.place))
    var place = first
    while taken.contains(place) { place += step }
    return place
  }

  /// Says when a listener has read the instructions of a study to their end.
  package func setInstructed(_ participant: ParticipantRecord, at time: String?) throws(RecordsError) {
    try writing { db in
      try db.execute(
        sql: "UPDATE participant SET instructed_at = ? WHERE study = ? AND listener = ?",
        arguments: [time, participant.study, participant.listener])
    }
  }

  /// The number of correct answers of a session of comparisons.
  package func correctAnswers(of session: SessionRecord) throws(RecordsError) -> Int {
    try reading { db in
      var row = try BulkStatement(
        db, "SELECT session, ifnull(sum(correct), 0) FROM comparison WHERE session = ? GROUP BY session",
        of: "comparison",
        keys: 1)
      try row.bind(session.id)
      return try row.step() ? try row.int(1) : 0
    }
  }

  /// When the last trial of a session was answered; `nil` if none was, or on a virtual clock.
  package func lastAnswer(of session: SessionRecord) throws(RecordsError) -> String? {
    try reading { db in
      let table = session.kind.rawValue
      var row = try BulkStatement(
        db, "SELECT session, trial, timestamp FROM \(table) WHERE session = ? ORDER BY trial DESC LIMIT 1", of: table,
        keys: 2)
      try row.bind(session.id)
      return try row.step() ? try row.optionalText(2) : nil
    }
  }
}

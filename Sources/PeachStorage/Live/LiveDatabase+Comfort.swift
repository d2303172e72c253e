import GRDB
package import PeachTrials

/// A level that a listener of a study set to be comfortable.
package struct ComfortRecord: Hashable, Sendable {
  /// The day; `nil` in a study without days.
  package var day: String?
  /// dB on the scale.
  package var level: Double
  package var scale: SoundLevelScale
  /// The level in dB FS, as it was played.
  package var fullScaleLevel: Double
  /// `nil` if nothing sounded.
  package var device: String?
  package var source: AnswerRecord.Source
  /// ISO 8601 UTC; `nil` on a virtual clock.
  package var time: String?

  package init(
    day: String?, level: Double, scale: SoundLevelScale, fullScaleLevel: Double, device: String?,
    source: AnswerRecord.Source, time: String?
  ) {
    self.day = day
    self.level = level
    self.scale = scale
    self.fullScaleLevel = fullScaleLevel
    self.device = device
    self.source = source
    self.time = time
  }
}

extension LiveDatabase {
  /// Stores a comfortable level; on the disk when it returns. A level that exists already stays.
  package func store(_ comfort: ComfortRecord, of participant: ParticipantRecord) throws(RecordsError) {
    try writing { db in
      try db.execute(
        sql: """
          INSERT INTO comfort (study, listener, day, level_db, level_scale, level_db_fs, device, source, set_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
          """,
        arguments: [
          participant.study, participant.listener, comfort.day ?? "", comfort.level, comfort.scale.rawValue,
          comfort.fullScaleLevel, comfort.device, comfort.source.rawValue, comfort.time,
        ])
    }
  }

  /// The comfortable levels of a listener in a study, in the order of their times.
  package func comforts(of participant: ParticipantRecord) throws(RecordsError) -> [ComfortRecord] {
    try reading { db in
      var row = try BulkStatement(
        db,
        """
        SELECT study, listener, day, level_db, level_scale, level_db_fs, device, source, set_at
        FROM comfort WHERE study = ? AND listener = ? ORDER BY set_at, day
        """, of: "comfort", keys: 3)
      try row.bind(participant.study)
      try row.bind(participant.listener)
      var found: [ComfortRecord] = []
      while try row.step() {
        guard let scale = SoundLevelScale(rawValue: try row.text(4)) else {
          throw row.damage(4, expected: SoundLevelScale.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard let source = AnswerRecord.Source(rawValue: try row.text(7)) else {
          throw row.damage(7, expected: AnswerRecord.Source.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let day = try row.text(2)
        found.append(
          ComfortRecord(
            day: day.isEmpty ? nil : day, level: try row.double(3), scale: scale, fullScaleLevel: try row.double(5),
            device: try row.optionalText(6), source: source, time: try row.optionalText(8)))
      }
      return found
    }
  }
}

import GRDB

/// The table of sessions, written and read in the order of its columns.
enum SessionTable {
  /// The numbers of sessions, from 1. The bound is out of reach, so that there is always a next number.
  static let numbers = 1...1_000_000_000

  private static let columns = """
    listener, number, kind, name, strategy, experiment, profile, seed, responder, scale, version, build, device,
    sample_rate_hz, level_scale, started_at, ended_at, end_reason, is_in_profile, alternatives, origin, imported_from,
    block, is_practice, note, sample_format, channel, level_offset_db, unit, stalls, day,
    condition, study_group, responses, keys_swapped, timeouts
    """

  private static let places = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")

  /// The row gets its `id` from the database.
  static func insert(_ session: SessionRecord, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO session (\(columns)) VALUES (\(places))",
      arguments: [
        session.listener, session.number, session.kind.rawValue, session.name, session.strategy, session.experiment,
        session.profile, session.seed, session.responder, session.scale, session.version, session.build,
        session.device, session.sampleRate, session.levelScale, session.startedAt, session.endedAt,
        session.endReason, session.isInProfile, session.alternatives, session.origin, session.importedFrom,
        session.block, session.isPractice, session.note,
        session.sampleFormat, session.channel, session.levelOffset, session.unit,
        session.stalls, session.day, session.condition, session.group,
        session.responses, session.hasSwappedKeys, session.timeouts,
      ])
  }

  /// By number.
  ///
  /// - Parameter number: Of one of them; `nil` for all.
  static func sessions(of listener: String, number: Int? = nil, _ db: Database) throws -> [SessionRecord] {
    var row = try BulkStatement(
      db,
      """
      SELECT \(columns), id, (SELECT COUNT(*) FROM comparison WHERE session = session.id)
        + (SELECT COUNT(*) FROM matching WHERE session = session.id) AS trials
      FROM session WHERE listener = ?1 AND (?2 IS NULL OR number = ?2) ORDER BY number
      """, of: "session", keys: 2)
    try row.bind(listener)
    try row.bind(number)
    var sessions: [SessionRecord] = []
    while try row.step() { sessions.append(try session(row)) }
    return sessions
  }

  private static func session(_ row: BulkStatement) throws(Damage) -> SessionRecord {
    guard let kind = SessionKind(rawValue: try row.text(2)) else {
      throw row.damage(2, expected: "comparison or matching")
    }
    var session = SessionRecord(
      listener: try row.text(0), kind: kind, name: try row.text(3), strategy: try row.text(4),
      experiment: try row.text(5), profile: try row.text(6), seed: try row.text(7), responder: try row.optionalText(8),
      scale: try row.text(9), version: try row.text(10), build: try row.text(11))
    session.importedFrom = try row.optionalText(21)
    let isSeedless = session.seed.isEmpty && session.importedFrom != nil
    guard isSeedless || session.seed.utf8.count == 16 && UInt64(session.seed, radix: 16) != nil else {
      throw row.damage(7, expected: "16 hexadecimal digits")
    }
    guard ["linear", "log"].contains(session.scale) else { throw row.damage(9, expected: "linear or log") }
    session.number = try row.int(1, in: numbers)
    session.device = try row.optionalText(12)
    session.sampleRate = try row.optionalInt(13, in: 1 ... .max)
    session.levelScale = try row.optionalText(14)
    session.startedAt = try row.optionalText(15)
    session.endedAt = try row.optionalText(16)
    session.endReason = try row.optionalText(17)
    session.isInProfile = try row.int(18, in: 0...1) == 1
    session.alternatives = try row.int(19, in: 1...100)
    session.origin = try row.optionalText(20)
    session.block = try row.optionalText(22)
    session.isPractice = try row.int(23, in: 0...1) == 1
    session.note = try row.optionalText(24)
    session.sampleFormat = try row.optionalText(25)
    session.channel = try row.optionalText(26)
    session.levelOffset = try row.optionalDouble(27)
    session.unit = try row.text(28)
    session.stalls = try row.int(29, in: 0 ... .max)
    session.day = try row.optionalText(30)
    session.condition = try row.optionalText(31)
    session.group = try row.optionalText(32)
    session.responses = try row.optionalText(33)
    session.hasSwappedKeys = try row.optionalInt(34, in: 0...1).map { $0 == 1 }
    session.timeouts = try row.int(35, in: 0 ... .max)
    session.id = try row.int(36)
    session.trials = try row.int(37)
    return session
  }
}

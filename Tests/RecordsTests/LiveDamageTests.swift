import Foundation
import GRDB
import PeachStorage
import Testing

/// Databases of live listeners that are not what they were: what is wrong is said, and where.
@Suite struct LiveDamageTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.path("peach.sqlite")
    let live = try LiveDatabase.open(at: path)
    try live.set("gap", to: "2", of: "P07")
    let session = try live.beginSession(LiveSamples.session())
    for trial in 1...3 { try live.append(LiveSamples.comparison(trial), to: session) }
    let matching = try live.beginSession(LiveSamples.session(.matching))
    try live.append(LiveSamples.matching(1), to: matching)
    try live.queue.close()
  }

  /// Tables without types and conditions, as no Peach makes them.
  private static let loose = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT', ')'), ' NOT NULL', '') WHERE type = 'table'
      AND name IN ('session', 'matching');
    UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT,', ')'), ' NOT NULL', '') WHERE type = 'table'
      AND name IN ('setting', 'comparison', 'listener');
    PRAGMA schema_version = 99
    """

  private func damage(_ statement: String) throws {
    for statement in [LiveDamageTests.loose, statement] {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(statement)")
      }
      try queue.close()
    }
  }

  private func readAll() throws {
    let live = try #require(try LiveDatabase.existing(at: path))
    for listener in try live.listeners() {
      _ = try live.settings(of: listener.id)
      for session in try live.sessions(of: listener.id) {
        _ = try live.comparisons(of: session)
        _ = try live.matchings(of: session)
      }
      try live.forEachProfiledComparison(of: listener.id) { _ in }
      try live.forEachProfiledMatching(of: listener.id) { _, _ in }
    }
  }

  @Test(
    arguments: [
      ("UPDATE listener SET id = 'P07' || char(27)", "table setting: listener: expected a listener, got 'P07'"),
      ("INSERT INTO listener VALUES ('a b')", "table listener, id 'a b': id: expected a listener's name, got 'a b'"),
      ("DELETE FROM listener", "table setting: listener: expected a listener, got 'P07'"),
      ("UPDATE setting SET value = NULL", "table setting, listener 'P07', key 'gap': value: expected text, got NULL"),
      (
        "UPDATE setting SET value = CAST(x'ff41' AS TEXT)",
        "table setting, listener 'P07', key 'gap': value: expected UTF-8 text, got '\u{FFFD}A'"
      ),
      (
        "UPDATE session SET number = 9223372036854775807 WHERE id = 2",
        "table session, listener 'P07', number 9223372036854775807: number: expected a whole number from 1 to "
          + "1000000000, got 9223372036854775807"
      ),
      (
        "UPDATE session SET sample_rate_hz = 'fast' WHERE id = 1",
        "table session, listener 'P07', number 1: sample_rate_hz: expected a whole number ≥ 1, got 'fast'"
      ),
      (
        "UPDATE session SET seed = 'seed'",
        "table session, listener 'P07', number 1: seed: expected 16 hexadecimal digits, got 'seed'"
      ),
      ("DELETE FROM session WHERE id = 1", "table comparison: session: expected a session, got 1"),
      ("DELETE FROM session WHERE id = 2", "table matching: session: expected a session, got 2"),
      ("DELETE FROM comparison WHERE trial = 2", "table comparison, session 1, trial 3: expected trial 2"),
      (
        "UPDATE comparison SET offset_cents = 9e999 WHERE trial = 2",
        "table comparison, session 1, trial 2: offset_cents: expected a finite number, got inf"
      ),
      (
        "UPDATE comparison SET reference = 300",
        "table comparison, session 1, trial 1: reference: expected a whole number from 0 to 127, got 300"
      ),
      (
        "UPDATE comparison SET level = x'0011' WHERE trial = 3",
        "table comparison, session 1, trial 3: level: expected a finite number, got 2 bytes"
      ),
      (
        "UPDATE comparison SET answer = 'maybe'",
        "table comparison, session 1, trial 1: answer: expected higher, lower, first, second, third, last, same, different, fourth, fifth, sixth, seventh, eighth, ninth, yes, no, got 'maybe'"
      ),
      (
        "UPDATE comparison SET reversal = 2",
        "table comparison, session 1, trial 1: reversal: expected a whole number from 0 to 1, got 2"
      ),
      (
        "UPDATE matching SET target = NULL",
        "table matching, session 2, trial 1: target: expected a whole number from 0 to 127, got NULL"
      ),
      (
        "UPDATE matching SET error_cents = 1e300",
        "table matching, session 2, trial 1: error_cents: expected a number from -1000000 to 1000000, got 1e+300"
      ),
      ("DROP TABLE setting", "table setting is missing"),
    ])
  func `damage is reported with its place`(statement: String, reason: String) throws {
    try readAll()
    try damage(statement)
    let error = #expect(throws: RecordsError.self) { try readAll() }
    #expect(error?.code == .wrongContent)
    #expect(error?.reason == "damaged: \(reason)")
    #expect(error?.hint == "restore a copy with peach restore, or save what is readable: sqlite3 peach.sqlite .recover")
  }

  @Test(arguments: [("'rest'", "'rest'"), ("NULL", "NULL")])
  func `a trial of no kind is not left out of a profile unsaid`(kind: String, found: String) throws {
    try damage("UPDATE comparison SET kind = \(kind) WHERE trial = 2")
    let live = try #require(try LiveDatabase.existing(at: path))
    let reason =
      "damaged: table comparison, session 1, trial 2: kind: expected test, noise, catch or comfort, got \(found)"
    let errors = [
      #expect(throws: RecordsError.self) { try live.forEachProfiledOffset(of: "P07") { _, _ in } },
      #expect(throws: RecordsError.self) { try live.forEachProfiledComparison(of: "P07") { _ in } },
    ]
    #expect(errors.map(\.?.reason) == [reason, reason])
  }

  @Test func `a column that is missing is named`() throws {
    try damage("ALTER TABLE matching DROP COLUMN onset_latency_s")
    let error = #expect(throws: RecordsError.self) { try readAll() }
    #expect(error?.code == .wrongContent)
    #expect(error?.reason.hasSuffix("no such column: onset_latency_s") == true, "\(error?.reason ?? "")")
  }

  /// There was no number after it, and the sum was too large.
  @Test func `the greatest number leaves no next session`() throws {
    try damage("UPDATE session SET number = 9223372036854775807 WHERE id = 2")
    let live = try LiveDatabase.open(at: path)
    let error = #expect(throws: RecordsError.self) { try live.beginSession(LiveSamples.session()) }
    #expect(error?.code == .wrongContent)
  }
}

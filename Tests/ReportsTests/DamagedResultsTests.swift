import Foundation
import GRDB
import PeachReporting
import PeachSimulation
import PeachStorage
import Testing

/// Results files that are not what they were.
@Suite struct DamagedResultsTests {
  /// Tables without types and conditions, as no Peach makes them.
  private static let loose = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')'),
      ' NOT NULL', '') WHERE type = 'table' AND name NOT LIKE 'grdb%';
    PRAGMA schema_version = 99
    """

  @Test(
    arguments: [
      (
        "UPDATE simulation SET scale = 'cubic'", "table simulation: scale: expected linear or log, got 'cubic'"
      ),
      ("UPDATE simulation SET task = 'nap'", "table simulation: task: expected a kind of task, got 'nap'"),
      ("UPDATE simulation SET seed = NULL", "table simulation: seed: expected text, got NULL"),
      ("UPDATE simulation SET experiment = '{'", "table simulation: experiment: the stored text is not JSON"),
      ("DELETE FROM cell_varied WHERE cell = 2", "table cell, id 2: has 0 of 1 varied values"),
      ("DELETE FROM varied", "table cell, id 0: has 1 of 0 varied values"),
      ("UPDATE varied SET place = 3", "table varied: place: expected 0, got 3"),
      ("DELETE FROM cell WHERE id = 1", "table cell, id 2: id: expected 1, got 2"),
      ("DELETE FROM cell WHERE id = 3", "table cell_varied: cell: expected one of 3 cells, got 3"),
      ("UPDATE cell SET gap_s = -1 WHERE id = 0", "table cell, id 0: gap_s: expected a number ≥ 0, got -1.0"),
      ("DELETE FROM estimator WHERE cell = 0", "table cell, id 0: has no estimator"),
      (
        "UPDATE estimator SET truth = 'far' WHERE cell = 0 AND place = 1",
        "table estimator, cell 0, place 1: truth: expected a finite number, got 'far'"
      ),
      ("DELETE FROM run WHERE cell = 1 AND replicate = 2", "table run, cell 1: replicate 2 is missing"),
      (
        "DELETE FROM batch WHERE cell = 0",
        "table run, cell 0, replicate 1: this row belongs to no stored batch of runs"
      ),
      ("UPDATE batch SET first = 2 WHERE cell = 0", "table run, cell 0: expected replicate 2, got 1"),
      (
        "UPDATE batch SET last = 9223372036854775807 WHERE cell = 0",
        "table batch: last: expected a whole number from 0 to 4294967296, got 9223372036854775807"
      ),
      (
        "DELETE FROM estimate WHERE cell = 0 AND replicate = 2 AND estimator = 1",
        "table estimate, cell 0, replicate 2: estimator 1 is missing"
      ),
      (
        "UPDATE estimate SET threshold = 9e999 WHERE cell = 0 AND replicate = 1 AND estimator = 0",
        "table estimate, cell 0, replicate 1, estimator 0: threshold: expected a finite number, got inf"
      ),
      (
        "UPDATE estimate SET threshold = NULL, status = 'ok' WHERE cell = 0 AND replicate = 1 AND estimator = 1",
        "table estimate, cell 0, replicate 1, estimator 1: threshold: expected a finite number, got NULL"
      ),
    ])
  func `every reader reports damage`(statement: String, reason: String) throws {
    try expectDamage(statement, reason, summaries)
  }

  private func expectDamage(
    _ statement: String, _ reason: String, _ readers: [(ResultsFile) throws -> Void]
  ) throws {
    let file = try #require(Bundle.module.url(forResource: "results", withExtension: "sqlite", subdirectory: "Files"))
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    defer { unlink(path) }
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: DamagedResultsTests.loose) }
    try queue.close()
    let loose = try DatabaseQueue(path: path)
    try loose.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(statement)")
    }
    try loose.close()
    for reader in readers {
      let error = #expect(throws: RecordsError.self) { try reader(ResultsFile.open(path)) }
      #expect(error?.code == .wrongContent)
      #expect(error?.reason == "damaged: \(reason)")
      #expect(
        error?.hint
          == "restore a copy, or simulate it again: peach simulate EXPERIMENT.yaml -o RESULTS.sqlite --force")
    }
  }

  private let summaries: [(ResultsFile) throws -> Void] = [
    { _ = try Summary.rows(of: $0) }, { try RunsTable($0).forEachRow { _ in } },
    { _ = try SummaryText(SimulationSummary(of: $0)) },
  ]

  @Test(
    arguments: [
      (
        "DELETE FROM trial WHERE cell = 0 AND replicate = 1 AND trial = 12",
        "table trial, cell 0, replicate 1: only 11 of 12 trials are stored"
      ),
      ("DELETE FROM trial WHERE cell = 0", "table trial, cell 0, replicate 1: only 0 of 12 trials are stored"),
      (
        "DELETE FROM trial WHERE cell = 0 AND replicate = 2 AND trial = 3",
        "table trial, cell 0, replicate 2, trial 4: expected trial 3"
      ),
      (
        "INSERT INTO trial SELECT cell, replicate + 1, trial, track, kind, reference, target, interval, offset, level, "
          + "answer, correct, reversal, estimate, low, high FROM trial WHERE cell = 3 AND replicate = 2",
        "table trial, cell 3, replicate 3, trial 1: this row belongs to no run with stored trials, or comes "
          + "after the last trial of its run"
      ),
      (
        "UPDATE trial SET level = NULL WHERE cell = 0 AND replicate = 1 AND trial = 2",
        "table trial, cell 0, replicate 1, trial 2: level: expected a finite number, got NULL"
      ),
      (
        "UPDATE trial SET interval = x'00' WHERE cell = 0 AND replicate = 1 AND trial = 2",
        "table trial, cell 0, replicate 1, trial 2: interval: expected text, got 1 bytes"
      ),
    ]
      // What is missing would be left out of fits in silence.
      + ["reference", "target", "interval", "offset", "answer", "correct"].map {
        (
          "UPDATE trial SET \($0) = NULL WHERE cell = 0 AND replicate = 1 AND trial = 2",
          "table trial, cell 0, replicate 1, trial 2: \($0): expected a value, got NULL"
        )
      })
  func `the readers of trials report damage`(statement: String, reason: String) throws {
    try expectDamage(statement, reason, [{ try TrialsTable($0).forEachRow { _ in } }])
  }
}

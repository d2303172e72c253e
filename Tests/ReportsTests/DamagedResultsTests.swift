import Foundation
import GRDB
import Records
import Reports
import Simulation
import Testing

/// Results files that are not what they were.
@Suite struct DamagedResultsTests {
  @Test(
    arguments: [
      ("UPDATE simulation SET scale = 'cubic'", "levels on a scale 'cubic'"),
      ("DELETE FROM cell_varied WHERE cell = 2", "cell 2 has 0 of 1 varied values"),
      ("DELETE FROM varied", "cell 0 has 1 of 0 varied values"),
    ])
  func `damage is told by every reader`(statement: String, reason: String) throws {
    let file = try #require(Bundle.module.url(forResource: "results", withExtension: "sqlite", subdirectory: "Files"))
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    defer { unlink(path) }
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(statement)")
    }
    try queue.close()
    let results = try ResultsFile.open(path)
    let readers: [(ResultsFile) throws -> Void] = [
      { _ = try Summary.rows(of: $0) }, { _ = try RunsTable($0) }, { _ = try SummaryText.text(of: $0) },
    ]
    for reader in readers {
      let error = #expect(throws: RecordsError.self) { try reader(results) }
      #expect(error?.code == .wrongContent)
      #expect(error?.description == "\(path): damaged: \(reason)")
    }
  }
}

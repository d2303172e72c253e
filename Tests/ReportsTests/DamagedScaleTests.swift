import Foundation
import GRDB
import Records
import Reports
import Simulation
import Testing

/// A results file whose scale of levels is none was read as linear, in silence.
@Suite struct DamagedScaleTests {
  @Test func `levels on no known scale are damage, for every reader`() throws {
    let file = try #require(Bundle.module.url(forResource: "results", withExtension: "sqlite", subdirectory: "Files"))
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).sqlite").path
    try FileManager.default.copyItem(atPath: file.path, toPath: path)
    defer { unlink(path) }
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE simulation SET scale = 'cubic'")
    }
    try queue.close()
    let results = try ResultsFile.open(path)
    let readers: [(ResultsFile) throws -> Void] = [
      { _ = try Summary.rows(of: $0) }, { _ = try RunsTable($0) }, { _ = try SummaryText.text(of: $0) },
    ]
    for reader in readers {
      let error = #expect(throws: RecordsError.self) { try reader(results) }
      #expect(error?.code == .wrongContent)
      #expect(error?.description == "\(path): damaged: levels on a scale 'cubic'")
    }
  }
}

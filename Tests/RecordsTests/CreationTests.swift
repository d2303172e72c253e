import Foundation
import GRDB
import Records
import Testing

/// A results file appears whole, or what was there stays.
@Suite struct CreationTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `creating leaves the file alone in its folder`() throws {
    let file = try Samples.file(in: folder)
    try file.append(Samples.batch)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test func `creating replaces a file that was there`() throws {
    try Samples.file(in: folder).append(Samples.batch)
    let new = try Samples.file(in: folder)
    #expect(try new.batches().isEmpty)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test func `what cannot be created leaves the old file and no draft`() throws {
    try Samples.file(in: folder).append(Samples.batch)
    var wrong = Samples.simulation
    wrong.replicates = 0
    #expect(throws: RecordsError.self) {
      _ = try ResultsFile.create(at: folder.path("results.sqlite"), wrong, cells: Samples.cells)
    }
    #expect(try ResultsFile.open(folder.path("results.sqlite")).batches().count == 1)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test func `where nothing can be written the error says so`() throws {
    for path in [folder.path("no/such/results.sqlite"), "/proc/results.sqlite", folder.url.path] {
      let error = #expect(throws: RecordsError.self) {
        _ = try ResultsFile.create(at: path, Samples.simulation, cells: Samples.cells)
      }
      #expect(error?.code == .inaccessible)
      #expect(error?.path == path)
    }
    #expect(try folder.files.isEmpty)
  }

  @Test func `the journal of a replaced file is not played into the new one`() throws {
    let old = try Samples.file(in: folder)
    try old.append(Samples.batch)
    // As a process leaves it that is killed while it writes: with so small a cache that pages went out already.
    let queue = try DatabaseQueue(path: old.path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE simulation SET name = 'half'")
      for table in ["trial", "estimate", "run", "batch"] { try db.execute(sql: "DELETE FROM \(table)") }
      try FileManager.default.copyItem(atPath: folder.path("results.sqlite-journal"), toPath: folder.path("journal"))
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    try FileManager.default.moveItem(atPath: folder.path("journal"), toPath: folder.path("results.sqlite-journal"))

    var renamed = Samples.simulation
    renamed.name = "new"
    let new = try ResultsFile.create(at: old.path, renamed, cells: Samples.cells)
    #expect(try new.simulation() == renamed)
    #expect(try new.batches().isEmpty)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test func `only one writes a file at a time`() throws {
    let first = try Samples.file(in: folder)
    try first.lockForWriting()
    let second = try ResultsFile.open(first.path)
    let message = """
      \(first.path): another peach is writing it
        hint: wait for it, or choose another file with -o
      """
    #expect(#expect(throws: RecordsError.self) { try second.lockForWriting() }?.description == message)
    let replaced = #expect(throws: RecordsError.self) {
      try ResultsFile.create(at: first.path, Samples.simulation, cells: Samples.cells)
    }
    #expect(replaced?.description == message)
    #expect(try first.simulation() == Samples.simulation)
  }
}

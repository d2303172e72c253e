import Foundation
import GRDB
import PeachStorage
import Testing

/// A results file appears whole, or what was there stays.
@Suite struct CreationTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `creating leaves only the file in its folder`() throws {
    let file = try Samples.file(in: folder)
    try file.append([Samples.batch])
    #expect(try folder.files == ["results.sqlite"])
  }

  private func create(_ simulation: SimulationRecord = Samples.simulation, replacing: Bool) throws -> ResultsFile {
    try ResultsFile.create(
      at: folder.path("results.sqlite"), simulation, cells: Samples.cells, replacing: replacing)
  }

  @Test func `creating replaces an existing file on request`() throws {
    try Samples.file(in: folder).append([Samples.batch])
    let refused = #expect(throws: RecordsError.self) { try create(replacing: false) }
    #expect(refused?.code == .inaccessible)
    #expect(refused?.reason == "another peach process has just created it")
    #expect(try ResultsFile.open(folder.path("results.sqlite")).batches().count == 1)
    #expect(try create(replacing: true).batches().isEmpty)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test func `a failed creation keeps the old file and leaves no draft`() throws {
    try Samples.file(in: folder).append([Samples.batch])
    var wrong = Samples.simulation
    wrong.replicates = 0
    #expect(throws: RecordsError.self) { _ = try create(wrong, replacing: true) }
    #expect(try ResultsFile.open(folder.path("results.sqlite")).batches().count == 1)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test func `the error says that nothing can be written`() throws {
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
    try Samples.file(in: folder).append([Samples.batch])
    // As a process leaves it that is killed while it writes: with so small a cache that pages went out already.
    let queue = try DatabaseQueue(path: folder.path("results.sqlite"))
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
    let new = try create(renamed, replacing: true)
    #expect(try new.simulation() == renamed)
    #expect(try new.batches().isEmpty)
    #expect(try folder.files == ["results.sqlite"])
  }

  private static let busy = "another peach process is writing it\n  hint: wait for it, or choose another file with -o"

  @Test func `only one writes a file at a time`() throws {
    var first: ResultsFile? = try Samples.file(in: folder)
    let path = folder.path("results.sqlite")
    for replacing in [false, true] {
      let error = #expect(throws: RecordsError.self) { try create(replacing: replacing) }
      #expect(error?.description == "\(path): \(CreationTests.busy)")
    }
    #expect(throws: RecordsError.self) { try ResultsFile.openForWriting(path) }
    #expect(try first?.simulation() == Samples.simulation)
    #expect(try ResultsFile.open(path).simulation() == Samples.simulation)
    first = nil
    try ResultsFile.openForWriting(path).append([Samples.batch])
    #expect(try folder.files == ["results.sqlite"])
  }

  /// Without a lock on the draft, each of two would find nothing and take the place of the other.
  @Test(arguments: [false, true]) func `only one of several processes creates a file`(replacing: Bool) async throws {
    for round in 1...60 {
      let path = folder.path("\(round).sqlite")
      if replacing { _ = try Samples.file(in: folder, named: "\(round).sqlite") }
      let results = await withTaskGroup(of: Result<ResultsFile, RecordsError>.self) { group in
        for _ in 1...2 {
          group.addTask {
            Result { () throws(RecordsError) in
              try ResultsFile.create(at: path, Samples.simulation, cells: Samples.cells, replacing: replacing)
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      // The one that lost, lost to one that has the file still.
      let errors = results.compactMap { if case .failure(let error) = $0 { error.description } else { nil } }
      #expect(errors == ["\(path): \(CreationTests.busy)"])
      for case .success(let file) in results {
        try file.append([Samples.batch])
        #expect(try ResultsFile.open(path).batches().count == 1)
      }
    }
    #expect(try folder.files.count == 60)
  }
}

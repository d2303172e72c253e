import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Testing

/// Files that cannot be written, such as those of an archive, are read.
@Suite struct ReadOnlyTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func expectUnchanged(_ body: () throws -> Void) throws {
    func bytes() throws -> [String: Data] {
      try Dictionary(
        uniqueKeysWithValues: folder.files.map { ($0, try Data(contentsOf: URL(fileURLWithPath: folder.path($0)))) })
    }
    let before = try bytes()
    try body()
    #expect(try bytes() == before)
  }

  @Test func `results are read in place`() throws {
    try Samples.file(in: folder).append([Samples.batch])
    let path = folder.path("results.sqlite")
    try expectUnchanged {
      let file = try ResultsFile.open(path, isWritable: false)
      #expect(try file.simulation() == Samples.simulation)
      #expect(try file.batches().count == 1)
    }
  }

  @Test func `a journal that a killed simulation left is rolled back in a copy`() throws {
    try Samples.file(in: folder).append([Samples.batch])
    let path = folder.path("results.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE simulation SET name = 'half'")
      for table in ["trial", "estimate", "run", "batch"] { try db.execute(sql: "DELETE FROM \(table)") }
      for name in ["results.sqlite", "results.sqlite-journal"] {
        try FileManager.default.copyItem(atPath: folder.path(name), toPath: folder.path("killed-" + name))
      }
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    try expectUnchanged {
      let file = try ResultsFile.open(folder.path("killed-results.sqlite"), isWritable: false)
      #expect(try file.simulation() == Samples.simulation)
      #expect(try file.batches().count == 1)
    }
  }

  /// With the log that a killed session left, and after an orderly end.
  @Test(arguments: [true, false]) func `live listeners are read with all that was stored`(hasLog: Bool) throws {
    do {
      let live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
      let session = try live.beginSession(LiveSamples.session())
      for trial in 1...3 { try live.append(LiveSamples.comparison(trial), to: session) }
      if hasLog {
        for name in ["peach.sqlite", "peach.sqlite-wal"] {
          try FileManager.default.copyItem(atPath: folder.path(name), toPath: folder.path("copy-" + name))
        }
      }
      try live.queue.close()
    }
    if !hasLog {
      try FileManager.default.copyItem(atPath: folder.path("peach.sqlite"), toPath: folder.path("copy-peach.sqlite"))
    }
    let path = folder.path("copy-peach.sqlite")
    let live = try #require(try LiveDatabase.existing(at: path, isWritable: false))
    let session = try #require(try live.sessions(of: "P07").first)
    #expect(try live.comparisons(of: session).map(\.trial) == [1, 2, 3])
    #expect(try live.settings(of: "P07").isEmpty)
    let error = #expect(throws: RecordsError.self) { try live.addListener("new") }
    #expect(error?.code == .inaccessible)
    #expect(error?.reason.hasPrefix("cannot be written: ") == true)
  }

  @Test func `an empty file that cannot be written has no listeners`() throws {
    let path = folder.path("peach.sqlite")
    try Data().write(to: URL(fileURLWithPath: path))
    try expectUnchanged {
      let live = try LiveDatabase.existing(at: path, isWritable: false)
      #expect(try live?.listeners().isEmpty == true)
    }
  }
}

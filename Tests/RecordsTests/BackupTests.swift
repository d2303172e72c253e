import Foundation
import GRDB
import PeachStorage
import PeachTrials
import Synchronization
import Testing

/// Copies of the database: their contents at any moment, and the copies that are refused.
@Suite struct BackupTests {
  private let folder: Folder
  private let path: String
  private let copy: String

  init() throws {
    folder = try Folder()
    path = folder.path("peach.sqlite")
    copy = folder.path("copy.sqlite")
  }

  /// A database with a session of each listener, of so many trials.
  @discardableResult
  private func database(_ trials: KeyValuePairs<String, Int>) throws -> LiveDatabase {
    let live = try LiveDatabase.open(at: path)
    for (listener, count) in trials {
      let session = try live.beginSession(LiveSamples.session(of: listener))
      for trial in 1...count { try live.append(LiveSamples.comparison(trial), to: session) }
      try live.endSession(session, reason: "trials", at: "2026-11-21T09:00:00Z")
    }
    return live
  }

  private func integrity(_ path: String) throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read {
      try String.fetchAll($0, sql: "PRAGMA integrity_check")
    }
  }

  private func restore(force: Bool = false) throws -> Restoration {
    try LiveDatabase.restore(
      copy, to: path, force: force, stamp: "1", LockTimeout(untilSaid: 5, untilGivenUp: 20) { _ in })
  }

  // MARK: Contents

  @Test func `a copy holds what the database holds, in one file that its owner alone can read`() throws {
    let live = try database(["P07": 12, "P08": 3])
    let contents = try live.backUp(to: copy, replacing: false)
    #expect(
      contents
        == BackupContents(listeners: 2, sessions: 2, trials: 15, lastTrialAt: LiveSamples.heard.timestamp))
    #expect(try integrity(copy) == ["ok"])
    // No journal is needed to read it.
    #expect(try folder.files.filter { $0.hasPrefix("copy") || $0.hasPrefix(".peach") } == ["copy.sqlite"])
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
    let read = try #require(try LiveDatabase.existing(at: copy, isWritable: false))
    for id in ["P07", "P08"] {
      let (own, copied) = (
        try #require(try live.session(1, of: id)), try #require(try read.session(1, of: id))
      )
      #expect(own == copied)
      #expect(try live.comparisons(of: own) == read.comparisons(of: copied))
    }
  }

  @Test func `every copy made while trials are stored holds all that were acknowledged before it`() throws {
    let live = try LiveDatabase.open(at: path)
    let session = try live.beginSession(LiveSamples.session())
    let acknowledged = Atomic(0)
    let count = 1000
    let (copies, behind) = try withExtendedLifetime(acknowledged) {
      let done = DispatchSemaphore(value: 0)
      let failure = Mutex<String?>(nil)
      return try withExtendedLifetime(failure) {
        Thread.detachNewThread {
          do {
            for trial in 1...count {
              try live.append(LiveSamples.comparison(trial), to: session)
              acknowledged.store(trial, ordering: .releasing)
            }
          } catch {
            failure.withLock { $0 = "\(error)" }
          }
          done.signal()
        }
        // Another process has a connection of its own.
        let other = try #require(try LiveDatabase.existing(at: path))
        var (copies, behind, isOver) = (0, 0, false)
        while !isOver {
          isOver = acknowledged.load(ordering: .acquiring) == count || failure.withLock { $0 != nil }
          let before = acknowledged.load(ordering: .acquiring)
          let contents = try other.backUp(to: copy, replacing: true)
          if contents.trials < before { behind += 1 }
          let read = try #require(try LiveDatabase.existing(at: copy, isWritable: false))
          let stored = try read.comparisons(of: session)
          #expect(stored.count == contents.trials)
          #expect(stored.map(\.trial) == Array(1..<(stored.count + 1)))
          copies += 1
        }
        done.wait()
        #expect(failure.withLock { $0 } == nil)
        return (copies, behind)
      }
    }
    print("backup: \(copies) copies while \(count) trials were stored")
    #expect(copies > 5)
    #expect(behind == 0)
    #expect(try live.comparisons(of: session).count == count)
  }

  // MARK: Refusals

  @Test func `a copy replaces only an earlier copy, and only if asked`() throws {
    let live = try database(["P07": 2])
    _ = try live.backUp(to: copy, replacing: false)
    let before = try Data(contentsOf: URL(fileURLWithPath: copy))
    let there = #expect(throws: RecordsError.self) { try live.backUp(to: copy, replacing: false) }
    #expect(there?.description == "\(copy): exists already\n  hint: add --force to replace it")
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
    _ = try live.backUp(to: copy, replacing: true)
    let own = #expect(throws: RecordsError.self) { try live.backUp(to: path, replacing: true) }
    #expect(own?.reason == "is the database itself")
    for text in ["", "level,correct\n", String(repeating: "x", count: 5000)] {
      let other = folder.path("other")
      try Data(text.utf8).write(to: URL(fileURLWithPath: other))
      let error = #expect(throws: RecordsError.self) { try live.backUp(to: other, replacing: true) }
      #expect(error?.reason == "refusing to overwrite a file that is not a copy of listeners' records")
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data(text.utf8))
    }
    let journal = folder.path("new.sqlite")
    try Data("x".utf8).write(to: URL(fileURLWithPath: journal + "-wal"))
    let open = #expect(throws: RecordsError.self) { try live.backUp(to: journal, replacing: true) }
    #expect(open?.reason.hasPrefix("cannot be replaced: another program has it open, or crashed and left ") == true)
    #expect(throws: RecordsError.self) { try live.backUp(to: folder.path("no/copy.sqlite"), replacing: false) }
    #expect(throws: RecordsError.self) { try live.backUp(to: folder.url.path, replacing: true) }
  }

  @Test func `damage inside the database is found while it is copied, and an earlier copy stays`() throws {
    let live = try database(["P07": 400])
    _ = try live.backUp(to: copy, replacing: false)
    let before = try Data(contentsOf: URL(fileURLWithPath: copy))
    let root = try live.queue.writeWithoutTransaction { db in
      _ = try db.checkpoint(.truncate)
      return try Int.fetchOne(db, sql: "SELECT MAX(pageno) FROM dbstat WHERE name = 'comparison'")
    }
    // Without dbstat the last page is one of the trials.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let page = (root ?? bytes.count / 4096) - 1
    bytes.replaceSubrange(page * 4096 + 8..<page * 4096 + 64, with: Data(repeating: 0xA5, count: 56))
    try live.queue.close()
    try bytes.write(to: URL(fileURLWithPath: path))
    let spoiled = try LiveDatabase.open(at: path)
    let error = #expect(throws: RecordsError.self) { try spoiled.backUp(to: copy, replacing: true) }
    #expect(error?.code == .wrongContent && error?.path == path, "\(String(describing: error))")
    #expect(error?.hint?.isEmpty == false)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
    #expect(try folder.files.filter { $0.hasPrefix(".peach") } == [])
  }

  // MARK: Restoring

  @Test func `a copy restores a database that is gone or holds nothing more, and nothing is kept`() throws {
    let live = try database(["P07": 5])
    _ = try live.backUp(to: copy, replacing: false)
    try live.queue.close()
    let again = try restore()
    #expect(again.isDone && !again.losesRecords && again.keptAt == nil)
    for name in ["", "-wal", "-shm"] { unlink(path + name) }
    let restored = try restore()
    #expect(restored.isDone && restored.contents.trials == 5)
    let session = try #require(try LiveDatabase.open(at: path).session(1, of: "P07"))
    #expect(try LiveDatabase.open(at: path).comparisons(of: session).count == 5)
    #expect(try folder.files.filter { !$0.hasPrefix("peach.sqlite-") } == ["copy.sqlite", "peach.sqlite"])
  }

  @Test func `newer and other records are listed and kept unless forced, and then the old file stays`() throws {
    let live = try database(["P07": 5, "P08": 4])
    var begun = try live.beginSession(LiveSamples.session(of: "P07", .matching))
    try live.append(LiveSamples.matching(1), to: begun)
    _ = try live.backUp(to: copy, replacing: false)
    // Newer: two trials, a session, a listener, a note, a setting. Other: one trial is another one.
    try live.append(LiveSamples.matching(2), to: begun)
    try live.append(LiveSamples.matching(3), to: begun)
    begun = try live.beginSession(LiveSamples.session(of: "P07"))
    try live.append(LiveSamples.comparison(1), to: begun)
    try live.addListener("P09")
    try live.exclude(try #require(try live.session(1, of: "P08")), because: "asleep")
    try live.queue.write { db in
      try db.execute(sql: "INSERT INTO setting (listener, key, value) VALUES ('P08', 'gap', '0.5')")
      try db.execute(
        sql:
          "UPDATE comparison SET estimate = 9 WHERE trial = 3 AND session = (SELECT id FROM session WHERE listener = 'P07' AND number = 1)"
      )
    }
    try live.queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let refused = try restore()
    #expect(!refused.isDone && refused.keptAt == nil)
    #expect(
      refused.losses == [
        .init(listener: "P07", session: 1, trials: 1), .init(listener: "P07", session: 2, trials: 2),
        .init(listener: "P07", session: 3, trials: 1), .init(listener: "P08", session: 1, trials: 0),
      ])
    #expect(refused.lostListeners == ["P09"])
    #expect(refused.lostRecords == ["setting": 1])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let forced = try restore(force: true)
    #expect(forced.isDone)
    #expect(forced.keptAt == folder.path("peach-before-1.sqlite"))
    #expect(try LiveDatabase.open(at: path).listeners().map(\.comparisons) == [5, 4])
    let kept = try #require(try LiveDatabase.existing(at: folder.path("peach-before-1.sqlite"), isWritable: false))
    #expect(try kept.listeners().map(\.comparisons) == [6, 4, 0])
    #expect(try kept.listeners().map(\.matchings) == [3, 0, 0])
  }

  @Test func `a database that another connection has open is not replaced`() throws {
    let live = try database(["P07": 5])
    _ = try live.backUp(to: copy, replacing: false)
    for force in [false, true] {
      let error = #expect(throws: RecordsError.self) { try restore(force: force) }
      #expect(error?.reason == "another running peach command uses these records; Peach changed nothing")
      #expect(error?.hint == "end the running sessions, then restore the copy")
    }
    // The session goes on.
    let session = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1), to: session)
    #expect(try LiveDatabase.open(at: path).listeners().map(\.comparisons) == [6])
    #expect(try folder.files.filter { $0.hasPrefix(".peach") } == [])
  }

  @Test func `a damaged database gives way to a copy only if forced, and is kept`() throws {
    let live = try database(["P07": 5])
    _ = try live.backUp(to: copy, replacing: false)
    try live.queue.close()
    try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: path))
    let refused = try restore()
    #expect(!refused.isDone && refused.damage?.code == .wrongContent)
    let forced = try restore(force: true)
    #expect(forced.isDone)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("peach-before-1.sqlite")))
        == Data(repeating: 0x41, count: 9000))
    #expect(try LiveDatabase.open(at: path).listeners().map(\.comparisons) == [5])
  }

  @Test func `a damaged or foreign copy is refused, and the database stays`() throws {
    let live = try database(["P07": 400])
    _ = try live.backUp(to: copy, replacing: false)
    try live.queue.close()
    let (whole, before) = (
      try Data(contentsOf: URL(fileURLWithPath: copy)), try Data(contentsOf: URL(fileURLWithPath: path))
    )
    var spoiled = whole
    spoiled.replaceSubrange(whole.count / 2..<whole.count / 2 + 4096, with: Data(repeating: 0x5A, count: 4096))
    var newer = whole
    newer[63] = 99
    var foreign = whole
    foreign[71] = 1
    for bytes in [spoiled, newer, foreign, whole.prefix(whole.count / 2), Data(), Data("a,b\n".utf8)] {
      try Data(bytes).write(to: URL(fileURLWithPath: copy))
      let error = #expect(throws: RecordsError.self) { try restore(force: true) }
      #expect(error?.code == .wrongContent && error?.path == copy, "\(String(describing: error))")
      #expect(error?.hint?.isEmpty == false)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
    #expect(try folder.files.filter { $0.hasPrefix(".peach") || $0.contains("before") } == [])
  }
}

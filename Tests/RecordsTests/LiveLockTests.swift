import Foundation
import GRDB
import PeachStorage
import Synchronization
import Testing

/// The database among other programs and other users.
@Suite struct LiveLockTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = folder.path("peach.sqlite")
  }

  /// What was said while `body` waited for a fifth of a second.
  private func said(
    _ locked: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: (LockTimeout) throws -> Void
  ) {
    let said = Mutex<[String]>([])
    withExtendedLifetime(said) {
      let patience = LockTimeout(untilSaid: 5, untilGivenUp: 20) { text in said.withLock { $0.append(text) } }
      let start = ContinuousClock.now
      let error = #expect(throws: RecordsError.self, sourceLocation: sourceLocation) { try body(patience) }
      #expect(start.duration(to: .now) >= .milliseconds(200), sourceLocation: sourceLocation)
      #expect(error?.code == .inaccessible && error?.path == locked, sourceLocation: sourceLocation)
      #expect(error?.reason == "another program has locked it", sourceLocation: sourceLocation)
      #expect(error?.hint == "end that program, or try again later", sourceLocation: sourceLocation)
      #expect(
        said.withLock { $0 } == ["\(locked): another program has locked it; waiting"], sourceLocation: sourceLocation)
    }
  }

  @Test func `Peach waits for a locked folder, reports it and gives up`() throws {
    let holder = Glibc.open(folder.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(holder >= 0 && flock(holder, LOCK_EX) == 0)
    defer { close(holder) }
    said(folder.url.path) { _ = try LiveDatabase.open(at: path, $0) }
  }

  @Test func `Peach waits for a locked database, reports it and gives up`() throws {
    _ = try LiveDatabase.open(at: path)
    let holder = try DatabaseQueue(path: path)
    try holder.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      said(path) { try LiveDatabase.open(at: path, $0).addListener("P07") }
      try db.execute(sql: "ROLLBACK")
    }
  }

  /// What ends a session is tried once, and not waited for as long as the trial before it.
  @Test func `Peach does not wait again after it gave up on a lock`() throws {
    let said = Atomic(0)
    let live = try LiveDatabase.open(
      at: path, LockTimeout(untilSaid: 5, untilGivenUp: 20) { _ in said.add(1, ordering: .relaxed) })
    let holder = try DatabaseQueue(path: path)
    try holder.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      for id in ["P07", "P08", "P09"] {
        #expect(throws: RecordsError.self) { try live.addListener(id) }
      }
      try db.execute(sql: "ROLLBACK")
    }
    #expect(said.load(ordering: .relaxed) == 1)
    try live.addListener("P07")
    #expect(try live.listeners().map(\.id) == ["P07"])
  }

  @Test func `a wait ends once the program is to end`() throws {
    _ = try LiveDatabase.open(at: path)
    let asked = Atomic(0)
    let patience = LockTimeout(
      untilSaid: 100, untilGivenUp: 100_000, say: { _ in },
      isInterrupted: { asked.add(1, ordering: .relaxed).newValue > 5 })
    let holder = try DatabaseQueue(path: path)
    try holder.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      let live = try LiveDatabase.open(at: path, patience)
      for _ in 1...3 { #expect(throws: RecordsError.self) { try live.addListener("P07") } }
      try db.execute(sql: "ROLLBACK")
    }
    #expect(asked.load(ordering: .relaxed) == 6)
  }

  /// What ends a session meets another program's commit now and then.
  @Test func `a program that is to end waits for a lock of a moment`() throws {
    let live = try LiveDatabase.open(at: path, LockTimeout(isInterrupted: { true }))
    let holder = try DatabaseQueue(path: path)
    let locked = DispatchSemaphore(value: 0)
    let thread = Thread { [holder] in
      try? holder.writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN IMMEDIATE")
        locked.signal()
        usleep(50_000)
        try db.execute(sql: "ROLLBACK")
      }
    }
    thread.start()
    locked.wait()
    try live.addListener("P07")
    #expect(try live.listeners().map(\.id) == ["P07"])
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
  }

  @Test func `only the owner can read the database and its journals`() throws {
    let names = ["peach.sqlite", "peach.sqlite-shm", "peach.sqlite-wal"]
    let live = try LiveDatabase.open(at: path)
    try live.addListener("P07")
    #expect(try folder.files == names)
    for name in names { #expect(try mode(name) == 0o600, "\(name)") }
    for name in names { chmod(folder.path(name), 0o664) }
    let again = try LiveDatabase.existing(at: path)
    for name in names { #expect(try mode(name) == 0o600, "\(name)") }
    #expect(try again?.listeners().map(\.id) == ["P07"])
  }

  @Test func `a database that was made wider is narrowed before it has a journal`() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    chmod(path, 0o666)
    try LiveDatabase.open(at: path).addListener("P07")
    #expect(try mode("peach.sqlite") == 0o600)
  }
}

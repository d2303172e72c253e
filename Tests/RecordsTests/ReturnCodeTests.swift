import Foundation
import GRDB
import GRDBSQLite
import PeachStorage
import PeachTrials
import Synchronization
import Testing

private final class WaiterState: Sendable {
  let waiter = Mutex<pthread_t?>(nil)
  let isOpened = Atomic(false)
}

/// What SQLite and the system refuse is told, not passed over.
@Suite struct ReturnCodeTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A text that could not be bound was stored as NULL where the column allows it.
  @Test func `a value that SQLite does not take refuses the trial`() throws {
    let live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
    let session = try live.beginSession(LiveSamples.session())
    live.queue.writeWithoutTransaction { db in
      _ = sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, 2000)
    }
    var trial = LiveSamples.comparison(1)
    trial.heard.sound = String(repeating: "s", count: 3000)
    let error = #expect(throws: RecordsError.self) { try live.append(trial, to: session) }
    #expect(error?.reason.contains("too big") == true, "\(error?.reason ?? "")")
    #expect(try live.comparisons(of: session).isEmpty)
  }

  /// A signal that came while one process waited for another to make the database let it go on without the lock.
  @Test func `a signal does not end the waiting for a lock`() throws {
    let holder = open(folder.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(holder >= 0 && flock(holder, LOCK_EX) == 0)
    defer { close(holder) }
    // Without SA_RESTART, so that the signal interrupts what waits.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    var before = sigaction()
    sigaction(SIGURG, &action, &before)
    defer { sigaction(SIGURG, &before, nil) }
    let state = WaiterState()
    let path = folder.path("peach.sqlite")
    let done = DispatchSemaphore(value: 0)
    withExtendedLifetime(folder) {
      Thread.detachNewThread {
        state.waiter.withLock { $0 = pthread_self() }
        _ = try? LiveDatabase.open(at: path)
        state.isOpened.store(true, ordering: .sequentiallyConsistent)
        done.signal()
      }
      while state.waiter.withLock({ $0 == nil }) { usleep(1000) }
      for _ in 0..<20 {
        usleep(10_000)
        if let thread = state.waiter.withLock({ $0 }) { pthread_kill(thread, SIGURG) }
      }
      let isOpened = state.isOpened.load(ordering: .sequentiallyConsistent)
      #expect(!isOpened)
      flock(holder, LOCK_UN)
      done.wait()
    }
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a trial of no kind and a session of no kind are damage`() throws {
    let live = try LiveDatabase.open(at: folder.path("peach.sqlite"))
    let session = try live.beginSession(LiveSamples.session())
    try live.append(LiveSamples.comparison(1), to: session)
    try live.queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE comparison SET kind = 'probe'")
    }
    let trial = #expect(throws: RecordsError.self) { try live.comparisons(of: session) }
    #expect(
      trial?.reason
        == "damaged: table comparison, session 1, trial 1: kind: expected test, noise, catch or comfort, got 'probe'")
    try live.queue.writeWithoutTransaction { try $0.execute(sql: "UPDATE session SET kind = 'juggling'") }
    let wrong = #expect(throws: RecordsError.self) { try live.sessions(of: "P07") }
    #expect(wrong?.code == .wrongContent)
    #expect(
      wrong?.reason
        == "damaged: table session, listener 'P07', number 1: kind: expected comparison or matching, got 'juggling'")
  }
}

import PeachSessions
import PeachSupport
import PeachTerminal
import Synchronization

/// The sessions that run on pages, at most one for each listener.
package final class PageSessions: Sendable {
  private let services: PageServices
  /// The largest number of sessions at the same time.
  private let most: Int
  private let active = Mutex<[String: PageMailbox]>([:])

  package init(_ services: PageServices, most: Int) {
    self.services = services
    self.most = most
  }

  /// The session of a listener; `nil` if there is none.
  func mailbox(of listener: String) -> PageMailbox? { active.withLock { $0[listener] } }

  /// Begins a session on a thread of its own. The listener's session on another page ends.
  ///
  /// - Returns: The first situation.
  func begin(
    _ mode: TrainingMode?, of listener: String, rate: Int, vibrates: Bool, words: Words, resuming resumed: Int? = nil
  ) async throws(PageError) -> PageSituation {
    let mailbox = PageMailbox()
    while true {
      let earlier = active.withLock { active -> PageMailbox? in
        if let known = active[listener], !known.isOver { return known }
        active[listener] = mailbox
        return nil
      }
      guard let earlier else { break }
      await earlier.interrupt(.leave)
    }
    let count = active.withLock { active in
      // Sessions that are over stay until there are many of them: their pages may still ask for the end.
      if active.count > most { active = active.filter { !$0.value.isOver || $0.value === mailbox } }
      return active.count { !$0.value.isOver }
    }
    guard count <= most else {
      active.withLock { $0[listener] = nil }
      throw PageError(
        .busy, "\(most) sessions are running, and no more can begin", remedy: "try again in a few minutes")
    }
    do throws(ChildProcess.ErrorNumber) {
      try SignalFreeThread.start { [services] in
        let room = PageRoom(mailbox, words: words, vibrates: vibrates)
        room.show(services.run(mode, of: listener, rate: rate, resuming: resumed, in: room))
      }
    } catch {
      active.withLock { $0[listener] = nil }
      throw PageError(.busy, "the server cannot start another session", remedy: "try again in a few minutes")
    }
    return await mailbox.situation(after: 0)
  }

  /// Ends all sessions and waits for their ends.
  package func endAll(by signal: Int32) async {
    for mailbox in active.withLock({ Array($0.values) }) where !mailbox.isOver {
      await mailbox.interrupt(.signal(signal))
    }
  }
}

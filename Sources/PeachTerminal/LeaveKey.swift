package import PeachSessions
import PeachSupport

/// The key q on a terminal where a simulated listener answers: it leaves, and every other key does nothing.
///
/// In the background nothing is read, and the terminal stays as it is.
package final class LeaveKey {
  private let waiting: EventWait
  private let clock: any SessionClock
  private let mode: TerminalMode
  private var decoder = KeyDecoder()
  private var hasEnded = false

  package init(waiting: EventWait, clock: any SessionClock, mode: TerminalMode) {
    self.waiting = waiting
    self.clock = clock
    self.mode = mode
    enter()
  }

  /// Waits until a moment of the clock; returns what happened before it, `nil` if nothing did.
  package func pause(until moment: Double) -> SessionInterruption? {
    while true {
      // Whether the program is in the foreground may change while it waits.
      let step = min(moment, clock.now + 1)
      let listens = !hasEnded && isForeground
      switch waiting.wait(until: listens ? moment : step, forInput: listens) {
      case .time: if clock.now >= moment { return nil }
      case .signal(let number):
        if number == SIGCONT { enter() }
        return EventWait.interruption(by: number)
      case .input: if leaves() { return .leave }
      }
    }
  }

  /// Suspends the program with the terminal as it was before.
  package func suspend() {
    mode.restore()
    waiting.stop()
    enter()
  }

  private func leaves() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      // A terminal that has gone says nothing more; a signal reports it.
      hasEnded = count == 0 || (errno != EINTR && errno != EAGAIN)
      return false
    }
    return decoder.keys(bytes[..<count]).contains { [.end, .character("q"), .character("Q")].contains($0) }
  }

  private func enter() { if isForeground { mode.enter() } }

  private var isForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }
}

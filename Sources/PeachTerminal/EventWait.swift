import CProcess
package import PeachSessions
import PeachSupport

/// Waits for time, signals and input at once, on one thread.
package final class EventWait {
  package enum Wake: Hashable, Sendable {
    case time
    case signal(Int32)
    /// Standard input can be read.
    case input
  }

  private let clock: any SessionClock
  private let signals: Signals
  /// A signal that came while the program stood still and is still to be told.
  private var held: Int32?

  package init(clock: any SessionClock, signals: Signals) {
    self.clock = clock
    self.signals = signals
  }

  /// - Parameter moment: Of the clock; infinity to wait for events alone.
  package func wait(until moment: Double, forInput: Bool) -> Wake {
    while true {
      if let number = next() { return .signal(number) }
      let left = moment - clock.now
      if left <= 0 { return .time }
      var watched = [pollfd(fd: signals.exit, events: Int16(POLLIN), revents: 0)]
      if forInput { watched.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
      // A day at most, which is waited for again.
      guard peach_poll(&watched, nfds_t(watched.count), min(left, 86_400)) > 0 else { continue }
      if forInput, watched[1].revents != 0, watched[0].revents == 0 { return .input }
    }
  }

  /// Whether standard input can be read now.
  var hasInput: Bool {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return peach_poll(&watched, 1, 0) > 0
  }

  /// The meaning of a signal for a session.
  static func interruption(by number: Int32) -> SessionInterruption {
    switch number {
    case SIGTSTP: .suspend
    case SIGCONT: .resumed
    default: .signal(number)
    }
  }

  /// Stops the program until it is continued.
  package func stop() {
    raise(SIGSTOP)
    // The signal that continued us is no news; a thread of its own may take it a moment later. One that ends us is.
    let limit = clock.now + Self.continuation
    var isContinued = false
    while !isContinued, clock.now < limit {
      var watched = [pollfd(fd: signals.exit, events: Int16(POLLIN), revents: 0)]
      _ = peach_poll(&watched, 1, limit - clock.now)
      while let number = signals.next() {
        if number == SIGCONT { isContinued = true } else if number != SIGTSTP { held = number }
      }
    }
  }

  /// Seconds after which the signal that continued us was not one.
  private static let continuation = 0.1

  private func next() -> Int32? {
    if let number = held {
      held = nil
      return number
    }
    return signals.next()
  }

  /// The interruption that a pending signal asks for; `nil` if there is none.
  package func pending() -> SessionInterruption? { next().map(EventWait.interruption) }

  /// Waits without input, as a simulated listener does.
  package func pause(until moment: Double) -> SessionInterruption? {
    if case .signal(let number) = wait(until: moment, forInput: false) {
      EventWait.interruption(by: number)
    } else {
      nil
    }
  }
}

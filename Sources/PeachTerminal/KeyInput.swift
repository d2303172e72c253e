package import PeachSessions
import PeachSupport

/// The keys of a terminal, one at a time, with the signals that come meanwhile.
package final class KeyInput {
  /// The event that ended a wait.
  enum Wake {
    case key(Key)
    case interruption(SessionInterruption)
  }

  private let waiting: EventWait
  let clock: any SessionClock
  private let mode: TerminalMode
  private let screen: TerminalScreen?
  private var decoder = KeyDecoder()
  /// When the rest of an incomplete sequence is late; infinity if there is none.
  private var late = Double.infinity
  /// Keys that were pressed and not yet read.
  private var pressed: [Key] = []
  /// Draws again what is on the screen.
  package var redraw: () -> Void = {}
  /// The signal that ended a wait for a key.
  package private(set) var ended: Int32?

  package init(waiting: EventWait, clock: any SessionClock, mode: TerminalMode, screen: TerminalScreen?) {
    self.waiting = waiting
    self.clock = clock
    self.mode = mode
    self.screen = screen
  }

  /// The next key or signal; `nil` if the moment came.
  func next(until moment: Double) -> Wake? {
    while true {
      if !pressed.isEmpty { return .key(pressed.removeFirst()) }
      switch waiting.wait(until: min(moment, late), forInput: true) {
      case .time:
        guard clock.now >= late else { return nil }
        // The rest may have come while nobody waited for it.
        if waiting.hasInput, let keys = read() {
          pressed = keys
        } else {
          pressed = decoder.flush()
          late = .infinity
        }
      case .signal(let number):
        if number == SIGCONT { resume() }
        return .interruption(EventWait.interruption(by: number))
      case .input:
        guard let keys = read() else { return .interruption(.signal(SIGHUP)) }
        pressed = keys
      }
    }
  }

  /// The next key, however long it takes; `nil` if a signal ends the program, whose number is then `ended`.
  package func key() -> Key? {
    while true {
      switch next(until: .infinity) {
      case .key(let key)?: return key
      case .interruption(.suspend)?: suspend()
      case .interruption(.signal(let number))?:
        ended = number
        return nil
      case .interruption?, nil: continue
      }
    }
  }

  /// The pressed keys; `nil` if the terminal has gone, which can be noticed before its signal.
  private func read() -> [Key]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    let keys = decoder.keys(bytes[..<count])
    late = decoder.isIncomplete ? clock.now + KeyDecoder.patience : .infinity
    return keys
  }

  /// Suspends the program with the terminal as it was before.
  func suspend() {
    screen?.close()
    mode.restore()
    waiting.stop()
    resume()
  }

  private func resume() {
    mode.enter()
    screen?.reopen()
    redraw()
  }
}

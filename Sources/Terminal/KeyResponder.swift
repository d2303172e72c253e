import Glibc
public import Sessions

/// A person at a terminal, who answers by a key. Keys that come while answers are refused are gone.
public final class KeyResponder: Responder {
  private let waiting: Waiting
  private let clock: any SessionClock
  private let mode: TerminalMode
  private let screen: TerminalScreen?
  private var decoder = KeyDecoder()
  /// What was pressed and not yet looked at.
  private var pressed: [Key] = []
  /// Whether s opens the settings: an experiment file freezes them.
  public var hasSettings = false
  /// Draws anew what is on the screen.
  public var redraw: () -> Void = {}

  public init(
    waiting: Waiting, clock: any SessionClock, mode: TerminalMode, screen: TerminalScreen?
  ) {
    self.waiting = waiting
    self.clock = clock
    self.mode = mode
    self.screen = screen
  }

  public func wait(until moment: Double, for question: Question?) -> SessionEvent? {
    while true {
      while !pressed.isEmpty {
        if let event = event(of: pressed.removeFirst(), isAsked: question != nil) { return event }
      }
      switch waiting.wait(until: moment, forInput: true) {
      case .time: return nil
      case .signal(let number):
        if number == SIGCONT { resume() }
        return Waiting.event(of: number)
      case .input:
        guard let keys = read() else { return .signal(SIGHUP) }
        pressed = keys
      }
    }
  }

  /// The next key, however long it takes; nil where a signal ends the program, whose number is then `ended`.
  public func key() -> Key? {
    while true {
      if !pressed.isEmpty { return pressed.removeFirst() }
      switch waiting.wait(until: .infinity, forInput: true) {
      case .time: continue
      case .signal(SIGTSTP): suspend()
      case .signal(SIGCONT): resume()
      case .signal(let number):
        ended = number
        return nil
      case .input:
        if let keys = read() {
          pressed = keys
        } else {
          ended = SIGHUP
          return nil
        }
      }
    }
  }

  /// The signal that ended a wait for a key.
  public private(set) var ended: Int32?

  private func event(of key: Key, isAsked: Bool) -> SessionEvent? {
    switch key {
    case .end, .character("q"), .character("Q"): return .leave
    case .character("s"), .character("S"): return hasSettings ? .settings : nil
    case .up: return isAsked ? .answer(isHigher: true, at: clock.now) : nil
    case .down: return isAsked ? .answer(isHigher: false, at: clock.now) : nil
    case .character(let letter):
      guard isAsked, let isHigher = Words.isHigher(String(letter)) else { return nil }
      return .answer(isHigher: isHigher, at: clock.now)
    case .enter, .backspace, .escape: return nil
    }
  }

  /// What was pressed; nil of a terminal that has gone, which may be seen before the signal that says so.
  private func read() -> [Key]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    let keys = decoder.keys(bytes[..<count])
    // A lone escape comes alone; the rest of a sequence comes with it.
    return keys.isEmpty ? decoder.flush() : keys
  }

  public func suspend() {
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

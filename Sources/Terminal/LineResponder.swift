import Glibc
public import Sessions

/// Whoever writes lines into standard input: one a trial, read only once answers are accepted, so that none is lost. The
/// end of input leaves.
public final class LineResponder: Responder {
  private let waiting: Waiting
  private let clock: any SessionClock
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  /// Says what an answer looks like.
  private let explain: () -> Void

  public init(waiting: Waiting, clock: any SessionClock, explain: @escaping () -> Void) {
    self.waiting = waiting
    self.clock = clock
    self.explain = explain
  }

  public func wait(until moment: Double, for question: Question?) -> SessionEvent? {
    guard question != nil else { return waiting.pause(until: moment) }
    while true {
      while let line = nextLine() {
        if let event = event(of: line) { return event }
        explain()
      }
      if isAtEnd { return .leave }
      switch waiting.wait(until: moment, forInput: true) {
      case .time: return nil
      case .signal(let number): return Waiting.event(of: number)
      case .input: read()
      }
    }
  }

  private func event(of line: String) -> SessionEvent? {
    if line == "q" || line == "quit" { return .leave }
    return Words.isHigher(line).map { .answer(isHigher: $0, at: clock.now) }
  }

  /// The next line without its end and the space about it; the last may have no end.
  private func nextLine() -> String? {
    guard let end = buffer.firstIndex(of: 0x0a) ?? (isAtEnd && !buffer.isEmpty ? buffer.endIndex : nil) else {
      return nil
    }
    let line = buffer[..<end].filter { $0 != 0x0d }
    buffer.removeFirst(min(end + 1, buffer.count))
    let text = String(decoding: line, as: UTF8.self)
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      buffer += bytes[..<count]
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      isAtEnd = true
    }
  }

  public func suspend() { waiting.stop() }
}

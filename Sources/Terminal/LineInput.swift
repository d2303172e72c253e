import Glibc
public import Sessions

/// The lines of a standard input that is no terminal, one at a time, with the signals that come meanwhile. It is read only
/// when a line is wanted; the lines of a whole day come through one.
public final class LineInput {
  /// What came before a moment did.
  enum Wake {
    case line(String)
    case end
    case interruption(SessionInterruption)
  }

  private let waiting: Waiting
  let clock: any SessionClock
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  public init(waiting: Waiting, clock: any SessionClock) {
    self.waiting = waiting
    self.clock = clock
  }

  /// Whether a line says that its writer leaves.
  static func leaves(_ line: String) -> Bool { line == "q" || line == "quit" }

  /// The next line or signal; nil when the moment came.
  func next(until moment: Double) -> Wake? {
    while true {
      if let line = nextLine() { return .line(line) }
      if isAtEnd { return .end }
      switch waiting.wait(until: moment, forInput: true) {
      case .time: return nil
      case .signal(let number): return .interruption(Waiting.interruption(by: number))
      case .input: read()
      }
    }
  }

  /// Waits without reading.
  func pause(until moment: Double) -> SessionInterruption? { waiting.pause(until: moment) }

  func suspend() { waiting.stop() }

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
}

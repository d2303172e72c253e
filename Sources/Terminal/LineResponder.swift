import Glibc
public import Sessions

/// Whoever writes lines into standard input: read only once answers are accepted, so that none is lost. The
/// end of input leaves.
public final class LineResponder<Task: SessionTask>: Responder {
  private let waiting: Waiting
  private let clock: any SessionClock
  private let input: (String) -> Task.Input?
  /// Says what an answer looks like.
  private let explain: () -> Void
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  /// - Parameters:
  ///   - input: What a line means to this kind of trial; nil where it means nothing.
  ///   - explain: Says what an answer looks like.
  public init(
    waiting: Waiting, clock: any SessionClock, _ input: @escaping (String) -> Task.Input?,
    explain: @escaping () -> Void
  ) {
    self.waiting = waiting
    self.clock = clock
    self.input = input
    self.explain = explain
  }

  public func wait(until moment: Double, for question: Question<Task>?) -> SessionEvent<Task.Input>? {
    guard question != nil else { return waiting.pause(until: moment).map { .interruption($0) } }
    while true {
      while let line = nextLine() {
        if line == "q" || line == "quit" { return .interruption(.leave) }
        if let input = input(line) { return .input(input, at: clock.now) }
        explain()
      }
      if isAtEnd { return .interruption(.leave) }
      switch waiting.wait(until: moment, forInput: true) {
      case .time: return nil
      case .signal(let number): return .interruption(Waiting.interruption(by: number))
      case .input: read()
      }
    }
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

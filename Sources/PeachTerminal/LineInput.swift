package import PeachSessions
import PeachSupport

/// The lines of a standard input that is not a terminal, one at a time, with the signals that come meanwhile. It is read only
/// when a line is wanted; the lines of a whole day come through one.
package final class LineInput {
  /// The event that ended a wait.
  enum Wake {
    case line(String)
    case end
    case interruption(SessionInterruption)
  }

  private let waiting: EventWait
  let clock: any SessionClock
  private var buffer = LineBuffer()
  private var isAtEnd = false
  private let complain: (String) -> Void
  /// Whether the input is a file, whose lines were all written before: none of them can come early.
  private let isFile: Bool

  /// - Parameter complain: Says why the input ends early.
  package init(waiting: EventWait, clock: any SessionClock, complain: @escaping (String) -> Void = { _ in }) {
    self.complain = complain
    self.waiting = waiting
    self.clock = clock
    var status = stat()
    isFile = fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a line says that its writer leaves.
  static func leaves(_ line: String) -> Bool { line == "q" || line == "quit" }

  /// The next line or signal; `nil` if the moment came.
  func next(until moment: Double) -> Wake? {
    while true {
      if let line = buffer.line(isAtEnd: isAtEnd) { return .line(line) }
      if buffer.isTooLong { refuse() }
      if isAtEnd { return .end }
      switch waiting.wait(until: moment, forInput: true) {
      case .time: return nil
      case .signal(let number): return .interruption(EventWait.interruption(by: number))
      case .input: read()
      }
    }
  }

  /// Waits without reading.
  func pause(until moment: Double) -> SessionInterruption? { waiting.pause(until: moment) }

  /// Waits while answers are refused. Lines that are written meanwhile are gone.
  ///
  /// - Parameter refuse: Takes each of these lines; returns `true` to end the wait.
  /// - Returns: The event that ended the wait; `nil` if the moment came.
  func pause(until moment: Double, refuse: (String) -> Bool) -> Wake? {
    while true {
      if !isFile {
        while let line = buffer.line(isAtEnd: isAtEnd) { if refuse(line) { return .line(line) } }
        if buffer.isTooLong { self.refuse() }
      }
      switch waiting.wait(until: moment, forInput: !isFile && !isAtEnd) {
      case .time: return nil
      case .signal(let number): return .interruption(EventWait.interruption(by: number))
      case .input: read()
      }
    }
  }

  func suspend() { waiting.stop() }

  /// An endless line is the end of the input: no answer can follow.
  private func refuse() {
    if !isAtEnd {
      complain(
        "standard input: a line is longer than \(LineBuffer.longest / 1000) KB, the longest that Peach reads\n"
          + "  hint: write one answer per line, and end each line with a line break")
    }
    isAtEnd = true
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      buffer.append(bytes[..<count])
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      isAtEnd = true
    }
  }
}

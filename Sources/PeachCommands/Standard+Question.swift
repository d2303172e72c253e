import PeachSupport
import PeachTerminal

extension Standard {
  /// Reads the next line of standard input, which answers a question; `nil` at the end of input, or if the line is
  /// too long.
  ///
  /// It reads byte by byte, so that what follows the line stays there for the next question.
  static func line() -> String? {
    var buffer = LineBuffer()
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count == 1 { buffer.append([byte]) }
      if let line = buffer.line(isAtEnd: count != 1) { return line }
      if count != 1 || buffer.isTooLong { return nil }
    }
  }
}

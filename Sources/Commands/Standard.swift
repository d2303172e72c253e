import Glibc

/// Standard output is data, standard error is talk.
enum Standard {
  static let errorIsTerminal = isatty(STDERR_FILENO) == 1
  static let inputIsTerminal = isatty(STDIN_FILENO) == 1

  /// The columns of the terminal as it is now; 80 where it does not say.
  static var errorWidth: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// - Parameter cleanUp: What is done before the program ends, where it ends because nothing can be written.
  static func output(_ text: String, orElse cleanUp: () -> Void = {}) {
    if let reason = write(text, to: STDOUT_FILENO, orElse: cleanUp) {
      cleanUp()
      error("standard output: cannot be written: \(reason)\n")
      exit(ExitStatus.inaccessible)
    }
  }

  static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Writes all of it. A reader that has gone away has what it wants: that is success, and the end.
  ///
  /// - Parameter cleanUp: What is done before that end.
  /// - Returns: Why it could not be written; nil when it was.
  static func write(_ text: String, to descriptor: Int32, orElse cleanUp: () -> Void = {}) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EPIPE {
            cleanUp()
            exit(ExitStatus.done)
          }
          return String(cString: strerror(errno))
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return nil
    }
  }
}

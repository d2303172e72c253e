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

  static func output(_ text: String) {
    if let reason = write(text, to: STDOUT_FILENO) {
      error("standard output: cannot be written: \(reason)\n")
      exit(ExitStatus.inaccessible)
    }
  }

  static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// Writes all of it. A reader that has gone away has what it wants: that is success, and the end.
  ///
  /// - Returns: Why it could not be written; nil when it was.
  static func write(_ text: String, to descriptor: Int32) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EPIPE { exit(ExitStatus.done) }
          return String(cString: strerror(errno))
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return nil
    }
  }
}

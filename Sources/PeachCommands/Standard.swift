import PeachReporting
import PeachSupport
import PeachTerminal
import Synchronization

/// Standard output is data, standard error is talk.
enum Standard {
  static let errorIsTerminal = isatty(STDERR_FILENO) == 1
  static let inputIsTerminal = isatty(STDIN_FILENO) == 1
  static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  private static let hasReader = Atomic<Bool>(true)
  private static let hasScreen = Atomic<Bool>(false)

  /// Whether the reader of standard output has gone away.
  static var isClosed: Bool { !hasReader.load(ordering: .relaxed) }

  /// The columns of the terminal as it is now; 80 where it does not say.
  static var errorWidth: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// The columns of the terminal that words for people go to; off a terminal what COLUMNS says, else the usual.
  static var outputWidth: Int {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    let said = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
    return said.flatMap { $0 > 0 ? $0 : nil } ?? PageWidth.usual
  }

  /// Words for people, in which no escape sequence is raw.
  static func output(_ text: String) { put(SafeText.lines(text)) }

  /// Words with headings and severity, which a terminal shows as colour and weight unless `NO_COLOR` is set.
  static func output(_ text: StyledText) { put(text.text(hasColour: outputIsTerminal && abilities.hasColour)) }

  /// How much the terminal can show, by the environment.
  private static let abilities = TerminalScreen.Abilities { getenv($0).map { String(cString: $0) } }

  /// Whether the environment's locale says that there is no more than ASCII.
  static var isPlain: Bool { !abilities.isUnicode }

  /// Writes the output for which the program runs; without a reader the program ends.
  ///
  /// - Parameter cleanUp: What is done before the program ends, where it ends because nothing can be written.
  static func output(_ text: String, orElse cleanUp: () -> Void) {
    put(SafeText.lines(text), orElse: cleanUp)
    guard isClosed else { return }
    cleanUp()
    exit(ExitStatus.done)
  }

  /// Data for other programs: as they are, but for a terminal.
  static func data(_ text: String) { put(outputIsTerminal ? SafeText.lines(text) : text) }

  /// Talk that nobody hears changes nothing. A terminal has it in lines that it can hold, but for commands, which are
  /// there to be copied.
  static func error(_ text: String) {
    let lines = SafeText.lines(text)
    _ = write(errorIsTerminal ? fitted(lines, to: errorWidth) : lines, to: STDERR_FILENO)
  }

  /// States whether a screen is drawn on the terminal.
  static func setScreen(isDrawn: Bool) { hasScreen.store(isDrawn, ordering: .relaxed) }

  /// Talk that matters only where it disturbs no screen.
  static func note(_ text: String) {
    if !hasScreen.load(ordering: .relaxed) { error(text) }
  }

  private static func fitted(_ text: String, to width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // What is asked has its answer behind it.
      guard line.count > width, !line.hasSuffix(" "), !line.drop(while: { $0 == " " }).hasPrefix("peach ") else {
        return String(line)
      }
      let indent = line.prefix { $0 == " " }
      let parts = TextTable.wrapped(
        String(line.dropFirst(indent.count)), to: max(20, width - indent.count - 2), breaksWords: false)
      return indent + parts.joined(separator: "\n\(indent)  ")
    }.joined(separator: "\n")
  }

  /// A line of a terminal, in place of the one that stands there.
  static func status(_ line: String) { _ = write("\r\u{1b}[K" + line, to: STDERR_FILENO) }

  /// A reader of standard output that has gone away has what it wants: nothing more is written, and what the command
  /// finds still decides how it ends.
  private static func put(_ text: String, orElse cleanUp: () -> Void = {}) {
    guard !isClosed, let number = write(text, to: STDOUT_FILENO) else { return }
    if number == EPIPE { return hasReader.store(false, ordering: .relaxed) }
    cleanUp()
    error("standard output: cannot be written: \(String(cString: strerror(number)))\n")
    exit(ExitStatus.inaccessible)
  }

  /// Writes all of it, waiting where the descriptor takes no more for now.
  ///
  /// - Returns: The number of the error where it could not be written; nil when it was.
  static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// The same of bytes.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&watched, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

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

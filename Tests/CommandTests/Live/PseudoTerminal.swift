import Glibc
import Testing

/// A terminal of 80 × 24 that a test types on and looks at.
///
/// It is read while the test waits for something on it; `read` is what does so.
final class PseudoTerminal {
  /// The device that a program opens.
  let path: String
  private(set) var picture = TerminalPicture()
  /// All that was written to it.
  private(set) var written = ""
  private var master: Int32
  /// Kept open, so that the terminal stays when a program ends.
  private let device: Int32
  private var pending: [UInt8] = []

  init() throws {
    // ptmx(4): what posix_openpt, unlockpt and ptsname do, which Swift does not see.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, unlocked): (UInt32, Int32) = (0, 0)
    let (getNumber, setLock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)  // TIOCGPTN, TIOCSPTLCK
    try #require(master >= 0 && ioctl(master, setLock, &unlocked) == 0 && ioctl(master, getNumber, &number) == 0)
    path = "/dev/pts/\(number)"
    device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    try #require(device >= 0 && ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit {
    close(device)
    hangUp()
  }

  /// Makes it smaller than it was; it is drawn so from the next time on.
  func resize(rows: UInt16, columns: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// How the terminal treats what is typed and written.
  struct Mode: Equatable {
    var flags: [tcflag_t]
    var characters: [UInt8]
    var isByLine: Bool { flags[3] & tcflag_t(ICANON) != 0 }
    var echoes: Bool { flags[3] & tcflag_t(ECHO) != 0 }
  }

  var mode: Mode {
    var attributes = termios()
    tcgetattr(device, &attributes)
    return Mode(
      flags: [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag],
      characters: withUnsafeBytes(of: attributes.c_cc) { Array($0) })
  }

  /// By lines and with an echo, as a shell has it for itself.
  func makeOrdinary() {
    var attributes = termios()
    tcgetattr(device, &attributes)
    attributes.c_lflag |= tcflag_t(ICANON | ECHO)
    tcsetattr(device, TCSANOW, &attributes)
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(write(master, bytes, bytes.count) == bytes.count)
  }

  /// The listener's terminal goes away.
  func hangUp() {
    guard master >= 0 else { return }
    close(master)
    master = -1
  }

  /// Reads what was written to it, waiting up to 20 ms for it.
  func read() {
    guard master >= 0 else {
      usleep(20_000)
      return
    }
    var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, 20) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &bytes, bytes.count)
    guard count > 0 else { return }
    pending += bytes[..<count]
    // A character that has come in part waits for its rest.
    let cut = pending.lastIndex { $0 & 0xc0 != 0x80 }.map { $0 + TerminalPicture.length(from: pending[$0]) } ?? 0
    let whole = cut <= pending.count ? pending.count : pending.lastIndex { $0 & 0xc0 != 0x80 } ?? 0
    let text = String(decoding: pending[..<whole], as: UTF8.self)
    pending.removeFirst(whole)
    written += text
    picture.show(text)
  }
}

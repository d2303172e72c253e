import CProcess
import PeachSupport

/// Writes whole screens to the terminal, on the alternate screen if there is one, so that the shell's screen comes back at
/// the end.
package final class TerminalScreen {
  /// How much a terminal can show.
  package struct Abilities: Hashable, Sendable {
    /// It can be cleared and drawn again; where not, what changes is written below what was.
    package var moves: Bool
    package var hasColour: Bool
    package var isUnicode: Bool

    package init(moves: Bool, hasColour: Bool, isUnicode: Bool) {
      self.moves = moves
      self.hasColour = hasColour
      self.isUnicode = isUnicode
    }

    /// By TERM, NO_COLOR (https://no-color.org) and the locale.
    package init(environment: (String) -> String?) {
      let terminal = environment("TERM") ?? ""
      moves = terminal != "dumb" && !terminal.isEmpty
      hasColour = moves && (environment("NO_COLOR") ?? "").isEmpty
      let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
      isUnicode = locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
    }
  }

  package enum Colour: Int, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
  }

  package let abilities: Abilities
  private let write: (String) -> Void
  /// How large the terminal is now.
  private let size: () -> (rows: Int, columns: Int)
  private var isOpen = false
  private var shown: [String] = []

  package init(
    _ abilities: Abilities, size: @escaping () -> (rows: Int, columns: Int) = TerminalScreen.sizeOfOutput,
    write: @escaping (String) -> Void
  ) {
    self.abilities = abilities
    self.size = size
    self.write = write
  }

  deinit { close() }

  package func open() {
    guard !isOpen else { return }
    isOpen = true
    guard abilities.moves else { return }
    peach_guard_screen(STDOUT_FILENO, Self.closing.utf8Start, Self.closing.utf8CodeUnitCount)
    write("\u{1b}[?1049h\u{1b}[?25l")
  }

  /// Opens it once more, whatever a shell has made of the terminal meanwhile.
  package func reopen() {
    isOpen = false
    shown = []
    open()
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    shown = []
    guard abilities.moves else { return }
    write(Self.closing.description)
    peach_unguard_screen()
  }

  /// Shows the cursor again and leaves the alternate screen.
  private static let closing: StaticString = "\u{1b}[?25h\u{1b}[?1049l"

  /// The size of the terminal on standard output; 24 × 80 where it does not say.
  package static func sizeOfOutput() -> (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  package var columns: Int { size().columns }
  package var rows: Int { size().rows }

  /// Fits lines to the rows of the terminal. Blank lines are dropped first, from the end.
  private func fitted(_ lines: [String]) -> [String] {
    let (rows, columns) = size()
    var lines = lines
    while lines.count > rows, let blank = lines.lastIndex(where: \.isEmpty) { lines.remove(at: blank) }
    // A line with colours is short.
    return lines.prefix(rows).map { $0.count > columns && !$0.contains("\u{1b}") ? String($0.prefix(columns)) : $0 }
  }

  /// Shows lines from the top; made for 24 rows of 80 columns, and for fewer what fits.
  package func show(_ lines: [String]) {
    let lines = abilities.isUnicode ? lines : lines.map(PlainText.of)
    guard abilities.moves else {
      for line in lines where !line.isEmpty && !shown.contains(line) { write(line + "\n") }
      shown = lines
      return
    }
    // No line ends after the last: the 24th would move all of them up.
    write("\u{1b}[H" + fitted(lines).map { $0 + "\u{1b}[K" }.joined(separator: "\r\n") + "\u{1b}[J")
    shown = lines
  }

  package func coloured(_ text: String, _ colour: Colour) -> String {
    abilities.hasColour ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
  }

  package func bell() { write("\u{7}") }
}

import PeachSessions

/// A screen of lines that is read and left again: the profile, the info, the meaning of keys.
package final class LinesScreen {
  private let screen: TerminalScreen
  private let keys: KeyInput
  private let words: Words
  private let title: String
  private let lines: (Int) -> [String]
  /// The first line that is shown.
  private var first = 0
  private var isRefused = false

  /// - Parameter lines: The lines for a screen of so many columns.
  package init(
    _ screen: TerminalScreen, keys: KeyInput, words: Words, title: String, lines: @escaping (Int) -> [String]
  ) {
    self.screen = screen
    self.keys = keys
    self.words = words
    self.title = title
    self.lines = lines
  }

  /// Runs until the listener goes back.
  ///
  /// - Returns: The signal that ended it; `nil` if the listener went back.
  package func run() -> Int32? {
    let before = keys.redraw
    defer { keys.redraw = before }
    keys.redraw = { self.draw() }
    while true {
      draw()
      guard let key = keys.key() else { return keys.ended }
      isRefused = false
      switch key {
      case .up: move(by: -1)
      case .down: move(by: 1)
      case .pageUp: move(by: -room)
      case .pageDown, .character(" "): move(by: room)
      case .end, .escape, .enter, .left, .backspace, .character("q"), .character("Q"), .character("b"): return nil
      case .right, .character: isRefused = true
      }
    }
  }

  /// Lines between the title and the keys.
  private var room: Int { max(1, min(24, screen.rows) - 5) }

  private func move(by count: Int) {
    let last = max(0, lines(screen.columns).count - room)
    isRefused = first == min(max(first + count, 0), last)
    first = min(max(first + count, 0), last)
  }

  private func draw() {
    let all = lines(screen.columns)
    first = min(first, max(0, all.count - room))
    let shown = Array(all[first..<min(first + room, all.count)])
    let isUnicode = screen.abilities.isUnicode
    let mark = isRefused ? (isUnicode ? "✗ " : "x ") : ""
    var below: [(key: String, meaning: String)] = [("q", words.back)]
    if all.count > room {
      let place = "\(first + 1)-\(first + shown.count) / \(all.count)"
      below.insert((words.keys([.up, .down], isUnicode: isUnicode), "\(words.scroll) (\(place))"), at: 0)
    }
    let line = KeyLine.lines(below, columns: screen.columns).joined(separator: "  ").dropFirst(2)
    screen.show(
      ["", "  " + title, ""] + shown + Array(repeating: "", count: room - shown.count) + ["", "  " + mark + line])
  }
}

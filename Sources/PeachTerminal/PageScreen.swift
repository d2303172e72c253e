import PeachSessions
import PeachSupport
package import PeachTrials

/// A page of a study as a listener sees it in a terminal, as many screens as its text needs; without one that draws it is
/// written in lines.
package final class PageScreen {
  private let screen: TerminalScreen?
  private let keys: KeyInput
  private let words: Words
  private let listener: String
  /// The writer for outputs without a screen.
  private let write: (String) -> Void

  package init(
    _ screen: TerminalScreen?, keys: KeyInput, words: Words, listener: String, write: @escaping (String) -> Void
  ) {
    self.screen = screen
    self.keys = keys
    self.words = words
    self.listener = listener
    self.write = write
  }

  package func turn(_ page: LabPage) -> PageTurn {
    guard let screen else {
      write(PageLines.text(of: page, words))
      return wait(page, isLast: true) { _ in }
    }
    let lines = Paragraphs.lines(of: words.text(of: page), to: min(screen.columns - 4, 76))
    // The title and the keys with the space about them.
    let room = max(1, screen.rows - 6)
    let parts = stride(from: 0, to: max(1, lines.count), by: room).map {
      Array(lines[$0..<min($0 + room, lines.count)])
    }
    for (index, part) in parts.enumerated() {
      let isLast = index + 1 == parts.count
      let turn = wait(page, isLast: isLast) { [self] left in draw(page, part, isLast: isLast, left, on: screen) }
      if turn != .next { return turn }
    }
    return .next
  }

  /// - Parameter draw: Draws the page; seconds are left before it can be turned.
  private func wait(_ page: LabPage, isLast: Bool, _ draw: @escaping (Int) -> Void) -> PageTurn {
    let end = keys.clock.now + (isLast ? page.shortest : 0)
    let redraw = { [keys] in draw(max(0, Int((end - keys.clock.now).rounded(.up)))) }
    keys.redraw = redraw
    while true {
      redraw()
      let now = keys.clock.now
      switch keys.next(until: now < end ? min(end, now + 1) : .infinity) {
      case nil: continue
      case .interruption(.suspend)?: keys.suspend()
      case .interruption(.signal(let number))?: return .signal(number)
      case .interruption?: continue
      case .key(let key)?:
        if let turn = turn(by: key, page, isLast: isLast), turn != .next || keys.clock.now >= end { return turn }
      }
    }
  }

  private func turn(by key: Key, _ page: LabPage, isLast: Bool) -> PageTurn? {
    let asks = if case .consent(isLast: true) = page.kind { isLast } else { false }
    switch key {
    case .enter: return .next
    case .end, .escape, .character("q"), .character("Q"): return .left
    case .character(let character) where asks:
      let character = Character(character.lowercased())
      return character == words.lab.declineKey ? .declined : words.lab.agreeKeys.contains(character) ? .next : nil
    default: return nil
    }
  }

  private func draw(_ page: LabPage, _ lines: [String], isLast: Bool, _ left: Int, on screen: TerminalScreen) {
    let listener = "\(words.listener) \(SafeText.cut(listener))"
    let title = words.title(of: page)
    let gap = String(repeating: " ", count: max(1, screen.columns - 4 - title.count - listener.count))
    let shown = isLast ? page : LabPage(.instructions)
    let below =
      left > 0
      ? words.waiting(seconds: left) + "     q  \(words.leave)" : words.keys(of: shown, columns: screen.columns)
    let space = max(1, min(21, screen.rows - 2) - 3 - lines.count)
    screen.show(
      ["", "  \(title)\(gap)\(listener)", ""] + lines.map { $0.isEmpty ? "" : "  \($0)" }
        + Array(repeating: "", count: space) + ["  " + below])
  }
}

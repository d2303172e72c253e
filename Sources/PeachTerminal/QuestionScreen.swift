import PeachSessions
import PeachSupport
package import PeachTrials

/// A question of a study on a terminal: a text and what the listener types or chooses. Without a screen that draws it is
/// written once, and typed characters after it.
package final class QuestionScreen {
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

  package func ask(_ page: QuestionPage) -> QuestionTurn {
    guard let screen else { return askWithoutScreen(page) }
    var entry = QuestionEntry(page.question, words: words)
    var part = 0
    func layout() -> QuestionLayout {
      QuestionLayout(
        page, words: words, listener: listener, screen.abilities, columns: screen.columns, rows: screen.rows)
    }
    while true {
      let (shown, place) = (entry, part)
      let redraw = { screen.show(layout().lines(shown, part: place)) }
      keys.redraw = redraw
      redraw()
      switch wait() {
      case .signal(let number): return .signal(number)
      case .key(let key):
        if part < layout().textPages(entry) {
          if [.end, .escape, .character("q"), .character("Q")].contains(key) { return .left }
          if key == .enter { part += 1 }
        } else if let end = entry.press(key) {
          return turn(end)
        }
      }
    }
  }

  private enum Event {
    case key(Key)
    case signal(Int32)
  }

  private func wait() -> Event {
    while true {
      switch keys.next(until: .infinity) {
      case nil: continue
      case .interruption(.suspend)?: keys.suspend()
      case .interruption(.signal(let number))?: return .signal(number)
      case .interruption?: continue
      case .key(let key)?: return .key(key)
      }
    }
  }

  private func turn(_ end: QuestionEntry.End) -> QuestionTurn {
    switch end {
    case .answered(let answer): .answered(answer)
    case .left: .left
    }
  }

  private func askWithoutScreen(_ page: QuestionPage) -> QuestionTurn {
    write(QuestionLines.text(of: page, words))
    keys.redraw = {}
    var typed = ""
    while true {
      switch wait() {
      case .signal(let number): return .signal(number)
      case .key(.enter):
        write("\n")
        if let turn = QuestionLines.turn(by: typed, page.question) { return turn }
        typed = ""
        write(words.refusal(of: page.question, isEmpty: false) + "\n")
      case .key(.end), .key(.escape): return .left
      case .key(.backspace): typed = String(typed.dropLast())
      case .key(.character(let character)):
        typed.append(character)
        write(String(character))
      case .key: continue
      }
    }
  }
}

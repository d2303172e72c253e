package import PeachSessions
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
  /// The sound that the page offers.
  private var sound: PageSound?
  /// Whether the last key was refused.
  private var isRefused = false

  package init(
    _ screen: TerminalScreen?, keys: KeyInput, words: Words, listener: String, write: @escaping (String) -> Void
  ) {
    self.screen = screen
    self.keys = keys
    self.words = words
    self.listener = listener
    self.write = write
  }

  /// - Parameter sound: The sound that the page offers; `nil` if it offers none.
  package func turn(_ page: LabPage, playing sound: PageSound? = nil) -> PageTurn {
    self.sound = sound
    guard let screen else {
      write(PageLines.text(of: page, words, plays: sound != nil))
      return wait(page, Part(isFirst: true, isLast: true)) { _ in }
    }
    let lines = Paragraphs.lines(of: words.text(of: page), to: min(screen.columns - 4, 76))
    // The title and the keys with the space about them.
    let keyLines = KeyLine.lines(words.keyList(of: page, plays: sound != nil), columns: screen.columns - 2).count
    let room = max(1, screen.rows - 5 - keyLines)
    let parts = stride(from: 0, to: max(1, lines.count), by: room).map {
      Array(lines[$0..<min($0 + room, lines.count)])
    }
    var index = page.startsAtEnd ? parts.count - 1 : 0
    while true {
      let part = Part(isFirst: index == 0, isLast: index + 1 == parts.count)
      let turn = wait(page, part) { [self] left in draw(page, parts[index], part, left, on: screen) }
      switch turn {
      case .next where part.isLast: return .next
      case .next: index += 1
      case .back where part.isFirst: return .back
      case .back: index -= 1
      case .declined, .left, .signal, .softer, .louder: return turn
      }
    }
  }

  /// A page may need several screens.
  private struct Part {
    var isFirst: Bool
    var isLast: Bool
  }

  /// - Parameter draw: Draws the page; seconds are left before it can be turned.
  private func wait(_ page: LabPage, _ part: Part, _ draw: @escaping (Int) -> Void) -> PageTurn {
    let end = keys.clock.now + (part.isLast ? page.shortest : 0)
    let redraw = { [keys] in draw(max(0, Int((end - keys.clock.now).rounded(.up)))) }
    keys.redraw = redraw
    isRefused = false
    while true {
      redraw()
      let now = keys.clock.now
      switch keys.next(until: now < end ? min(end, now + 1) : .infinity) {
      case nil: continue
      case .interruption(.suspend)?: keys.suspend()
      case .interruption(.signal(let number))?: return .signal(number)
      case .interruption?: continue
      case .key(let key)?:
        if plays(key) {
          isRefused = false
          if sound?.play() == false { return .left }
        } else if let turn = turn(by: key, page, part), turn != .next || keys.clock.now >= end {
          return turn
        } else {
          isRefused = true
        }
      }
    }
  }

  private func plays(_ key: Key) -> Bool {
    guard sound != nil, case .character(let character) = key else { return false }
    return Character(character.lowercased()) == words.lab.playKey
  }

  private func turn(by key: Key, _ page: LabPage, _ part: Part) -> PageTurn? {
    if case .comfort(let canRaise) = page.kind {
      switch key {
      case .down, .left, .character("-"): return .softer
      case .up, .right, .character("+"): return canRaise ? .louder : nil
      default: break
      }
    }
    let asks = if case .consent(isLast: true) = page.kind { part.isLast } else { false }
    let canGoBack = page.canGoBack || !part.isFirst
    switch key {
    case .enter: return .next
    case .left where canGoBack, .pageUp where canGoBack: return .back
    case .right where !asks, .pageDown where !asks: return .next
    case .end, .escape, .character("q"), .character("Q"): return .left
    case .character(let character):
      let character = Character(character.lowercased())
      if character == words.lab.backKey, canGoBack { return .back }
      guard asks else { return nil }
      return character == words.lab.declineKey ? .declined : words.lab.agreeKeys.contains(character) ? .next : nil
    default: return nil
    }
  }

  private func draw(_ page: LabPage, _ lines: [String], _ part: Part, _ left: Int, on screen: TerminalScreen) {
    let listener = "\(words.listener) \(SafeText.cut(listener))"
    let title = words.title(of: page)
    let gap = String(repeating: " ", count: max(1, screen.columns - 4 - title.count - listener.count))
    var shown = part.isLast ? page : LabPage(.instructions)
    shown.canGoBack = page.canGoBack || !part.isFirst
    let mark = isRefused ? (screen.abilities.isUnicode ? "✗ " : "x ") : ""
    let keys = KeyLine.lines(words.keyList(of: shown, plays: sound != nil), columns: screen.columns - mark.count)
    var below = left > 0 ? ["  \(words.waiting(seconds: left))     q  \(words.leave)"] : keys
    below[0] = "  " + mark + below[0].dropFirst(2)
    let space = max(1, min(21, screen.rows - 2) - 2 - lines.count - below.count)
    screen.show(
      ["", "  \(title)\(gap)\(listener)", ""] + lines.map { $0.isEmpty ? "" : "  \($0)" }
        + Array(repeating: "", count: space) + below)
  }
}

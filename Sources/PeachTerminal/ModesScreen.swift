package import PeachSessions

/// The screen that offers the modes of training. Enter starts the first.
package final class ModesScreen {
  package enum Choice: Hashable, Sendable {
    case train(TrainingMode)
    case settings, leave
    case signal(Int32)
  }

  private let screen: TerminalScreen
  private let keys: KeyInput
  private let words: Words
  /// The notice above the list.
  private let notice: [String]
  private var selected = 0

  package init(_ screen: TerminalScreen, keys: KeyInput, words: Words, notice: [String] = []) {
    self.notice = notice
    self.screen = screen
    self.keys = keys
    self.words = words
  }

  package func run() -> Choice {
    let modes = TrainingMode.allCases
    while true {
      draw()
      keys.redraw = draw
      guard let key = keys.key() else { return .signal(keys.ended ?? 0) }
      switch key {
      case .up: selected = max(0, selected - 1)
      case .down: selected = min(modes.count - 1, selected + 1)
      case .enter: return .train(modes[selected])
      case .character("s"): return .settings
      case .end, .escape, .character("q"): return .leave
      case .character(let digit):
        if let number = digit.wholeNumberValue, modes.indices.contains(number - 1) { return .train(modes[number - 1]) }
      case .left, .right, .pageUp, .pageDown, .backspace: break
      }
    }
  }

  /// The line of keys, with less space in narrow terminals.
  package static func keys(_ words: Words, columns: Int) -> String {
    let gap = String(repeating: " ", count: columns < 60 ? 2 : 5)
    return "  Enter  \(words.start)\(gap)s  \(words.settings)\(gap)q  \(words.leave)"
  }

  private func draw() {
    let modes = TrainingMode.allCases.enumerated().map { place, mode in
      "    \(place == selected ? ">" : " ") \(place + 1)  \(words.mode(mode))"
    }
    screen.show(
      ["", "  Peach", "", "", "  " + words.modes, ""] + modes + [""] + notice.map { "  " + $0 }
        + Array(repeating: "", count: max(0, 9 - notice.count)) + [
          Self.keys(words, columns: screen.columns)
        ])
  }
}

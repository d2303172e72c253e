/// What can be trained, to choose from: Enter starts the first.
public final class ModesScreen {
  public enum Choice: Hashable, Sendable {
    case comparison, intervalComparison, settings, leave
    case signal(Int32)
  }

  private let screen: TerminalScreen
  private let keys: KeyInput
  private let words: Words
  /// What has to be known before the first key.
  private let notice: [String]
  private var selected = 0

  public init(_ screen: TerminalScreen, keys: KeyInput, words: Words, notice: [String] = []) {
    self.notice = notice
    self.screen = screen
    self.keys = keys
    self.words = words
  }

  public func run() -> Choice {
    while true {
      draw()
      keys.redraw = draw
      guard let key = keys.key() else { return .signal(keys.ended ?? 0) }
      switch key {
      case .up: selected = 0
      case .down: selected = 1
      case .enter: return selected == 0 ? .comparison : .intervalComparison
      case .character("1"): return .comparison
      case .character("2"): return .intervalComparison
      case .character("s"): return .settings
      case .end, .escape, .character("q"): return .leave
      case .backspace, .character: break
      }
    }
  }

  private func draw() {
    let modes = [words.comparison, words.intervalComparison].enumerated().map { place, name in
      "    \(place == selected ? ">" : " ") \(place + 1)  \(name)"
    }
    screen.show(
      ["", "  Peach", "", "", "  " + words.modes, ""] + modes + [""] + notice.map { "  " + $0 }
        + Array(repeating: "", count: max(0, 11 - notice.count)) + [
          "  Enter  \(words.start)     s  \(words.settings)     q  \(words.leave)"
        ])
  }
}

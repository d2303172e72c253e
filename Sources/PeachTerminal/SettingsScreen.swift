import PeachSessions
package import PeachSupport

/// The settings in a terminal: one line each, changed in place; where there are more than rows, those about the chosen one.
package final class SettingsScreen {
  private let screen: TerminalScreen
  private let keys: KeyInput
  private let words: Words
  private let parameters: [Parameter]
  private let value: (String) -> String
  private let set: (String, String) throws -> Void
  private var selected = 0
  /// The text being typed; `nil` while a setting is chosen.
  private var typed: String?
  /// The problem of the last value; empty if there was none.
  private var problem = ""

  /// - Parameters:
  ///   - value: What a key is set to.
  ///   - set: Sets a key; throws what is to be said of a value that is refused.
  package init(
    _ screen: TerminalScreen, keys: KeyInput, words: Words, parameters: [Parameter],
    value: @escaping (String) -> String, set: @escaping (String, String) throws -> Void
  ) {
    self.screen = screen
    self.keys = keys
    self.words = words
    self.parameters = parameters
    self.value = value
    self.set = set
  }

  /// Runs until the listener goes back.
  ///
  /// - Returns: The signal that ended it; `nil` if the listener went back.
  package func run() -> Int32? {
    let before = keys.redraw
    defer { keys.redraw = before }
    while true {
      draw()
      keys.redraw = draw
      guard let key = keys.key() else { return keys.ended }
      if typed != nil {
        type(key)
      } else if choose(key) {
        return nil
      }
    }
  }

  /// - Returns: Whether the listener goes back.
  private func choose(_ key: Key) -> Bool {
    problem = ""
    switch key {
    case .up: selected = max(0, selected - 1)
    case .down: selected = min(parameters.count - 1, selected + 1)
    case .pageUp: selected = max(0, selected - visible.count)
    case .pageDown: selected = min(parameters.count - 1, selected + visible.count)
    case .enter: typed = ""
    case .end, .escape, .character("q"), .character("s"): return true
    case .left, .right, .backspace, .character: break
    }
    return false
  }

  private func type(_ key: Key) {
    switch key {
    case .enter:
      let text = typed ?? ""
      typed = nil
      if text.isEmpty { return }
      do {
        try set(parameters[selected].name, text)
      } catch {
        let level = (error as? SettingError)?.level.flatMap(words.refusal)
        problem = level ?? words.refusal(parameters[selected], text) ?? "\(error)"
      }
    case .escape, .end: typed = nil
    case .backspace: typed = typed.map { String($0.dropLast()) }
    case .character(let character): typed?.append(character)
    case .up, .down, .left, .right, .pageUp, .pageDown: break
    }
  }

  private func draw() {
    var lines = ["", "  " + words.settings, ""]
    let visible = visible
    for place in visible {
      let parameter = parameters[place]
      let label = words.setting(parameter.name)
      let shown = parameter.withUnit(value(parameter.name))
      let mark = place == selected ? "> " : isCut(place, visible) ? (screen.abilities.isUnicode ? "⋮ " : ": ") : "  "
      lines.append(cut("\(mark)\(padded(label, 26))\(shown)"))
    }
    lines.append("")
    if let typed {
      lines += [cut("  \(words.newValue): \(typed)_"), cut("  \(expected)"), "  \(words.setsDefault)"]
    } else {
      lines += problem.isEmpty ? ["", "", "  \(words.settingsKeys)"] : problemLines
    }
    screen.show(lines)
  }

  /// Rows that are no settings: the title, and what is said or asked below.
  private static let otherRows = 4

  /// The places of the settings that are shown.
  private var visible: Range<Int> {
    let count = min(parameters.count, max(1, screen.rows - Self.otherRows))
    let first = min(max(0, selected - count / 2), parameters.count - count)
    return first..<(first + count)
  }

  /// Whether there are more settings beyond a place.
  private func isCut(_ place: Int, _ visible: Range<Int>) -> Bool {
    place == visible.lowerBound && place > 0 || place == visible.upperBound - 1 && place < parameters.count - 1
  }

  private var expected: String { words.expectation(parameters[selected]) }

  private var problemLines: [String] {
    problem.split(separator: "\n").prefix(2).map { cut("  \($0)") } + ["  \(words.settingsKeys)"]
  }

  /// A line that fits, whatever was typed or stored.
  private func cut(_ line: String) -> String {
    let line = SafeText.line(line)
    return line.count >= screen.columns ? line.prefix(max(0, screen.columns - 2)) + "…" : line
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

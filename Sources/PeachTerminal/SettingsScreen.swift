import PeachSessions
package import PeachSupport

/// The settings in a terminal: one line each, changed in place; where there are more than rows, those about the chosen one.
package final class SettingsScreen {
  private let screen: TerminalScreen
  private let keys: KeyInput
  private let words: Words
  private let all: [Parameter]
  private let devices: [String]
  private let value: (String) -> String
  private let set: (String, String) throws -> Void
  private var selected = 0
  /// The text being typed; `nil` while a setting is chosen.
  private var typed: String?
  /// The problem of the last value or key; empty if there was none.
  private var problem = ""

  /// - Parameters:
  ///   - devices: The names of sound devices to choose from.
  ///   - value: What a key is set to.
  ///   - set: Sets a key; throws the message about a value that is refused.
  package init(
    _ screen: TerminalScreen, keys: KeyInput, words: Words, parameters: [Parameter], devices: [String] = [],
    value: @escaping (String) -> String, set: @escaping (String, String) throws -> Void
  ) {
    self.screen = screen
    self.keys = keys
    self.words = words
    all = parameters
    self.devices = devices
    self.value = value
    self.set = set
  }

  /// The settings that mean something now: one belongs to a strategy.
  private var parameters: [Parameter] {
    all.filter { SettingValues.isInForce($0.name, value) }
  }

  private var chosen: Parameter { parameters[min(selected, parameters.count - 1)] }

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
      } else if key == .character("?") {
        if let signal = help() { return signal }
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
    case .left: step(by: -1)
    case .right: step(by: 1)
    case .enter: typed = ""
    case .end, .escape, .character("q"), .character("s"): return true
    case .backspace, .character: problem = words.unknownKey
    }
    return false
  }

  private func step(by step: Int) {
    let list = SettingValues.list(chosen, devices: devices)
    guard let next = SettingValues.next(after: value(chosen.name), in: list, step: step) else {
      problem = list.isEmpty ? words.typeValue : words.lastValue
      return
    }
    change(to: next)
  }

  private func change(to text: String) {
    let parameter = chosen
    do {
      try set(parameter.name, text)
    } catch {
      let level = (error as? SettingError)?.level.flatMap(words.refusal)
      problem = level ?? words.refusal(parameter, text) ?? "\(error)"
    }
  }

  private func type(_ key: Key) {
    switch key {
    case .enter:
      let text = typed ?? ""
      typed = nil
      if !text.isEmpty { change(to: words.typed(text, for: chosen)) }
    case .escape, .end: typed = nil
    case .backspace: typed = typed.map { String($0.dropLast()) }
    case .character(let character): typed?.append(character)
    case .up, .down, .left, .right, .pageUp, .pageDown: break
    }
  }

  private func help() -> Int32? {
    let isUnicode = screen.abilities.isUnicode
    let explained = [
      (words.keys([.up, .down], isUnicode: isUnicode), words.chooseSetting),
      (words.keys([.left, .right], isUnicode: isUnicode), words.changeValue), ("Enter", words.typeValue),
      ("q", words.back),
    ]
    return LinesScreen(screen, keys: keys, words: words, title: words.keysTitle) { columns in
      HelpLines.listed(explained, columns: columns) + ["", "  " + self.words.setsDefault]
    }.run()
  }

  // MARK: Drawing

  private func draw() {
    let visible = visible
    let parameters = parameters
    let lines = visible.map { place in
      let parameter = parameters[place]
      let isChosen = place == selected
      let mark = isChosen ? "> " : isCut(place, visible) ? (screen.abilities.isUnicode ? "⋮ " : ": ") : "  "
      return cut(mark + padded(words.setting(parameter.name), 26) + shown(parameter, isChosen: isChosen))
    }
    let space = max(0, min(24, screen.rows) - 3 - lines.count - Self.noteRows - keyLines.count)
    screen.show(
      ["", "  " + words.settings, ""] + lines + Array(repeating: "", count: min(space, 1)) + noteLines + keyLines)
  }

  /// A value, between arrows if it can be changed by them.
  private func shown(_ parameter: Parameter, isChosen: Bool) -> String {
    let text = words.value(parameter, value(parameter.name))
    guard isChosen else { return text }
    let list = SettingValues.list(parameter, devices: devices)
    let current = value(parameter.name)
    let isUnicode = screen.abilities.isUnicode
    let before = SettingValues.next(after: current, in: list, step: -1) == nil ? "" : isUnicode ? "← " : "< "
    let after = SettingValues.next(after: current, in: list, step: 1) == nil ? "" : isUnicode ? " →" : " >"
    return before + text + after
  }

  /// Rows below the settings that say what is allowed, or what is wrong.
  private static let noteRows = 4

  /// The rows below the settings: typed text with what is allowed, or a problem. There are as many in any state.
  private var noteLines: [String] {
    var lines: [String]
    let width = screen.columns - 4
    if let typed {
      lines = [cut("  \(words.newValue): \(typed)_")]
      lines += Paragraphs.lines(of: "\(words.allowed): \(words.expectation(chosen))", to: width).map { "  " + $0 }
    } else {
      lines = [""] + Paragraphs.lines(of: problem, to: width).map { $0.isEmpty ? "" : "  " + $0 }
    }
    lines = Array(lines.prefix(Self.noteRows))
    return lines + Array(repeating: "", count: Self.noteRows - lines.count)
  }

  private var keyLines: [String] {
    if typed != nil { return Paragraphs.lines(of: words.setsDefault, to: screen.columns - 4).map { "  " + $0 } }
    let isUnicode = screen.abilities.isUnicode
    return KeyLine.lines(
      [
        (words.keys([.up, .down], isUnicode: isUnicode), words.choose),
        (words.keys([.left, .right], isUnicode: isUnicode), words.change), ("Enter", words.type),
        ("?", words.explainKeys), ("q", words.back),
      ], columns: screen.columns)
  }

  /// The places of the settings that are shown.
  private var visible: Range<Int> {
    let parameters = parameters
    selected = min(selected, parameters.count - 1)
    let count = min(parameters.count, max(1, min(24, screen.rows) - 3 - Self.noteRows - 2))
    let first = min(max(0, selected - count / 2), parameters.count - count)
    return first..<(first + count)
  }

  /// Whether there are more settings beyond a place.
  private func isCut(_ place: Int, _ visible: Range<Int>) -> Bool {
    place == visible.lowerBound && place > 0 || place == visible.upperBound - 1 && place < parameters.count - 1
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

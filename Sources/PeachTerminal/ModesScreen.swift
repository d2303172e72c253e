package import PeachSessions
import PeachSupport

/// The start screen: the preview of the profile, the modes of training, and the ways to profile, settings and info. Enter
/// starts the selected mode.
package final class ModesScreen {
  package enum Choice: Hashable, Sendable {
    case train(TrainingMode)
    case profile, settings, info, leave
    case signal(Int32)
  }

  private let screen: TerminalScreen
  private let keys: KeyInput
  private let words: Words
  private let listener: String
  /// The small picture of the profile, in lines of a width, with so many rows above the keys.
  private let preview: (_ width: Int, _ rows: Int) -> [String]
  /// The notice below the modes.
  private let notice: [String]
  private var selected = 0
  /// Whether the last key was refused.
  private var isRefused = false

  /// - Parameters:
  ///   - selected: The mode that is selected at first.
  ///   - preview: The small picture of the profile, in lines of a width, with so many rows above the keys.
  package init(
    _ screen: TerminalScreen, keys: KeyInput, words: Words, listener: String = "", selected: TrainingMode = .comparison,
    notice: [String] = [], preview: @escaping (_ width: Int, _ rows: Int) -> [String] = { _, _ in [] }
  ) {
    self.screen = screen
    self.keys = keys
    self.words = words
    self.listener = listener
    self.notice = notice
    self.preview = preview
    self.selected = ModesScreen.modes.firstIndex(of: selected) ?? 0
  }

  /// Unison first, then intervals: the order on the screen.
  private static let modes: [TrainingMode] = [.comparison, .matching, .intervalComparison, .intervalMatching]

  package func run() -> Choice {
    let modes = ModesScreen.modes
    while true {
      draw()
      keys.redraw = { [weak self] in self?.draw() }
      guard let key = keys.key() else { return .signal(keys.ended ?? 0) }
      isRefused = false
      switch key {
      case .up: selected = max(0, selected - 1)
      case .down: selected = min(modes.count - 1, selected + 1)
      case .enter: return .train(modes[selected])
      case .end, .escape: return .leave
      case .character(let character):
        switch character.lowercased() {
        case "q": return .leave
        case "s": return .settings
        case "p": return .profile
        case "i": return .info
        case "?": if let signal = help() { return .signal(signal) }
        default:
          if let number = character.wholeNumberValue, modes.indices.contains(number - 1) {
            return .train(modes[number - 1])
          }
          isRefused = true
        }
      case .left, .right, .pageUp, .pageDown, .backspace: isRefused = true
      }
    }
  }

  private func help() -> Int32? {
    let isUnicode = screen.abilities.isUnicode
    let explained =
      [
        (words.keys([.up, .down], isUnicode: isUnicode), words.selectMode), ("Enter", words.start),
        ("1-4", words.startNumber),
      ] + otherKeys
    return LinesScreen(screen, keys: keys, words: words, title: words.keysTitle) { columns in
      HelpLines.listed(explained, columns: columns)
    }.run()
  }

  private var otherKeys: [(key: String, meaning: String)] {
    [
      ("p", words.profile), ("s", words.settings), ("i", words.info), ("?", words.explainKeys), ("q", words.leave),
    ]
  }

  private func draw() {
    let columns = screen.columns
    let title = "Peach"
    let name = listener.isEmpty ? "" : "\(words.listener) \(SafeText.cut(listener))"
    let gap = String(repeating: " ", count: max(1, columns - 4 - title.count - name.count))
    let below = KeyLine.lines([("Enter", words.start)] + otherKeys, columns: columns)
    let mark = isRefused ? (screen.abilities.isUnicode ? "  ✗ " : "  x ") + words.unknownKey : ""
    let list = ModesScreen.modes.enumerated().flatMap { place, mode -> [String] in
      let line = "    \(place == selected ? ">" : " ") \(place + 1)  \(words.mode(mode))"
      // Intervals stand apart from unison.
      return place == 2 ? ["", line] : [line]
    }
    let top = ["", "  \(title)\(gap)\(name)", ""]
    let bottom = ["", mark] + below
    let middle = ["  " + words.modes, ""] + list + (notice.isEmpty ? [] : [""] + notice.map { "  " + $0 })
    let room = min(24, screen.rows) - top.count - bottom.count - middle.count - 1
    let pictures = [4, 2].lazy.map { self.preview(columns - 4, $0) }
    let picture = pictures.first { $0.count <= room } ?? []
    let shown = picture.isEmpty ? [] : picture.map { "  " + $0 } + [""]
    let space = max(0, min(24, screen.rows) - top.count - shown.count - middle.count - bottom.count)
    screen.show(top + shown + middle + Array(repeating: "", count: space) + bottom)
  }
}

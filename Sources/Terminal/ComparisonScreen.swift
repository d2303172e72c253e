import Configuration
public import Sessions
import Trials

/// The comparison as a listener sees it in a terminal of 80 × 24.
public final class ComparisonScreen: SessionDisplay {
  public typealias Task = ComparisonTask

  private let screen: TerminalScreen
  private let words: Words
  private let listener: String
  /// Whether the target's interval is shown: not in unison.
  private let showsInterval: Bool
  private let hasSettings: Bool
  /// What is said above the trial all along; empty for nothing.
  private let notice: String
  private let onTick: () -> Void
  private var last: (state: ComparisonState, comparison: Comparison)?

  public init(
    _ screen: TerminalScreen, words: Words, listener: String, showsInterval: Bool, hasSettings: Bool,
    notice: String = "", onTick: @escaping () -> Void
  ) {
    self.screen = screen
    self.words = words
    self.listener = listener
    self.showsInterval = showsInterval
    self.hasSettings = hasSettings
    self.notice = notice
    self.onTick = onTick
  }

  public func show(_ state: ComparisonState, of trial: ComparisonTask.Trial) {
    last = (state, trial.comparison)
    redraw()
  }

  public func tick() { onTick() }

  public func redraw() {
    guard let last else { return }
    let title = showsInterval ? words.intervalComparison : words.comparison
    let listener = "\(words.listener) \(Shown.cut(self.listener))"
    let gap = String(repeating: " ", count: max(1, screen.columns - 4 - title.count - listener.count))
    let up = screen.abilities.isUnicode ? "↑ " : ""
    let down = screen.abilities.isUnicode ? "↓ " : ""
    let answers =
      "\(up)\(words.higherKey)  \(words.higher)          \(down)\(words.lowerKey)  \(words.lower)"
    screen.show([
      "", "  \(title)\(gap)\(listener)", notice.isEmpty ? "" : "  \(notice)", "", "", "",
      centred(showsInterval ? words.interval(last.comparison.interval) : ""), "", centred(status(last.state)), "", "",
      "", "",
      centred(answers), "", "", "", "", "", "", "",
      (hasSettings ? "  s  \(words.settings)   " : "") + "  q  \(words.leave)",
    ])
  }

  private func status(_ state: ComparisonState) -> String {
    switch state {
    case .idle: return ""
    case .playingReferenceNote: return words.referenceNote
    case .playingTargetNote: return words.targetNote
    case .awaitingAnswer: return words.question
    case .showingFeedback(let isCorrect):
      guard let isCorrect else { return "" }
      let thumb = screen.abilities.isUnicode ? (isCorrect ? "👍 " : "👎 ") : ""
      return screen.coloured(
        thumb + (isCorrect ? words.right : words.wrong), isCorrect ? .green : .red)
    }
  }

  private func centred(_ text: String) -> String {
    let visible = text.replacing(/\u{1b}\[\d+m/, with: "").count
    return text.isEmpty ? "" : String(repeating: " ", count: max(0, (screen.columns - visible) / 2)) + text
  }
}

import PeachPitch
package import PeachSessions
import PeachSupport

/// A trial as a listener sees it in a terminal of 80 × 24, of whatever kind.
package final class TrialScreen<Task: SessionTask>: SessionDisplay {
  private let screen: TerminalScreen
  private let page: TrialPage<Task>
  private let words: Words
  private let listener: String
  /// Whether the target's interval is shown: not in unison.
  private let showsInterval: Bool
  private let hasSettings: Bool
  /// Says which trial of how many it is; `nil` if that is hidden.
  private let place: ((Int) -> String)?
  /// The notice above the trial; empty for none.
  private let notice: String
  private let onTick: () -> Void
  /// The number of the shown trial, from 1.
  private var number = 1
  private var last: (state: Task.State, interval: DirectedInterval)?

  package init(
    _ screen: TerminalScreen, _ page: TrialPage<Task>, words: Words, listener: String, showsInterval: Bool,
    hasSettings: Bool, place: ((Int) -> String)? = nil, notice: String = "", onTick: @escaping () -> Void = {}
  ) {
    self.screen = screen
    self.page = page
    self.words = words
    self.listener = listener
    self.showsInterval = showsInterval
    self.hasSettings = hasSettings
    self.place = place
    self.notice = notice
    self.onTick = onTick
  }

  package func begin(_ number: Int) { self.number = number }

  package func show(_ state: Task.State, of trial: Task.Trial) {
    last = (state, page.interval(trial))
    redraw()
  }

  package func tick() { onTick() }

  package func redraw() {
    guard let last else { return }
    let title = page.title?(words) ?? words.mode(TrainingMode(page.kind, isInterval: showsInterval))
    let listener = "\(words.listener) \(SafeText.cut(self.listener))"
    let gap = String(repeating: " ", count: max(1, screen.columns - 4 - title.count - listener.count))
    let notices = [place?(number) ?? "", notice].filter { !$0.isEmpty }.map { "  \($0)" }
    screen.show([
      "", "  \(title)\(gap)\(listener)", notices.first ?? "", notices.count > 1 ? notices[1] : "", "", "",
      centred(showsInterval ? words.interval(last.interval) : ""), "", centred(page.status(last.state, screen, words)),
      "", "", "", "",
      centred(page.keys(screen, words)), "", "", "", "", "", "", "",
      (hasSettings ? "  s  \(words.settings)   " : "") + "  q  \(words.leave)",
    ])
  }

  private func centred(_ text: String) -> String {
    let visible = text.replacing(/\u{1b}\[\d+m/, with: "").count
    return text.isEmpty ? "" : String(repeating: " ", count: max(0, (screen.columns - visible) / 2)) + text
  }
}

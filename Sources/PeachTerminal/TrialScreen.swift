import PeachPitch
package import PeachSessions
import PeachSupport
package import PeachTrials

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
  private let responses: SessionResponses
  /// A prompt instead of the state of the trial; `nil` for the state.
  private var prompt: Prompt?
  /// Why the last key was refused; empty if it was not.
  private var refusal = ""

  private enum Prompt {
    case confidence(ConfidenceScale)
    case timeout
  }

  package init(
    _ screen: TerminalScreen, _ page: TrialPage<Task>, words: Words, listener: String, showsInterval: Bool,
    hasSettings: Bool, place: ((Int) -> String)? = nil, notice: String = "",
    responses: SessionResponses = SessionResponses(), onTick: @escaping () -> Void = {}
  ) {
    self.responses = responses
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
    (prompt, refusal) = (nil, "")
    redraw()
  }

  package func askConfidence(_ scale: ConfidenceScale) { ask(.confidence(scale)) }

  package func showTimeout() { ask(.timeout) }

  private func ask(_ prompt: Prompt) {
    (self.prompt, refusal) = (prompt, "")
    redraw()
  }

  /// Shows that a key was refused until the next state of the trial.
  ///
  /// - Parameter isEarly: Whether it came while answers are refused, rather than meaning nothing.
  package func refuse(isEarly: Bool) {
    refusal = (screen.abilities.isUnicode ? "✗ " : "x ") + (isEarly ? words.tooEarly : words.unknownKey)
    redraw()
  }

  /// Shows the meaning of the keys.
  package func showHelp() {
    let isUnicode = screen.abilities.isUnicode
    var keys = page.explainedKeys(isUnicode, words)
    if let repeats = responses.repeats {
      keys.append((words.keys(repeats.keys, isUnicode: isUnicode), words.hearAgain))
    }
    if let scale = responses.confidence {
      let ends = [scale.keys[0], scale.keys[scale.keys.count - 1]].map { words.key($0, isUnicode: isUnicode) }
      keys.append((ends.joined(separator: isUnicode ? "…" : "-"), words.rateConfidence))
    }
    if hasSettings { keys.append(("s", words.settings)) }
    keys += [("?", words.explainKeys), ("q", words.leave)]
    screen.show(HelpLines.lines(keys, title: words.keysTitle, end: words.anyKey, columns: screen.columns))
  }

  package func tick() { onTick() }

  package func redraw() {
    guard let last else { return }
    let title = page.title?(words) ?? words.mode(TrainingMode(page.kind, isInterval: showsInterval))
    let listener = "\(words.listener) \(SafeText.cut(self.listener))"
    let gap = String(repeating: " ", count: max(1, screen.columns - 4 - title.count - listener.count))
    let notices = [place?(number) ?? "", notice].filter { !$0.isEmpty }.map { "  \($0)" }
    let above = [
      "", "  \(title)\(gap)\(listener)", notices.first ?? "", notices.count > 1 ? notices[1] : "", "", "",
      centred(showsInterval ? words.interval(last.interval) : ""), "", centred(status(last.state)),
      "", centred(refusal), "", "",
    ]
    let below = keys.map(centred) + ["", centred(repeatKey)]
    let end = [
      (hasSettings ? "  s  \(words.settings)   " : "") + "  ?  \(words.explainKeys)     q  \(words.leave)"
    ]
    let free = [String](repeating: "", count: max(1, 8 - below.count))
    screen.show(above + below + free + end)
  }

  private func status(_ state: Task.State) -> String {
    switch prompt {
    case .confidence?: words.confidenceQuestion
    case .timeout?: screen.coloured(words.tooLate, .yellow)
    case nil: page.status(state, screen, words)
    }
  }

  private var keys: [String] {
    guard case .confidence(let scale)? = prompt else { return page.keys(screen, words) }
    return KeyLine.centred(
      words.scale(scale, isUnicode: screen.abilities.isUnicode), gaps: [6, 2], columns: screen.columns)
  }

  private var repeatKey: String {
    guard prompt == nil, let repeats = responses.repeats else { return "" }
    return words.keys(repeats.keys, isUnicode: screen.abilities.isUnicode) + "  " + words.hearAgain
  }

  private func centred(_ text: String) -> String {
    let visible = text.replacing(/\u{1b}\[\d+m/, with: "").count
    return text.isEmpty ? "" : String(repeating: " ", count: max(0, (screen.columns - visible) / 2)) + text
  }
}

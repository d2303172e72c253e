package import PeachSessions
package import PeachTrials

/// Trials as lines, one each: for a standard input or output that is not a terminal.
package final class TrialLines<Task: SessionTask>: SessionDisplay {
  private let page: TrialPage<Task>
  private let words: Words
  private let showsInterval: Bool
  /// Says which trial of how many it is; `nil` if that is hidden.
  private let place: ((Int) -> String)?
  private let write: (String) -> Void
  /// The question on the unfinished line; `nil` if there is none.
  private var question: String?
  /// The scale of the question of confidence; `nil` if another question is asked.
  private var scale: ConfidenceScale?

  package init(
    _ page: TrialPage<Task>, words: Words, showsInterval: Bool, place: ((Int) -> String)? = nil,
    write: @escaping (String) -> Void
  ) {
    self.page = page
    self.words = words
    self.showsInterval = showsInterval
    self.place = place
    self.write = write
  }

  package func begin(_ number: Int) {
    guard let place else { return }
    write((question == nil ? "" : "\n") + place(number) + "\n")
    question = nil
  }

  package func askConfidence(_ scale: ConfidenceScale) {
    self.scale = scale
    let ends = words.scale(scale, isUnicode: false).joined(separator: "  ")
    let text = "\(words.confidenceQuestion) (\(ends)) "
    write((question == nil ? "" : "\n") + text)
    question = text
  }

  package func showTimeout() {
    write((question == nil ? "" : "\n") + words.tooLate + "\n")
    question = nil
  }

  package func show(_ state: Task.State, of trial: Task.Trial) {
    scale = nil
    switch page.line(state, words) {
    case .nothing: break
    case .idle:
      if question != nil { write("\n") }
      question = nil
    case .question(let asked):
      let text = (showsInterval ? words.interval(page.interval(trial)) + ": " : "") + asked + " "
      write(text)
      question = text
    case .feedback(let text):
      write(text + "\n")
      question = nil
    }
  }

  /// Says what an answer looks like, and asks again; or that a line came early.
  package func explain(_ refusal: LineRefusal) {
    switch refusal {
    case .early: write((question == nil ? "" : "\n") + words.tooEarlyLine + "\n" + (question ?? ""))
    case .unknown:
      guard let question else { return }
      write("\n\(scale.map(words.ratingHint) ?? page.hint(words))\n\(question)")
    }
  }

  package func tick() {}
}

package import PeachSessions

/// Trials as lines, one each: for a standard input or output that is no terminal.
package final class TrialLines<Task: SessionTask>: SessionDisplay {
  private let page: TrialPage<Task>
  private let words: Words
  private let showsInterval: Bool
  /// Says which trial of how many it is; `nil` if that is hidden.
  private let place: ((Int) -> String)?
  private let write: (String) -> Void
  /// The question on the unfinished line; `nil` if there is none.
  private var question: String?

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

  package func show(_ state: Task.State, of trial: Task.Trial) {
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

  /// Says what an answer looks like, and asks again.
  package func explain() { if let question { write("\n\(page.hint(words))\n\(question)") } }

  package func tick() {}
}

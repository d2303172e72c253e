public import Sessions
import Trials

/// The comparison as lines, one a trial: for a standard input or output that is no terminal.
public final class ComparisonLines: SessionDisplay {
  public typealias Task = ComparisonTask

  private let words: Words
  private let showsInterval: Bool
  private let write: (String) -> Void
  /// What stands on a line that has not ended; nil where no question does.
  private var question: String?

  public init(words: Words, showsInterval: Bool, write: @escaping (String) -> Void) {
    self.words = words
    self.showsInterval = showsInterval
    self.write = write
  }

  public func show(_ state: ComparisonState, of trial: ComparisonTask.Trial) {
    switch state {
    case .playingReferenceNote, .awaitingAnswer: break
    case .idle:
      if question != nil { write("\n") }
      question = nil
    case .playingTargetNote:
      let text = (showsInterval ? words.interval(trial.comparison.interval) + ": " : "") + words.question + " "
      write(text)
      question = text
    case .showingFeedback(let isCorrect):
      write((isCorrect.map { $0 ? words.right : words.wrong } ?? "") + "\n")
      question = nil
    }
  }

  /// Says what an answer looks like, and asks again.
  public func explain() { if let question { write("\n\(words.answerHint)\n\(question)") } }

  public func tick() {}
}

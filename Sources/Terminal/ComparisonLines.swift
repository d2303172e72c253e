public import Sessions
public import Trials

/// The comparison as lines, one a trial: for a standard input or output that is no terminal.
public final class ComparisonLines: SessionDisplay {
  private let words: Words
  private let showsInterval: Bool
  private let write: (String) -> Void

  public init(words: Words, showsInterval: Bool, write: @escaping (String) -> Void) {
    self.words = words
    self.showsInterval = showsInterval
    self.write = write
  }

  public func show(_ state: SessionState, of comparison: Comparison) {
    switch state {
    case .idle, .playingReferenceNote, .awaitingAnswer: break
    case .playingTargetNote:
      write((showsInterval ? words.interval(comparison.interval) + ": " : "") + words.question + " ")
    case .showingFeedback(let isCorrect):
      write((isCorrect.map { $0 ? words.right : words.wrong } ?? "") + "\n")
    }
  }

  public func tick() {}
}

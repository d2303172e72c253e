public import Sessions
public import Trials

/// The comparison as lines, one a trial: for a standard input or output that is no terminal.
public final class ComparisonLines: SessionDisplay {
  private let words: Words
  private let showsInterval: Bool
  private let write: (String) -> Void
  /// Whether a question stands on a line that has not ended.
  private var isAsking = false

  public init(words: Words, showsInterval: Bool, write: @escaping (String) -> Void) {
    self.words = words
    self.showsInterval = showsInterval
    self.write = write
  }

  public func show(_ state: SessionState, of comparison: Comparison) {
    switch state {
    case .playingReferenceNote, .awaitingAnswer: break
    case .idle:
      if isAsking { write("\n") }
      isAsking = false
    case .playingTargetNote:
      write((showsInterval ? words.interval(comparison.interval) + ": " : "") + words.question + " ")
      isAsking = true
    case .showingFeedback(let isCorrect):
      write((isCorrect.map { $0 ? words.right : words.wrong } ?? "") + "\n")
      isAsking = false
    }
  }

  public func tick() {}
}

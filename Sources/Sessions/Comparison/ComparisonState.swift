/// Where a comparison stands: idle → reference note → target note → awaiting answer → feedback → next. In a choice among
/// notes these are counted, for which is which is asked.
public enum ComparisonState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  case playingTargetNote
  /// From 0, of a choice among notes.
  case playingNote(Int)
  case awaitingAnswer
  /// `isCorrect` is nil at offset 0, where an answer is neither correct nor wrong.
  case showingFeedback(isCorrect: Bool?)
}

/// What a listener says of the target; in a choice among notes which of the form's answers, from 0.
public enum ComparisonAnswer: Hashable, Sendable {
  case higher, lower
  case choice(Int)
}

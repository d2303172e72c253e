/// The state of a comparison: idle → reference note → target note → awaiting answer → feedback → next. In a choice
/// among notes the notes are numbered, because the listener must find which is which.
package enum ComparisonState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  case playingTargetNote
  /// From 0, of a choice among notes.
  case playingNote(Int)
  case awaitingAnswer
  /// `isCorrect` is nil at offset 0, where an answer is neither correct nor wrong.
  case showingFeedback(isCorrect: Bool?)
}

/// A listener's answer about the target; in a choice among notes the index of the answer, from 0.
package enum ComparisonAnswer: Hashable, Sendable {
  case higher, lower
  case choice(Int)
}

/// The state of a comparison: idle → reference note → target note → awaiting answer → feedback → next. In a choice
/// the notes or intervals are numbered, because the listener must find which is which.
package enum ComparisonState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  case playingTargetNote
  /// From 0: a note or interval of a choice.
  case playingNote(Int)
  case awaitingAnswer
  /// `isCorrect` is nil at offset 0, where an answer is neither correct nor wrong.
  case showingFeedback(isCorrect: Bool?)
  /// After a wrong answer in a study that names the right one: its index.
  case showingRight(Int)
}

/// A listener's answer about the target; in a choice the index of the answer, from 0.
package enum ComparisonAnswer: Hashable, Sendable {
  case higher, lower
  case choice(Int)
}

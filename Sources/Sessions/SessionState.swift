/// Where a comparison session stands: idle → reference note → target note → awaiting answer → feedback → next.
public enum SessionState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  case playingTargetNote
  case awaitingAnswer
  /// `isCorrect` is nil at offset 0, where an answer is neither correct nor wrong.
  case showingFeedback(isCorrect: Bool?)
}

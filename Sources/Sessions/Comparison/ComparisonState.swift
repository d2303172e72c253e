/// Where a comparison stands: idle → reference note → target note → awaiting answer → feedback → next.
public enum ComparisonState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  case playingTargetNote
  case awaitingAnswer
  /// `isCorrect` is nil at offset 0, where an answer is neither correct nor wrong.
  case showingFeedback(isCorrect: Bool?)
}

/// What a listener says of the target.
public enum ComparisonAnswer: Hashable, Sendable {
  case higher, lower
}

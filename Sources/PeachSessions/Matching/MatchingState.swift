/// The state of a pitch matching: idle → reference note → tunable note → feedback → next.
package enum MatchingState: Hashable, Sendable {
  case idle
  case playingReferenceNote
  /// The note that follows the control; nothing tells how close it is.
  case playingTunableNote
  /// How far off it was left, in whole cents; positive is sharp.
  case showingFeedback(cents: Int)
}

/// A listener's action on the tunable note.
package enum MatchingInput: Hashable, Sendable {
  /// Moves the note by so many cents; up is positive.
  case turn(cents: Double)
  /// Moves the control to a position, −1…1.
  case move(to: Double)
  /// Leaves the note as it is.
  case commit
}

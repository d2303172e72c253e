/// One finished pitch matching, as the analysis sees it.
package struct MatchedNote: Hashable, Sendable {
  /// The note to be matched: a MIDI number.
  package var note: Int
  /// Where the tunable note began, and where it was left: signed cents from the correct pitch.
  package var initialOffset: Double
  package var error: Double
  /// How far the control moves the note either way, in cents; `nil` if nothing stopped it, or it is not known.
  package var range: Double?

  package init(note: Int, initialOffset: Double, error: Double, range: Double?) {
    self.note = note
    self.initialOffset = initialOffset
    self.error = error
    self.range = range
  }

  /// What the error says of where the listener would have left the note: at an end of the control, at least so far.
  var bound: CensoredLine.Bound {
    guard let range, range > 0 else { return .exact }
    let position = (error - initialOffset) / range
    // What rounding alone keeps from an end is there.
    return position >= 1 - 1e-9 ? .atLeast : position <= 1e-9 - 1 ? .atMost : .exact
  }
}

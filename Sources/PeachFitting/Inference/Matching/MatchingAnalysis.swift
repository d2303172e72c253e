/// The analysis of pitch matchings, over all notes and for each note.
package struct MatchingAnalysis: Hashable, Sendable {
  /// The matchings of one note.
  package struct Note: Hashable, Sendable {
    /// That which was to be matched: a MIDI number.
    package var note: Int
    package var fit: MatchingFit
  }

  package let all: MatchingFit
  /// By rising note.
  package let notes: [Note]

  /// - Parameter matchings: In any order, of any number of sessions.
  package init(of matchings: [MatchedNote]) {
    all = MatchingFit(matchings)
    let byNote = Dictionary(grouping: matchings, by: \.note)
    notes = byNote.keys.sorted().map { Note(note: $0, fit: MatchingFit(byNote[$0] ?? [])) }
  }
}

/// One finished pitch matching, as the analysis sees it.
package struct MatchedNote: Hashable, Sendable {
  /// The note to be matched: a MIDI number.
  package var note: Int
  /// Start and end of the tunable note, in signed cents from the correct pitch.
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

  /// The bound that the error is. At an end of the control the listener may have wanted to go further.
  var bound: CensoredLine.Bound {
    guard let range, range > 0 else { return .exact }
    let position = (error - initialOffset) / range
    // A position that differs from an end only by rounding is at the end.
    return position >= 1 - 1e-9 ? .atLeast : position <= 1e-9 - 1 ? .atMost : .exact
  }
}

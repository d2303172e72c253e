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

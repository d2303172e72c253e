/// What pitch matchings say of a listener, over all notes and for each.
public struct MatchingAnalysis: Hashable, Sendable {
  /// The matchings of one note.
  public struct Note: Hashable, Sendable {
    /// That which was to be matched: a MIDI number.
    public var note: Int
    public var fit: MatchingFit
  }

  public let all: MatchingFit
  /// By rising note.
  public let notes: [Note]

  /// - Parameter matchings: In any order, of any number of sessions.
  public init(of matchings: [MatchedNote]) {
    all = MatchingFit(matchings)
    let byNote = Dictionary(grouping: matchings, by: \.note)
    notes = byNote.keys.sorted().map { Note(note: $0, fit: MatchingFit(byNote[$0] ?? [])) }
  }
}

import PeachExperiments
package import PeachFitting
package import PeachStorage
import PeachSupport

extension SessionRecord {
  /// How far the control moved the notes of its matchings either way, in cents; `nil` if its experiment does not say, as of
  /// a session that was imported.
  package var controlRange: Double? {
    guard let experiment = Value(storedJSON: experiment), let task = experiment["task"],
      task["kind"]?.word == SessionKind.matching.rawValue, let offset = task["offset"]
    else { return nil }
    // A session plays the first of several values.
    let values = offset["sweep"]?.word.flatMap { experiment["sweeps"]?[$0] } ?? offset["vary"]
    let first = values.map { $0.items.first ?? $0["from"] } ?? offset
    return (first?.double).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }
}

extension MatchedNote {
  /// - Parameter range: Of the session's control, as `SessionRecord.controlRange` has it.
  package init(_ record: MatchingRecord, range: Double?) {
    self.init(note: record.target, initialOffset: record.initialOffset, error: record.error, range: range)
  }
}

extension MatchingAnalysis {
  /// All matchings of a listener but the excluded ones.
  ///
  /// - Parameter isIncluded: Whether those of a session enter.
  /// - Throws: `RecordsError` if the records are damaged.
  package init(
    of listener: String, in live: LiveDatabase, where isIncluded: (SessionRecord) -> Bool = { _ in true }
  ) throws(RecordsError) {
    var matchings: [MatchedNote] = []
    for session in try live.sessions(of: listener)
    where session.kind == .matching && session.excluded == nil && isIncluded(session) {
      let range = session.controlRange
      try live.forEachMatching(of: session) { matchings.append(MatchedNote($0, range: range)) }
    }
    self.init(of: matchings)
  }
}

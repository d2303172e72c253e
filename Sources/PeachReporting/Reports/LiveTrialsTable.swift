import PeachAnalysis
package import PeachStorage
package import PeachSupport

/// One row for each answered comparison, with the columns of a results file's trials. The replicate is the session's
/// number.
package enum LiveTrialsTable: ListenerTable {
  package static let name = "trials"
  package static let summary = "one row for each answered comparison"
  package static let declared = TrialRow.liveColumns.map(\.column)

  package static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    try live.forEachTrial(of: session) { row in body(TrialRow.liveColumns.map { $0.value(row) }) }
  }
}

import Analysis
public import Configuration
public import Records

/// One row for each answered comparison, with the columns of a results file's trials. The replicate is the session's
/// number.
public enum LiveTrialsTable: ListenerTable {
  public static let name = "trials"
  public static let summary = "one row for each answered comparison"
  public static let declared = TrialRow.liveColumns.map(\.column)

  public static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    try live.forEachTrial(of: session) { row in body(TrialRow.liveColumns.map { $0.value(row) }) }
  }
}

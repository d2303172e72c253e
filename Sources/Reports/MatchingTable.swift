import Analysis
public import Configuration
public import Records

/// One row for each finished pitch matching.
public enum MatchingTable: ListenerTable {
  public static let name = "matching"
  public static let summary = "one row for each finished pitch matching"

  private struct Row {
    var session: SessionRecord
    var record: MatchingRecord
  }

  private static let all: [TableColumn<Row>] =
    [
      .init("experiment", "The experiment's name", text: { $0.session.name }),
      .init("run", "strategy/listener/session", text: { $0.session.run }),
      .init("session", "Counts the listener's sessions from 1", integer: { $0.session.number }).within(.atLeast(1)),
      .init("listener", "The listener's ID", text: { $0.session.listener }),
    ]
    + MatchingColumns.all.map { part in
      TableColumn(part.column) { part.value($0.record) }
    }

  public static let declared = all.map(\.column)

  public static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    guard session.kind == .matching else { return }
    try live.forEachMatching(of: session) { trial in
      let row = Row(session: session, record: trial)
      body(all.map { $0.value(row) })
    }
  }
}

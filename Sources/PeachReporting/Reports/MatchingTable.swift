import PeachAnalysis
package import PeachStorage
package import PeachSupport

/// A pitch matching of a live or simulated listener, with its session or run.
private struct MatchingRow {
  var experiment: String
  var run: String
  /// The session; `nil` in a simulation.
  var session: Int?
  var listener: String
  /// The texts of varied values; empty for a live listener.
  var varied: [String] = []
  var record: MatchingRecord
  /// The session's part of a study; empty in a simulation, and for a session outside of studies.
  var study = StudyPart()
  /// The reason why no analysis uses it; `nil` if analyses do.
  var excluded: String?
  /// The range of the control either way, in cents; `nil` in a simulation, or if it is unknown.
  var range: Double?

  static let columns: [TableColumn<MatchingRow>] =
    [
      .init("experiment", "The experiment's name", text: { $0.experiment }),
      .init(
        "run",
        "Name of the session: strategy/listener/session. In a simulation, name of the run: uniform/listener/replicate, "
          + "with varied values before the replicate as path=value; uniform means that notes, intervals and starts are "
          + "drawn at random",
        text: { $0.run }),
      .init("session", "Number of the listener's session, from 1; empty in a simulation", integer: { $0.session })
        .within(.atLeast(1)),
      .init("listener", "The listener's name or ID", text: { $0.listener }),
      .varied,
    ]
    + MatchingColumns.all.map { part in
      TableColumn(part.column) { part.value($0.record) }
    }
}

/// One row for each finished pitch matching of live listeners.
package enum MatchingTable: ListenerTable {
  package static let name = "matching"
  package static let summary = "one row for each finished pitch matching"

  private static let heard: [TableColumn<MatchingRow>] = MatchingColumns.ofListenersAlone.map { part in
    TableColumn(part.column) { part.value($0.record) }
  }

  private static let all: [TableColumn<MatchingRow>] =
    MatchingRow.columns.filter { $0.column != .varied } + StudyPart.columns(in: \.study) + [
      .init("excluded", SessionRecord.excludedMeaning, text: { $0.excluded }),
      .init(
        "control_range_cents", unit: "cents",
        "How far the control can tune the note up, and as far down; empty if unknown",
        number: { $0.range }
      ).within(.positive),
    ] + heard

  package static let declared = all.map(\.column)

  package static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    guard session.kind == .matching else { return }
    let range = session.controlRange
    try live.forEachMatching(of: session) { trial in
      let row = MatchingRow(
        experiment: session.name, run: session.run, session: session.number, listener: session.listener, record: trial,
        study: StudyPart(of: session), excluded: session.excluded, range: range)
      body(all.map { $0.value(row) })
    }
  }
}

/// One row for each stored matching of a simulation.
package struct RunMatchingTable: ResultsTable {
  package static let name = "matching"
  package static let summary =
    "one row for each pitch matching; in a simulation only of the first runs, as many as keep-trials says"
  package static let declared = MatchingRow.columns.map(\.column)

  private let results: ResultsFile
  private let context: TableContext
  private let all: [TableColumn<MatchingRow>]

  package init(_ results: ResultsFile) throws(RecordsError) {
    guard results.isOfMatchings else {
      throw RecordsError(
        .wrongContent, path: results.path, reason: "holds no pitch matchings",
        hint: "peach export \(SafeText.forShell(results.path)) --table trials writes its trials")
    }
    self.results = results
    context = try TableContext(results)
    all = context.columns(MatchingRow.columns) { $0.varied }
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError) {
    for cell in context.cells {
      try results.forEachMatching(of: cell) { trial in
        let row = MatchingRow(
          experiment: context.simulation.name, run: context.run(cell, trial.replicate), listener: cell.listener,
          varied: cell.varied, record: trial.matching)
        body(all.map { $0.value(row) })
      }
    }
  }
}

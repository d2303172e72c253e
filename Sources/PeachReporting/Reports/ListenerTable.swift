package import PeachStorage
package import PeachSupport

/// A table of live listeners that can be exported. Scripts depend on its columns.
///
/// To add one: a file with a type that conforms, and one word in `ListenerTables.all`.
package protocol ListenerTable: Sendable {
  /// The name after `--table`.
  static var name: String { get }
  static var summary: String { get }
  /// The columns in their order.
  static var declared: [Column] { get }
  /// Calls a function with each row of a session. A row has one value for each column; `nil` if it is missing.
  static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError)
}

/// The tables of live listeners that `peach export` knows.
package enum ListenerTables {
  package static let all: [any ListenerTable.Type] = [
    LiveTrialsTable.self, MatchingTable.self, SessionsTable.self, PagesTable.self,
  ]
}

extension ListenerTable {
  /// Calls a function with each row of a listener's sessions, in order.
  ///
  /// - Parameter isIncluded: Selects the sessions.
  package static func forEachRow(
    of listener: String, in live: LiveDatabase, where isIncluded: (SessionRecord) -> Bool = { _ in true },
    _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    for session in try live.sessions(of: listener) where isIncluded(session) {
      try forEachRow(of: session, in: live, body)
    }
  }

  /// The names of the columns.
  package static var columns: [String] { declared.map { $0.name(unit: "cents", error: "log2") } }
}

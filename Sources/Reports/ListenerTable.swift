public import Configuration
public import Records

/// A table of live listeners that can be exported: its columns are scripted against.
///
/// To add one: a file with a type that conforms, and one word in `ListenerTables.all`.
public protocol ListenerTable: Sendable {
  /// Its name after `--table`.
  static var name: String { get }
  static var summary: String { get }
  /// In their order.
  static var declared: [Column] { get }
  /// Hands out the rows of a session, one value for each column; nil is a missing one.
  static func forEachRow(
    of session: SessionRecord, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError)
}

/// The tables of live listeners that `peach export` knows.
public enum ListenerTables {
  public static let all: [any ListenerTable.Type] = [LiveTrialsTable.self, MatchingTable.self, SessionsTable.self]
}

extension ListenerTable {
  /// Hands out the rows of all sessions of a listener, in order.
  public static func forEachRow(
    of listener: String, in live: LiveDatabase, _ body: ([Value?]) -> Void
  ) throws(RecordsError) {
    for session in try live.sessions(of: listener) { try forEachRow(of: session, in: live, body) }
  }

  /// The names of the columns.
  public static var columns: [String] { declared.map { $0.name(unit: "cents", error: "log2") } }
}

public import Configuration
public import Records

/// A table of live listeners that can be exported: its columns are scripted against.
///
/// To add one: a file with a type that conforms, and one word in `ListenerTables.all`.
public protocol ListenerTable: Sendable {
  /// Its name after `--table`.
  static var name: String { get }
  static var summary: String { get }
  static var columns: [String] { get }
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

  /// The rows as they would be read from the CSV file that they are exported to, with the same lines.
  static func fields(of listener: String, in live: LiveDatabase) throws(RecordsError) -> FieldTable {
    var table = FieldTable(source: "listener \(listener)", columns: columns)
    try forEachRow(of: listener, in: live) { table.append($0.map(CSV.text), line: table.count + 2) }
    return table
  }
}

extension SessionRecord {
  /// `strategy/listener/number`, as a run of a simulation is named.
  var run: String { "\(strategy)/\(listener)/\(number)" }
}

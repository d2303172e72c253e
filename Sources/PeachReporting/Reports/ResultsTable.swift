package import PeachStorage
package import PeachSupport

/// A table of a results file that can be exported. Scripts depend on its columns.
///
/// To add one: a file with a type that conforms, and one word in `ResultsTables.all`.
package protocol ResultsTable: Sendable {
  /// The name after `--table`.
  static var name: String { get }
  static var summary: String { get }
  /// The columns in their order. `Column.varied` marks the place of the varied values.
  static var declared: [Column] { get }
  init(_ results: ResultsFile) throws(RecordsError)
  /// The names of the columns in this file.
  var columns: [String] { get }
  /// Calls a function with each row. A row has one value for each column; `nil` if it is missing.
  func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError)
}

/// The tables that `peach export` knows.
package enum ResultsTables {
  package static let all: [any ResultsTable.Type] = [
    RunsTable.self, TrialsTable.self, RunMatchingTable.self, SummaryTable.self, TimingTable.self, FailuresTable.self,
    DifferencesTable.self, CheckpointsTable.self, CriteriaTable.self,
  ]
}

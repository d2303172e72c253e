public import Configuration
public import Records

/// A table of a results file that can be exported: its columns are scripted against.
///
/// To add one: a file with a type that conforms, and one word in `ResultsTables.all`.
public protocol ResultsTable: Sendable {
  /// Its name after `--table`.
  static var name: String { get }
  static var summary: String { get }
  /// In their order; `Column.varied` stands where those of varied values are.
  static var declared: [Column] { get }
  init(_ results: ResultsFile) throws(RecordsError)
  /// The names in this file.
  var columns: [String] { get }
  /// Hands out the rows, one value for each column; nil is a missing one.
  func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError)
}

/// The tables that `peach export` knows.
public enum ResultsTables {
  public static let all: [any ResultsTable.Type] = [
    RunsTable.self, TrialsTable.self, RunMatchingTable.self, SummaryTable.self, TimingTable.self, FailuresTable.self,
    DifferencesTable.self, CheckpointsTable.self, CriteriaTable.self,
  ]
}

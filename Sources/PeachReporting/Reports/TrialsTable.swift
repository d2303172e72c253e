import PeachAnalysis
package import PeachStorage
package import PeachSupport

/// One row for each stored trial.
package struct TrialsTable: ResultsTable {
  package static let name = "trials"
  package static let summary =
    "one row for each stored trial; simulations store the trials of the first runs, as many as keep-trials says"
  package static let declared = TrialRow.columns.map(\.column)

  private let results: ResultsFile
  private let context: TableContext
  private let all: [TableColumn<TrialRow>]

  package init(_ results: ResultsFile) throws(RecordsError) {
    try results.requireLevels(
      for: "a table of trials",
      hint: "peach export \(SafeText.forShell(results.path)) --table matching writes them")
    self.results = results
    context = try TableContext(results)
    all = context.trialColumns
  }

  package var columns: [String] { all.map(\.column.name) }

  package func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError) {
    try context.forEachTrial(in: results) { row in body(all.map { $0.value(row) }) }
  }
}

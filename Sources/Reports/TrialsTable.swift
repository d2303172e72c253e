import Analysis
public import Configuration
public import Records

/// One row for each stored trial.
public struct TrialsTable: ResultsTable {
  public static let name = "trials"
  public static let summary = "one row for each stored trial (the first replicates: keep-trials)"
  public static let declared = TrialRow.columns.map(\.column)

  private let results: ResultsFile
  private let context: TableContext
  private let all: [TableColumn<TrialRow>]

  public init(_ results: ResultsFile) throws(RecordsError) {
    try results.requireLevels(
      for: "a table of trials",
      hint: "peach export \(Shown.forShell(results.path)) --table matching writes them")
    self.results = results
    context = try TableContext(results)
    all = context.trialColumns
  }

  public var columns: [String] { all.map(\.column.name) }

  public func forEachRow(_ body: ([Value?]) -> Void) throws(RecordsError) {
    try context.forEachTrial(in: results) { row in body(all.map { $0.value(row) }) }
  }
}

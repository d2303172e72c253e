package import PeachSupport

/// The tables that scripts read, as `peach list columns` shows them.
package enum DeclaredTables {
  package struct Table: Sendable {
    package var name: String
    package var summary: String
    package var columns: [Column]
  }

  package static let all: [Table] =
    ResultsTables.all.map { Table(name: $0.name, summary: $0.summary, columns: $0.declared + columnsOfListeners($0)) }
    + ListenerTables.all.filter { $0 != LiveTrialsTable.self && $0 != MatchingTable.self }.map {
      // Trials and matchings of live listeners have the columns of a results file.
      Table(name: $0.name, summary: $0.summary, columns: $0.declared)
    } + PeopleTables.all.map { Table(name: $0.name, summary: $0.summary, columns: $0.declared) } + [
      Table(
        name: "precision", summary: "one row for each cell and estimator of a planned precision",
        columns: PrecisionTable.declared),
      Table(
        name: "power", summary: "one row for each number of trials and listeners of a planned comparison",
        columns: PowerTable.declared),
      Table(name: "study", summary: "one row for each block of each listener of a study", columns: StudyTable.declared),
      Table(name: "status", summary: "one row for each results file", columns: StatusTable.declared),
      Table(
        name: "published", summary: "one row for each published value and ours", columns: PublishedTable.declared),
      Table(name: "trace", summary: "one row for each trial of a trace", columns: TraceTable.declared),
      Table(name: "fits", summary: "one row for each fit; the columns of --by follow", columns: FitTable.declared),
      Table(
        name: "comparisons", summary: "one row for two fitted groups, or all together",
        columns: ComparisonTable.declared),
      Table(
        name: "population", summary: "one row for each number of a population fit", columns: PopulationTable.declared),
      Table(
        name: "residuals", summary: "one row for each level of a fit; the columns of --by follow",
        columns: ResidualsTable.declared),
      Table(
        name: "history", summary: "one row for each weight of a history kernel; the columns of --by follow",
        columns: HistoryTable.declared),
      Table(name: "dprime", summary: "the one row of a sensitivity", columns: SensitivityTable.declared),
      Table(
        name: "data", summary: "what peach fit reads: one row for each trial, or for the counts of a level",
        columns: FittedColumns.declared),
    ]

  /// The further columns that the same table has for live listeners.
  private static func columnsOfListeners(_ table: any ResultsTable.Type) -> [Column] {
    let known = table.declared.map { $0.name(unit: "cents", error: "log2") }
    return (ListenerTables.all.first { $0.name == table.name }?.declared ?? []).filter { !known.contains($0.name) }
  }
}

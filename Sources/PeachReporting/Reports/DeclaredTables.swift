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
        name: "precision",
        summary: "peach plan --precision: one row for each strategy, listener, varied values and estimator",
        columns: PrecisionTable.declared),
      Table(
        name: "power", summary: "peach plan --effect: one row for each number of trials and of listeners",
        columns: PowerTable.declared),
      Table(
        name: "analyses",
        summary: "peach plan --effect --analysis population: one row for each number of trials and each analysis",
        columns: AnalysisTable.declared),
      Table(
        name: "study", summary: "peach study: one row for each block of each listener", columns: StudyTable.declared),
      Table(name: "status", summary: "peach status: one row for each results file", columns: StatusTable.declared),
      Table(
        name: "published", summary: "peach reproduce: one row for each published value, with the simulated one",
        columns: PublishedTable.declared),
      Table(name: "trace", summary: "peach trace: one row for each trial", columns: TraceTable.declared),
      Table(
        name: "fits", summary: "peach fit: one row for each fit; the columns of --by follow", columns: FitTable.declared
      ),
      Table(
        name: "comparisons",
        summary: "peach fit --compare, --share: one row for each pair of groups, or one for all groups together",
        columns: ComparisonTable.declared),
      Table(
        name: "population", summary: "peach fit --population: one row for each estimated number",
        columns: PopulationTable.declared),
      Table(
        name: "residuals",
        summary: "peach fit --residuals: one row for each level of a fit; the columns of --by follow",
        columns: ResidualsTable.declared),
      Table(
        name: "history",
        summary:
          "peach fit --history: one row for each weight of earlier answers, stimuli and notes; the columns of --by "
          + "follow",
        columns: HistoryTable.declared),
      Table(
        name: "dprime", summary: "peach dprime: one row, with d′, criterion and bias",
        columns: SensitivityTable.declared),
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

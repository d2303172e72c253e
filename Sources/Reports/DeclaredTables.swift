public import Configuration

/// The tables whose columns are scripted against, as `peach list columns` has them.
public enum DeclaredTables {
  public struct Table: Sendable {
    public var name: String
    public var summary: String
    public var columns: [Column]
  }

  public static let all: [Table] =
    ResultsTables.all.map { Table(name: $0.name, summary: $0.summary, columns: $0.declared) }
    + [MatchingTable.self, SessionsTable.self].map { (table: any ListenerTable.Type) in
      Table(name: table.name, summary: table.summary, columns: table.declared)
    } + [
      Table(name: "trace", summary: "one row for each trial of a trace", columns: TraceTable.declared),
      Table(name: "fits", summary: "one row for each fit; the columns of --by follow", columns: FitTable.declared),
      Table(
        name: "comparisons", summary: "one row for two fitted groups, or all together",
        columns: ComparisonTable.declared),
      Table(
        name: "residuals", summary: "one row for each level of a fit; the columns of --by follow",
        columns: ResidualsTable.declared),
      Table(name: "dprime", summary: "the one row of a sensitivity", columns: SensitivityTable.declared),
    ]
}

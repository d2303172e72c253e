public import Configuration
public import Simulation
public import Trials

/// The trials of one track as a table.
public struct TraceTable {
  private let rows: [Trace.Row]
  private let axis: Axis

  public init(rows: [Trace.Row], axis: Axis) {
    self.rows = rows
    self.axis = axis
  }

  public var columns: [String] {
    [
      "trial", "track", "trial_kind", "level_\(axis.unit)", "response", "reversal", "status", "estimate",
      "estimate_low", "estimate_high",
    ]
  }

  public var fields: [[Value?]] {
    rows.map { row in
      [
        .integer(row.trial), row.track.isEmpty ? nil : .text(row.track),
        .text(row.comparison.level.kind.name), .number(row.comparison.level.value), .integer(row.isPositive ? 1 : 0),
        .integer(row.isReversal ? 1 : 0), .text(row.status.stopReason?.rawValue ?? "running"),
        row.estimate?.threshold.field, row.estimate?.low.field, row.estimate?.high.field,
      ]
    }
  }

  public var text: String {
    var table = TextTable(columns.map { ($0, !["track", "trial_kind", "status"].contains($0)) })
    for row in fields {
      table.add(
        row.map { field in
          switch field {
          case nil: ""
          case .text(let text): text
          case .number(let number): TextTable.fixed(number, 4)
          case .some(let value): value.json()
          }
        })
    }
    return table.text
  }
}

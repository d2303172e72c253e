package import PeachSimulation
package import PeachSupport
package import PeachTrials

/// The trials of one track as a table.
package struct TraceTable {
  private static let all: [TableColumn<Trace.Row>] = [
    .init("trial", "Number of the trial, from 1", integer: { $0.trial }),
    .init(
      "track", "Name of the interleaved track; empty if there is only one track",
      text: { $0.track.isEmpty ? nil : $0.track }),
    .init(
      "trial_kind",
      "Kind of trial: test; noise (no signal); catch (an easy check of attention); comfort (an easy trial after errors)",
      text: { $0.comparison.level.kind.name }),
    .init("level_UNIT", unit: "UNIT", "Level presented", number: { $0.comparison.level.value }),
    .init(
      "response", "Response: 1 if correct or yes (with signed levels: if higher), else 0",
      flag: { $0.isSkipped ? nil : $0.isPositive }),
    .init(
      "reversal", "1 if the level changed its direction (up or down) at this trial, else 0", flag: { $0.isReversal }),
    .init(
      "status", "running, or after the last trial the reason why the track ended",
      text: { $0.status.stopReason?.rawValue ?? "running" }),
    .init(
      "estimate", unit: "UNIT",
      "The strategy's estimate of the threshold after this trial; empty if it has none yet",
      number: { $0.estimate?.threshold }),
    .init("estimate_low", unit: "UNIT", "Lower end of the 95 % interval of the estimate", number: { $0.estimate?.low }),
    .init(
      "estimate_high", unit: "UNIT", "Upper end of the 95 % interval of the estimate", number: { $0.estimate?.high }),
  ]

  package static let declared = all.map(\.column)

  private let rows: [Trace.Row]
  private let axis: Axis

  package init(rows: [Trace.Row], axis: Axis) {
    self.rows = rows
    self.axis = axis
  }

  package var columns: [String] { Self.declared.map { $0.name(unit: axis.unit, error: axis.errorUnit) } }

  package var fields: [[Value?]] { rows.map { row in Self.all.map { $0.value(row) } } }

  /// The column of tracks is left out if there is only one.
  package func text(in page: PageWidth) -> String {
    let hasTracks = rows.contains { !$0.track.isEmpty }
    let shown = Self.declared.indices.filter { hasTracks || Self.declared[$0].name != "track" }
    let ranks = ["track": 4, "trial_kind": 3, "estimate_low": 2, "estimate_high": 2, "status": 1, "estimate": 1]
    var table = TextTable(
      shown.map { place in
        let column = Self.declared[place]
        return TextColumn(columns[place], column.kind == .text ? .name : .number, rank: ranks[column.name] ?? 0)
      })
    for row in fields {
      table.add(shown.map { TextTable.cell(row[$0], decimals: 4) })
    }
    return table.text(in: page)
  }
}

package import PeachStorage
package import PeachSupport

/// The pitch matchings of one session, one by one.
package struct MatchingTrace: PrintedTrace {
  private static let shown: [RecordColumn<MatchingRecord>] = MatchingColumns.all.filter { part in
    [
      "trial", "reference_note", "target_note", "interval", "initial_offset_cents", "error_cents", "adjustments",
      "response_time_s",
    ].contains(part.column.name)
  }

  private let trials: [MatchingRecord]

  package init(_ trials: [MatchingRecord]) { self.trials = trials }

  package var columns: [String] { Self.shown.map(\.column.name) }

  package var fields: [[Value?]] { trials.map { trial in Self.shown.map { $0.value(trial) } } }

  package func text(in page: PageWidth) -> String {
    let ranks = ["target_note": 3, "interval": 2, "response_time_s": 1]
    var table = TextTable(
      Self.shown.map { part in
        TextColumn(
          part.column.name, part.column.kind == .text ? .name : .number, rank: ranks[part.column.name] ?? 0)
      })
    for row in fields {
      table.add(row.map { TextTable.cell($0, decimals: 2) })
    }
    return TextTable.paragraph(
      "uniform: notes, intervals and initial offsets are drawn at random, whatever the listener answers",
      to: page.text())
      + "\n" + table.text(in: page)
  }
}

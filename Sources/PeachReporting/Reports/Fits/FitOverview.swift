import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// Several fits as a table for people, one row each.
struct FitOverview {
  private let rows: [FitRow]
  private let by: [String]

  init(_ rows: [FitRow], by: [String]) {
    self.rows = rows
    self.by = by
  }

  /// A column after the estimate and its interval.
  private struct Column {
    var heading: String
    var rank: Int
    var value: (FitRow) -> String
  }

  func text(in page: PageWidth) -> String { table.text(in: page) }

  /// - Precondition: There is at least one row.
  var table: TextTable {
    let settings = rows[0].settings
    let main = settings.mainQuantity
    let columns = columns(settings)
    let hasIntervals = rows.contains { $0.intervals[main] != nil }
    var table = TextTable(
      by.map { TextColumn(SafeText.cut($0)) } + [TextColumn(main == .pse ? "pse" : "threshold", .number)]
        + (hasIntervals ? [TextColumn("95 % interval")] : [])
        + columns.map { TextColumn($0.heading, .number, rank: $0.rank) } + [
          TextColumn("trials", .number, rank: 1), TextColumn("status"),
        ])
    for row in rows {
      let estimate = SingleFitText.estimate(row, main)
      table.add(
        row.key.map(SafeText.cut) + [estimate?.value ?? ""] + (hasIntervals ? [estimate?.interval ?? ""] : [])
          + columns.map { $0.value(row) } + [TextTable.grouped(row.trials), row.result.status.rawValue])
    }
    return table
  }

  private func columns(_ settings: FitSettings) -> [Column] {
    var columns: [Column] = []
    func add(_ heading: String, rank: Int, _ value: @escaping (FitRow) -> Double?) {
      columns.append(Column(heading: heading, rank: rank) { row in value(row).map(FitOverview.short) ?? "" })
    }
    if settings.reading == .direction {
      add("jnd", rank: 1) { $0.result.jnd }
      if settings.at != nil { add("bias", rank: 2) { $0.result.bias } }
    } else {
      add("width", rank: 2) { $0.result.width }
    }
    let hasFreeGuess = if case .asymptote(.free) = settings.guess { true } else { false }
    if hasFreeGuess || Set(rows.map(\.settings.guess)).count > 1 { add("guess", rank: 3) { $0.result.guess } }
    if case .free = settings.lapse { add("lapse", rank: 3) { $0.result.lapse } }
    columns.append(Column(heading: "deviance", rank: 4) { $0.deviance.map { TextTable.fixed($0, 1) } ?? "" })
    if rows.contains(where: { $0.devianceP != nil }) { add("p", rank: 3) { $0.devianceP } }
    return columns
  }

  /// A number with three digits.
  private static func short(_ value: Double) -> String { Precision(of: value, digits: 3).text(value) }
}

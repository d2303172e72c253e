import Analysis
import Configuration
import Fitting

/// Several fits as a table: what people compare, one row each.
struct FitOverview {
  private let rows: [FitRow]
  private let by: [String]

  init(_ rows: [FitRow], by: [String]) {
    self.rows = rows
    self.by = by
  }

  /// A column beside the interval of the first.
  private struct Column {
    var heading: String
    var value: (FitRow) -> String
  }

  var text: String {
    guard let settings = rows.first?.settings else { return "" }
    let isDirection = settings.reading == .direction
    let main: Quantity = isDirection && settings.at == nil ? .pse : .threshold
    let columns = columns(settings)
    let hasIntervals = rows.contains { $0.intervals[main] != nil }
    var table = TextTable(
      by.map { (Shown.cut($0), false) } + [(main == .pse ? "pse" : "threshold", true)]
        + (hasIntervals ? [("95 % interval", false)] : []) + columns.map { ($0.heading, true) } + [
          ("trials", true), ("status", false),
        ])
    for row in rows {
      let value = row.result.value(of: main)
      let interval = row.intervals[main]
      let error = row.result.status == .step ? nil : SingleFitText.error(interval) ?? row.errors[main]
      let estimate = value.map { Precision(of: $0, error: error).text($0) } ?? ""
      table.add(
        row.key.map(Shown.cut) + [estimate]
          + (hasIntervals ? [SingleFitText.text(interval, of: value, error: error)] : [])
          + columns.map { $0.value(row) } + [TextTable.grouped(row.trials), row.result.status.name])
    }
    return table.text
  }

  private func columns(_ settings: FitSettings) -> [Column] {
    var columns: [Column] = []
    func add(_ heading: String, _ value: @escaping (FitRow) -> Double?) {
      columns.append(Column(heading: heading) { row in value(row).map(FitOverview.short) ?? "" })
    }
    if settings.reading == .direction {
      add("jnd") { $0.result.jnd }
      if settings.at != nil { add("bias") { $0.result.bias } }
    } else {
      add("width") { $0.result.width }
    }
    let hasFreeGuess = if case .asymptote(.free) = settings.guess { true } else { false }
    if hasFreeGuess || Set(rows.map(\.settings.guess)).count > 1 { add("guess") { $0.result.guess } }
    if case .free = settings.lapse { add("lapse") { $0.result.lapse } }
    columns.append(Column(heading: "deviance") { $0.deviance.map { TextTable.fixed($0, 1) } ?? "" })
    if rows.contains(where: { $0.devianceP != nil }) { add("p") { $0.devianceP } }
    return columns
  }

  /// With three digits.
  private static func short(_ value: Double) -> String { Precision(of: value, digits: 3).text(value) }
}

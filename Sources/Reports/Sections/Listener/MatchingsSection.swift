import Analysis
import Configuration
import Records

/// Pitch matchings, where there are any.
enum MatchingsSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let sessions = report.summary.matchings.filter { !$0.records.isEmpty }
    guard !sessions.isEmpty else { return nil }
    var table = PageTable(
      "Errors of pitch matchings (cents; positive is sharp)",
      PageTable.columns(["session"], numbers: ["matchings", "mean error", "sd", "turns of a matching"]))
    for session in sessions {
      table.add([
        String(session.session), TextTable.grouped(session.records.count),
        TextTable.fixed(session.meanError, 2, signed: true),
        session.deviation.map { TextTable.fixed($0, 2) } ?? "",
        turns(session.records.compactMap(\.adjustments)),
      ])
    }
    return PageSection("Pitch matching", [.table(table)] + (report.matching.map { [.figure($0)] } ?? []))
  }

  /// Their mean; empty where an imported file did not say them.
  private static func turns(_ adjustments: [Int]) -> String {
    adjustments.isEmpty
      ? "" : TextTable.fixed(Double(adjustments.reduce(0, +)) / Double(adjustments.count), 1)
  }
}

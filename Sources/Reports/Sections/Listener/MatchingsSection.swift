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
        TextTable.fixed(Double(session.records.reduce(0) { $0 + $1.adjustments }) / Double(session.records.count), 1),
      ])
    }
    return PageSection("Pitch matching", [.table(table)] + (report.matching.map { [.figure($0)] } ?? []))
  }
}

import Analysis
import Configuration

/// Pitch matchings, where there are any.
enum MatchingsSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let sessions = report.summary.matchings.filter { !$0.errors.isEmpty }
    guard !sessions.isEmpty else { return nil }
    var table = PageTable(
      "Errors of pitch matchings (cents; positive is sharp)",
      PageTable.columns(["session"], numbers: ["matchings", "mean error", "sd", "turns of a matching"]))
    for session in sessions {
      table.add([
        String(session.session), TextTable.grouped(session.errors.count),
        TextTable.fixed(session.meanError, 2, signed: true),
        session.deviation.map { TextTable.fixed($0, 2) } ?? "",
        TextTable.fixed(Double(session.adjustments) / Double(session.errors.count), 1),
      ])
    }
    return PageSection("Pitch matching", [.table(table)])
  }
}

import Analysis
import Configuration
import Records

/// What was run, and how it ended.
enum SessionsSection {
  static func section(_ report: ListenerReport) -> PageSection {
    var table = PageTable(
      "Sessions",
      PageTable.columns(["session", "task", "strategy", "began", "ended by", "in profile"], numbers: ["trials"]))
    for session in report.summary.sessions {
      table.add([
        String(session.number), session.kind.rawValue, Shown.cut(session.strategy),
        session.startedAt.map { String($0.prefix(16)).replacing("T", with: " ") } ?? "on a virtual clock",
        session.endReason ?? "cut off", session.isInProfile ? "yes" : "no", TextTable.grouped(session.trials),
      ])
    }
    return PageSection("Sessions", [.table(table)])
  }
}

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
        String(session.number), session.kind.rawValue,
        Shown.cut(session.strategy) + (session.block.map { ", block \(Shown.cut($0))" } ?? ""),
        session.startedAt.map { String($0.prefix(16)).replacing("T", with: " ") } ?? "on a virtual clock",
        session.endReason ?? "cut off", inProfile(session), TextTable.grouped(session.trials),
      ])
    }
    let isExcluded = report.summary.sessions.contains { $0.excluded != nil }
    let note = PageBlock.text("Excluded sessions, and practice, enter nothing below.")
    return PageSection("Sessions", [.table(table)] + (isExcluded ? [note] : []))
  }

  private static func inProfile(_ session: SessionRecord) -> String {
    if let excluded = session.excluded { return "no: \(Shown.cut(excluded))" }
    return session.isInProfile ? "yes" : "no"
  }
}

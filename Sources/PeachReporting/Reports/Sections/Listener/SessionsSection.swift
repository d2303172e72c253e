import PeachAnalysis
import PeachStorage
import PeachSupport
import PeachTrials

/// The sessions and how they ended.
enum SessionsSection {
  static func section(_ report: ListenerReport) -> PageSection {
    var table = PageTable(
      "Sessions",
      PageTable.columns(["session", "task", "strategy", "began", "ended by", "in profile"], numbers: ["trials"]))
    for session in report.summary.sessions {
      table.add([
        String(session.number), session.task.rawValue,
        SafeText.cut(session.strategy) + (session.block.map { ", block \(SafeText.cut($0))" } ?? ""),
        session.startedAt.map { String($0.prefix(16)).replacing("T", with: " ") } ?? "in simulated time",
        session.endReason ?? "cut off", inProfile(session), TextTable.grouped(session.trials),
      ])
    }
    return PageSection("Sessions", [.table(table)] + (note(report.summary.sessions).map { [.text($0)] } ?? []))
  }

  /// Says which sessions enter no analysis; `nil` if all of them do.
  private static func note(_ sessions: [SessionRecord]) -> String? {
    let hasPractice = sessions.contains { $0.isPractice && $0.note == nil }
    let hasExcluded = sessions.contains { $0.note != nil }
    return switch (hasPractice, hasExcluded) {
    case (true, true): "Analyses leave out practice and excluded sessions."
    case (true, false): "Analyses leave out practice."
    case (false, true): "Analyses leave out excluded sessions."
    case (false, false): nil
    }
  }

  private static func inProfile(_ session: SessionRecord) -> String {
    if let note = session.note { return "no, excluded: \(SafeText.cut(note))" }
    if session.isPractice { return "no, practice" }
    return session.isInProfile ? "yes" : "no"
  }
}

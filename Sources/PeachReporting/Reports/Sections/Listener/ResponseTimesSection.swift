import PeachAnalysis
import PeachSupport

/// The response times.
enum ResponseTimesSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let sessions = report.summary.answers.filter { $0.quartiles != nil }
    guard !sessions.isEmpty else { return nil }
    var table = PageTable(
      "Response times (s) from the onset of the target note, or in tasks with a choice from the onset of the last "
        + "note or interval",
      PageTable.columns(["session"], numbers: ["answers", "lower quartile", "median", "upper quartile"]))
    for session in sessions {
      guard let quartiles = session.quartiles else { continue }
      table.add(
        [String(session.session), TextTable.grouped(session.times.count)]
          + [quartiles.low, quartiles.median, quartiles.high].map { TextTable.fixed($0, 3) })
    }
    return PageSection("Response times", [.table(table)])
  }
}

import PeachAnalysis
import PeachFitting
import PeachPitch
import PeachStorage
import PeachSupport
import PeachTrials

/// The pitch matchings; `nil` if there are none.
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
    let errors = report.summary.matchingAnalysis.map(errors) ?? []
    let size = TextTable.counted(sessions.reduce(0) { $0 + $1.records.count }, "matching")
    let figures = [report.matching, report.matchingErrors].compactMap { $0 }.map { figure in
      PageBlock.panels(figure, caption: figure.caption(of: size))
    }
    return PageSection("Pitch matching", [.table(table)] + figures + errors)
  }

  /// Constant error, variable error and under-adjustment, for all notes together and for each; empty if the matchings
  /// do not determine them.
  private static func errors(_ analysis: MatchingAnalysis) -> [PageBlock] {
    guard analysis.all.status == .ok else { return [] }
    var table = PageTable(
      "Components of the errors, with 95 % intervals",
      PageTable.columns(
        ["note"],
        numbers: [
          "matchings", "at an end", "constant error (cents)", "variable error (cents)",
          "under-adjustment (share of the initial offset)",
        ]))
    for (name, fit) in [("all", analysis.all)] + analysis.notes.map({ (MIDINote(unchecked: $0.note).name, $0.fit) }) {
      table.add([
        name, TextTable.grouped(fit.trials), TextTable.grouped(fit.censored), text(fit.constantError, 2, signed: true),
        text(fit.variableError, 2), text(fit.underAdjustment, 3, signed: true),
      ])
    }
    return [
      .text(
        "error = constant error + under-adjustment × initial offset + scatter, whose standard deviation is the variable "
          + "error: one regression of the error on the initial offset. If the control was at its end, the error "
          + "counts as at least that large (Tobin, 1958). A note with fewer than three matchings, or with a single "
          + "initial offset, has no estimates of its own."
      ), .table(table),
    ]
  }

  private static func text(_ figure: MatchingFit.Figure?, _ decimals: Int, signed: Bool = false) -> String {
    guard let figure else { return "" }
    func end(_ end: Double?) -> String { end.map { TextTable.fixed($0, decimals, signed: signed) } ?? "–" }
    return "\(TextTable.fixed(figure.value, decimals, signed: signed)) (\(end(figure.interval.low)) to "
      + "\(end(figure.interval.high)))"
  }

  /// The mean number of turns; empty if an imported file did not state them.
  private static func turns(_ adjustments: [Int]) -> String {
    adjustments.isEmpty
      ? "" : TextTable.fixed(Double(adjustments.reduce(0, +)) / Double(adjustments.count), 1)
  }
}

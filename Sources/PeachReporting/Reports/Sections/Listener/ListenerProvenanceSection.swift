import PeachAnalysis
import PeachFitting
import PeachMath
import PeachStorage
import PeachSupport

/// The origin of the numbers, and the commands that reproduce them.
enum ListenerProvenanceSection {
  static func section(_ report: ListenerReport) -> PageSection {
    let versions = report.summary.sessions.map(\.version).distinct
    var facts: [PageFact] = []
    facts.add("sessions run by", versions.map { "peach \($0)" }.joined(separator: ", "))
    facts.add("fitted by", "peach \(report.program.version)")
    facts.add("build", report.program.build)
    let listener = SafeText.forShell(report.summary.listener)
    return PageSection(
      "Provenance",
      [
        .facts(facts), .text("To get the same numbers, and every trial:"),
        .commands(
          ["peach report --listener \(listener)"]
            + (fit(report.summary).map { ["peach fit --listener \(listener) \($0)"] } ?? []) + [
              "peach export --listener \(listener) --table trials -o trials.csv"
            ]),
      ])
  }

  /// The options that repeat the fits; `nil` if the sessions differ in reading, unit or scale, which one command cannot have.
  private static func fit(_ summary: ListenerSummary) -> String? {
    let isOfComparisons = !(summary.bySession?.fits.isEmpty ?? true)
    guard let choices = summary.choices.first else {
      return isOfComparisons ? "--method reduced --reading direction --lapse 0.01 --at 0.75 --by session" : nil
    }
    guard summary.choices.count == 1, !isOfComparisons else { return nil }
    return "--at 0.75 --function \(choices.request.function.name)"
      + (choices.request.isLogLevel ? " --log-level" : "") + " --by session"
  }
}

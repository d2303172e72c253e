import PeachAnalysis
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
        .facts(facts), .text("The same numbers, and every trial:"),
        .commands([
          "peach report --listener \(listener)",
          "peach fit --listener \(listener) --method reduced --reading direction --lapse 0.01 --at 0.75 --by session",
          "peach export --listener \(listener) --table trials -o trials.csv",
        ]),
      ])
  }
}

import PeachAnalysis
import PeachSupport

/// The origin of the page, and the command that reproduces it.
enum FitProvenanceSection {
  static func section(_ page: FitPage) -> PageSection {
    var facts: [PageFact] = []
    facts.add("data", page.report.source)
    facts.add("SHA-256 of the data", page.background.sha256)
    facts.add("data made by", page.background.version.map { "peach \($0)" })
    facts.add("fitted by", "peach \(page.program.version)")
    facts.add("build", page.program.build)
    facts.add("seed", String(page.report.seed))
    return PageSection(
      "Provenance",
      [
        .facts(facts), .text("To get the same numbers from the same data with the same build of Peach:"),
        .commands([page.command]),
      ])
  }
}

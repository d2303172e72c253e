import PeachAnalysis
import PeachFitting
import PeachSupport

/// The fitted data, and the parts that were left out.
enum FittedDataSection {
  static func section(_ page: FitPage) -> PageSection {
    let fits = page.report.fits
    var facts: [PageFact] = []
    facts.add("data", page.report.source)
    facts.add("SHA-256", page.background.sha256)
    facts.add(
      "answers of",
      page.background.isSimulated.map { $0 ? "simulated listeners: no person answered" : "a person" })
    facts.add(
      "groups",
      page.report.by.isEmpty ? nil : "\(fits.count), by \(page.report.by.map(SafeText.cut).joined(separator: ", "))")
    facts.add("trials fitted", TextTable.grouped(fits.reduce(0) { $0 + $1.trials }))
    facts.add("unit of levels", page.unit ?? "not stated")
    facts.add("left out", page.notes.isEmpty ? "nothing" : nil)
    facts.add("catch trials", catchText(page.catchTrials))
    return PageSection(
      "Data",
      [.facts(facts)]
        + (page.notes.isEmpty ? [] : [.text("What to know about these data:"), .list(page.notes)]))
  }

  private static func catchText(_ trials: Observations.CatchTrials?) -> String {
    guard let trials else { return "none in the data, or not marked as such" }
    let share = Precision(of: Double(trials.wrong) / Double(trials.trials), digits: 2)
      .text(Double(trials.wrong) / Double(trials.trials))
    return "\(trials.wrong) of \(trials.trials) answered wrongly (a share of \(share)); catch trials are not fitted"
  }
}

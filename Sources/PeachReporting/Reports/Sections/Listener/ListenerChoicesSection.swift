import PeachAnalysis

/// The thresholds of sessions of choices, which are neither higher nor lower.
enum ListenerChoicesSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    let fitted = report.summary.choices.filter { !$0.fits.isEmpty }
    guard !fitted.isEmpty else { return nil }
    return PageSection(
      "Thresholds of choices",
      [
        .text(
          "A threshold is the level at which 75 % of the answers are correct, or in yes/no are yes. Peach fits "
            + "the test trials of each session as peach fit does.")
      ] + fitted.map { .table(ListenerResult.table($0, unit: $0.unit, tasks: report.tasks)) })
  }
}

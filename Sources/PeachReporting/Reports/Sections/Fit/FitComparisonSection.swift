import PeachAnalysis
import PeachFitting
import PeachSupport

/// Comparisons of groups: differences of thresholds, and one model for all against separate fits.
enum FitComparisonSection {
  /// More rows are folded.
  private static let mostRows = 12

  static func section(_ page: FitPage) -> PageSection? {
    let report = page.report
    guard report.fits.count > 1 else { return nil }
    guard !report.comparisons.isEmpty else {
      return PageSection(
        "Comparison of groups",
        [
          .text(
            "This fit does not compare groups. peach fit --compare adds the differences of thresholds for all pairs of "
              + "groups.")
        ])
    }
    let text = FitText(report)
    let comparison = ComparisonText(report, text.words)
    var blocks: [PageBlock] = []
    if !report.sharedFits.isEmpty {
      blocks.append(
        .table(
          PageTable(
            "One model, \(text.words.listed(report.shared)) in common",
            FitOverview(report.sharedFits, by: report.by).table,
            subjects: report.by.count)))
    }
    let differences = PageTable("Differences of thresholds", comparison.table, subjects: 2)
    let summary = differences.rows.count > mostRows ? "All \(TextTable.counted(differences.count, "difference"))" : nil
    blocks.append(summary.map { .folded($0, [.table(differences)]) } ?? .table(differences))
    blocks.append(.facts(comparison.legend.facts.map { PageFact($0.key, $0.text) }))
    return PageSection("Comparison of groups", blocks)
  }
}

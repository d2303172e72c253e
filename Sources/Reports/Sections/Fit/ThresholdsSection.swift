import Analysis
import Configuration
import Fitting
import Inference

/// All groups beside one another; nothing where there is one.
enum ThresholdsSection {
  static func section(_ page: FitPage) -> PageSection? {
    let fits = page.report.fits
    guard fits.count > 1 else { return nil }
    var blocks: [PageBlock] = [
      .table(
        PageTable("The fit of each group", FitOverview(fits, by: page.report.by).table, subjects: page.report.by.count))
    ]
    let words = StatusWords(settings: page.report.request.settings, unit: page.unit, row: nil)
    var seen: [FitStatus] = []
    for status in fits.map(\.result.status) where status != .ok && !seen.contains(status) { seen.append(status) }
    if !seen.isEmpty {
      blocks.append(.text("What a status other than ok means, and what to do:"))
      blocks.append(
        .list(
          seen.map { status in
            "\(status.name) (\(fits.count { $0.result.status == status }) of \(fits.count)): \(words.text(status))"
          }))
    }
    if page.report.fits.count > GroupsSection.mostGroups {
      blocks.append(.text("The first \(GroupsSection.mostGroups) groups follow one by one."))
    }
    return PageSection("Thresholds", blocks)
  }
}

extension PageTable {
  /// A table for people on a page, all its columns shown.
  init(_ caption: String, _ table: TextTable, subjects: Int = 1) {
    self.init(
      caption,
      table.columns.map { Column($0.heading.isEmpty ? "quantity" : $0.heading, isNumber: $0.content == .number) },
      subjects: subjects)
    for row in table.rows { add(row) }
  }
}

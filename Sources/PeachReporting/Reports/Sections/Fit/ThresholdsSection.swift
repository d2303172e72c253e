import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// Explains the table of all groups; `nil` for a single group.
enum ThresholdsSection {
  static func section(_ page: FitPage) -> PageSection? {
    let fits = page.report.fits
    guard fits.count > 1 else { return nil }
    var blocks: [PageBlock] = []
    let words = StatusWords(settings: page.report.request.settings, unit: page.unit, row: nil)
    var seen: [EstimateStatus] = []
    for status in fits.map(\.result.status) where status != .ok && !seen.contains(status) { seen.append(status) }
    if !seen.isEmpty {
      blocks.append(.text("What a status other than ok means, and what to do:"))
      blocks.append(
        .list(
          seen.map { status in
            "\(status.rawValue) (\(fits.count { $0.result.status == status }) of \(fits.count)): \(words.text(status))"
          }))
    }
    if page.report.fits.count > GroupsSection.mostGroups {
      blocks.append(.text("Details of the first \(GroupsSection.mostGroups) groups follow."))
    }
    return blocks.isEmpty ? nil : PageSection("Thresholds", blocks)
  }
}

extension PageTable {
  /// A table for people with all its columns on a page.
  init(_ caption: String, _ table: TextTable, subjects: Int = 1) {
    self.init(caption, columnsOf: table, subjects: subjects)
    for row in table.rows { add(row) }
  }

  /// A table of a page with the columns of a table for people, without its rows.
  init(_ caption: String, columnsOf table: TextTable, subjects: Int = 1) {
    self.init(
      caption,
      table.columns.map { Column($0.heading.isEmpty ? "quantity" : $0.heading, isNumber: $0.content == .number) },
      subjects: subjects)
  }
}

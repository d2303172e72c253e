import PeachAnalysis
import PeachFitting
import PeachSupport
import PeachTrials

/// Each group: the meaning of its status, its estimates with intervals of all kinds, curve, track, goodness of fit and
/// residuals. Several groups are folded. Curve and estimates of a single group are at the top of the page.
enum GroupsSection {
  /// Further groups are only in the table of all groups.
  static let mostGroups = 24
  /// In an adaptive track nearly every trial has a level of its own.
  private static let mostLevels = 60

  static func section(_ page: FitPage) -> PageSection {
    let groups = page.report.fits.prefix(mostGroups).enumerated().map { place, row -> [PageBlock] in
      let isOnly = page.report.fits.count == 1
      let figures = page.figuresOfGroups[place].dropFirst(isOnly ? 1 : 0)
      let blocks = blocks(row, figures.map { FitResultPart.figure($0, of: row) }, page, isOnly: isOnly)
      return isOnly ? blocks : [.folded(FitResultPart.summary(row, page), blocks)]
    }
    return PageSection(page.report.by.isEmpty ? "The fit" : "Groups", groups.flatMap(\.self))
  }

  private static func blocks(
    _ row: FitRow, _ figures: [PageBlock], _ page: FitPage, isOnly: Bool
  ) -> [PageBlock] {
    let text = FitText(page.report)
    let words = StatusWords(settings: row.settings, unit: page.unit, row: row)
    let status = row.result.status
    var blocks: [PageBlock] = [
      .text(
        status == .ok
          ? "Status ok: the data determine the threshold."
          : "Status \(status.rawValue): \(words.text(status)).")
    ]
    if !isOnly, let table = FitResultPart.estimates(row, page) { blocks.append(.table(table)) }
    if let intervals = intervals(row) { blocks.append(.table(intervals)) }
    blocks.append(.facts(goodness(row, text)))
    blocks += figures
    blocks.append(.folded("Residuals of each level", [.table(residuals(row, page.unit))]))
    return blocks
  }

  /// The intervals of all kinds that were found.
  private static func intervals(_ row: FitRow) -> PageTable? {
    let quantities = row.settings.quantities.filter { row.result.value(of: $0) != nil }
    guard !row.otherIntervals.isEmpty, !quantities.isEmpty else { return nil }
    var table = PageTable(
      "95 % intervals by other methods", PageTable.columns(["way"] + quantities.map { "\($0)" }))
    for kind in IntervalKind.allCases {
      guard let found = row.otherIntervals[kind] else { continue }
      table.add(
        [kind.rawValue]
          + quantities.map {
            SingleFitText.text(found[$0], of: row.result.value(of: $0), error: found[$0]?.approximateError)
          })
    }
    return table
  }

  private static func goodness(_ row: FitRow, _ text: FitText) -> [PageFact] {
    text.facts(of: row).facts.filter { ["deviance", "likelihood", "residuals", "posterior"].contains($0.key) }.map {
      PageFact($0.key == "residuals" ? "correlations of residuals" : $0.key, $0.text)
    }
  }

  private static func residuals(_ row: FitRow, _ unit: String?) -> PageTable {
    var table = PageTable(
      "Deviance residuals" + (unit.map { ", levels in \($0)" } ?? "") + "; all of many with --residuals FILE.csv",
      PageTable.columns(
        [],
        numbers: ["level", "observed", "fitted", "residual", "n", "k", "place", "influence on threshold", "in width"]),
      most: mostLevels)
    for (place, block) in row.blocks.enumerated() {
      let residual = row.residuals?.rows[place]
      func number(_ value: Double?, _ decimals: Int = 3) -> String {
        value.map { TextTable.fixed($0, decimals, signed: false) } ?? ""
      }
      table.add([
        block.bin.level.brief, number(block.bin.trials > 0 ? block.bin.positives / block.bin.trials : nil),
        number(residual?.fitted), number(residual?.residual), block.bin.trials.shortest, block.bin.positives.shortest,
        block.order.brief, residual?.thresholdInfluence?.brief ?? "",
        residual?.widthInfluence?.brief ?? "",
      ])
    }
    return table
  }
}

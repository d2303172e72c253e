import PeachAnalysis
import PeachFitting
import PeachSupport

/// Model criticism: predictive checks by level and by listener, overdispersion, and the influence of each listener.
enum PopulationChecksSection {
  static func section(_ page: PopulationPage) -> PageSection? {
    guard let checks = page.checks else { return nil }
    let text = PopulationCheckText(page.report, checks, page.influences)
    var blocks: [PageBlock] = text.sentences.map(PageBlock.text)
    if let figure = page.checked { blocks.append(.panels(figure, caption: figure.caption(of: ""))) }
    let table = PageTable("Checks by listener", text.listeners, subjects: 2)
    blocks.append(table.count > 30 ? .folded("All listeners", [.table(table)]) : .table(table))
    blocks.append(.folded("Checks by level", [.table(PageTable("Checks by level", text.levels, subjects: 2))]))
    blocks.append(.note(text.legend))
    return PageSection("Checks of the model", blocks)
  }
}

/// Predictive checks for people.
struct PopulationCheckText {
  private let report: PopulationReport
  private let checks: PopulationChecks
  private let influences: [PopulationInfluence]

  init(_ report: PopulationReport, _ checks: PopulationChecks, _ influences: [PopulationInfluence]) {
    (self.report, self.checks, self.influences) = (report, checks, influences)
  }

  /// p values below this stand out.
  private static let least = 0.01
  /// Changes of a mean by more than this many standard errors stand out.
  private static let largest = 1.0

  /// The conclusions.
  var sentences: [String] {
    let factor = TextTable.fixed(checks.dispersion, 2)
    var sentences = [
      checks.p < Self.least
        ? "Proportions are more dispersed than the model predicts: by a factor of \(factor) (p \(p(checks.p))). Standard errors "
          + "and intervals are then too small."
        : "The dispersion of proportions is \(factor) times that of the model (p \(p(checks.p))), so there is no sign of "
          + "overdispersion."
    ]
    let outside = checks.levels.count { !$0.isInside }
    sentences.append(
      "\(outside) of \(checks.levels.count) groups of levels lie outside their 95 % predictive intervals.")
    let odd = checks.listeners.filter { $0.p < Self.least }.map { report.fit.listeners[$0.listener].name }
    if !odd.isEmpty {
      sentences.append(
        "The model fits these listeners badly: \(odd.distinct.map(SafeText.cut).joined(separator: ", ")).")
    }
    let strong = influences.filter { abs($0.change ?? 0) > Self.largest }.map { report.fit.listeners[$0.listener].name }
    if !strong.isEmpty {
      sentences.append(
        "Without one of these listeners a mean changes by more than its standard error: "
          + "\(strong.map(SafeText.cut).joined(separator: ", ")).")
    }
    return sentences
  }

  private func p(_ value: Double) -> String {
    value == 0 ? "< \(1 / Double(PopulationDraws.usualCount))" : "= \(TextTable.fixed(value, 3))"
  }

  var listeners: TextTable {
    var table = TextTable([
      TextColumn("listener"), TextColumn("of"), TextColumn("trials", .number), TextColumn("dispersion", .number),
      TextColumn("p", .number), TextColumn("change_of_mean", .number), TextColumn("change_of_sd", .number),
    ])
    for check in checks.listeners {
      let influence = influences.first { $0.listener == check.listener }
      table.add([
        SafeText.cut(report.fit.listeners[check.listener].name), report.title(of: check.cell) ?? "", "\(check.trials)",
        TextTable.fixed(check.dispersion, 2), TextTable.fixed(check.p, 3),
        influence?.change.map { TextTable.fixed($0, 2) } ?? "", influence?.spread.map { TextTable.fixed($0, 2) } ?? "",
      ])
    }
    return table
  }

  var levels: TextTable {
    var table = TextTable([
      TextColumn("of"), TextColumn("level", .number), TextColumn("trials", .number), TextColumn("observed", .number),
      TextColumn("predicted", .number), TextColumn("95 % interval"),
    ])
    for level in checks.levels {
      table.add([
        report.title(of: level.cell) ?? "", level.level.brief, TextTable.grouped(Int(level.trials)),
        TextTable.fixed(level.observed, 3), TextTable.fixed(level.expected, 3),
        "\(TextTable.fixed(level.interval.low ?? 0, 3)) … \(TextTable.fixed(level.interval.high ?? 1, 3))",
      ])
    }
    return table
  }

  var legend: String {
    "dispersion: Pearson's χ² of the answers divided by its mean for new answers from the model; 1 if the model is right. p: "
      + "the share of \(PopulationDraws.usualCount) new data sets with a larger χ². change_of_mean: the largest change of a mean "
      + "without the listener, in standard errors. change_of_sd: the factor by which the SD of listeners changes."
  }
}

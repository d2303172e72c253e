import PeachAnalysis
import PeachFitting
import PeachSupport

/// Comparisons of groups for people.
struct ComparisonText {
  private let report: FitReport
  private let words: FitWords

  init(_ report: FitReport, _ words: FitWords) {
    self.report = report
    self.words = words
  }

  private var hasModels: Bool { !report.shared.isEmpty }
  private var isSimulated: Bool { hasModels && report.request.simulations > 0 }

  func text(in page: PageWidth) -> String {
    table.text(in: page) + "\n" + legend.text(to: page.text(atMost: FitText.widest))
  }

  var table: TextTable {
    let columns =
      hasModels
      ? [
        TextColumn("lr", .number, rank: 1), TextColumn("df", .number, rank: 1), TextColumn("lr_p", .number, rank: 1),
      ] + (isSimulated ? [TextColumn("p_simulated", .number, rank: 1)] : [])
        + [TextColumn("Δaic", .number, rank: 3), TextColumn("Δbic", .number, rank: 3)] : []
    var table = TextTable(
      [
        TextColumn("group_a"), TextColumn("group_b"), TextColumn("difference", .number), TextColumn("95 % interval"),
        TextColumn("p", .number), TextColumn("p_holm", .number),
      ] + (isWithin ? [TextColumn("participants", .number)] : []) + columns)
    for row in report.comparisons {
      let interval = ConfidenceInterval(low: row.differenceLow, high: row.differenceHigh)
      let error = interval.approximateError
      let difference = row.difference.map { Precision(of: $0, error: error).text($0) } ?? ""
      let own =
        [
          SafeText.cut(row.groupA), SafeText.cut(row.groupB ?? ""), difference,
          SingleFitText.text(interval, of: row.difference, error: error),
        ] + [row.differenceP, row.differencePHolm].map { $0.map(ComparisonText.p) ?? "" }
        + (isWithin ? [participants(row)] : [])
      table.add(own + (hasModels ? models(row) : []))
    }
    return table
  }

  var legend: FactList {
    let threshold = words.settings.mainQuantity == .pse ? "pse" : "threshold"
    var facts = FactList()
    facts.add(
      "difference",
      "\(threshold) of group a minus that of group b, from separate fits; 95 % interval and p value by \(profile)")
    let count = report.comparisons.count { $0.differenceP != nil && $0.participants == nil }
    facts.add("p_holm", "p value corrected for \(TextTable.counted(count, "difference")) (Holm 1979)")
    if isWithin { addParticipants(to: &facts) }
    if hasModels {
      facts.add(
        "lr, df, lr_p",
        "test of the model with shared parameters against separate fits, not of the difference: likelihood-ratio "
          + "statistic, number of extra parameters of separate fits, p value from χ²"
          + (isReduced
            ? "; from maximum likelihood, because penalties of different models are not comparable" : "")
      )
    }
    if isSimulated {
      let count = TextTable.grouped(report.request.simulations)
      facts.add(
        "p_simulated",
        "p value of the same test from \(count) data sets simulated with shared parameters, seed \(report.seed)")
    }
    if hasModels {
      facts.add(
        "Δaic, Δbic",
        "AIC and BIC of the model with shared parameters minus those of separate fits; below 0 favours shared "
          + "parameters")
    }
    return facts
  }

  private var isWithin: Bool { !report.within.isEmpty }

  /// The number of participants in a mean difference, and of those with both conditions.
  private func participants(_ row: GroupComparison) -> String {
    guard let count = row.participants else { return "" }
    return (row.participantsLeftOut ?? 0) > 0 ? "\(count) of \(count + (row.participantsLeftOut ?? 0))" : "\(count)"
  }

  private func addParticipants(to facts: inout FactList) {
    let count = report.comparisons.count { $0.differenceP != nil && $0.participants != nil }
    facts.add(
      "participants",
      "number of participants over whom the row averages: the difference is the mean of their own differences, with "
        + "interval and p value from a paired t test. p_holm corrects for all \(TextTable.counted(count, "pair")) of "
        + "conditions. A participant counts only with valid thresholds in both conditions"
    )
  }

  private var isReduced: Bool { report.request.method == .reduced }
  private var profile: String { isReduced ? "the profile of the penalised likelihood" : "profile likelihood" }

  private func models(_ row: GroupComparison) -> [String] {
    func p(_ value: Double?) -> String { value.map(ComparisonText.p) ?? "" }
    let simulated = isSimulated ? [p(row.pSimulated)] : []
    return [row.lr.map { TextTable.fixed($0, 2) } ?? "", row.df.map(String.init) ?? "", p(row.p)] + simulated
      + [difference(row.aicShared, row.aicFree), difference(row.bicShared, row.bicFree)]
  }

  private func difference(_ shared: Double?, _ free: Double?) -> String {
    guard let shared, let free else { return "" }
    return TextTable.fixed(shared - free, 1, signed: true)
  }

  /// A probability as papers print it.
  static func p(_ value: Double) -> String { value < 0.001 ? "< 0.001" : TextTable.fixed(value, value < 0.1 ? 3 : 2) }
}

import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// Compares pairs of strategies on the same random numbers: the differences from the best.
enum DifferencesPart {
  /// Further sentences are left out; the table has all pairs.
  private static let mostSentences = 24

  /// - Returns: `nil` if no listener has two strategies under the same conditions.
  static func block(_ report: SimulationReport) -> PageBlock? {
    guard !report.families.isEmpty else { return nil }
    let sentences = report.families.compactMap { family -> String? in
      guard let sentence = DifferenceText.sentence(family, report.axis, name: report.names.strategy),
        let cell = family.rows.first?.cell
      else { return nil }
      return "\(report.names.listener(cell)), \(sentence)."
    }
    let few = "There are too few runs to say which strategies differ: fewer than \(PairedDifference.leastPairs) pairs."
    return .part(
      "Strategies compared on the same random numbers",
      [.text(DifferenceText.rule)]
        + (sentences.isEmpty ? [.text(few)] : [.list(Array(sentences.prefix(mostSentences)))])
        + [
          .folded("Differences of each strategy from the best", [.table(table(report))]),
          .note(
            "Each difference is the strategy's value minus that of the best strategy, ± its Monte Carlo standard "
              + "error. closer: share of runs in which the strategy is closer to the truth, minus the share in which "
              + "the best is. p is corrected for all pairs (Holm). within: the largest difference between the root "
              + "mean square errors that the data allow, with 95 % confidence for all pairs together. All "
              + "differences, with 95 % intervals:"
          ),
          .commands(["peach export \(SafeText.forShell(report.path)) --table differences"]),
        ])
  }

  private static func table(_ report: SimulationReport) -> PageTable {
    let unit = report.axis.errorUnit
    var table = PageTable(
      "Differences from the best strategy",
      PageTable.columns(
        ["strategy", "listener", "estimator", "best"],
        numbers: [
          "rmse (\(unit))", "p", "bias (\(unit))", "p", "closer", "p", "rmse within (\(unit))", "pairs", "replicates",
        ]),
      subjects: 3)
    for family in report.families {
      guard let best = family.best else { continue }
      for (row, difference) in family.againstBest ?? [] {
        // The pair is in file order.
        let sign = difference.first.id == best.cell.id ? -1.0 : 1
        func figures(_ figure: PairedDifference.Figure) -> [String] {
          var shown = figure.difference
          shown.value = shown.value.map { sign * $0 }
          return [SummaryText.figure(shown, signed: true), figure.p.map(probability) ?? "–"]
        }
        table.add(
          [
            report.names.strategy(row.cell), report.names.listener(row.cell), SafeText.cut(family.estimator),
            report.names.strategy(best.cell),
          ] + figures(difference.rootMeanSquareError) + figures(difference.bias) + figures(difference.closer) + [
            family.margin(of: difference).map { Precision(of: $0, digits: 2).text($0) } ?? "–",
            TextTable.grouped(difference.pairs), TextTable.grouped(difference.replicates),
          ])
      }
    }
    return table
  }

  private static func probability(_ p: Double) -> String { p < 0.001 ? "< 0.001" : TextTable.fixed(p, 3) }
}

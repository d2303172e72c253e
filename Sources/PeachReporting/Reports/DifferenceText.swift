package import PeachSimulation
package import PeachStorage
import PeachSupport
package import PeachTrials

/// Writes the sentence that compares the strategies of a listener with the best one.
package enum DifferenceText {
  /// Families of more strategies have no sentence.
  static let mostStrategies = 40

  static let rule =
    "Strategies are compared in pairs, run by run, on the same random numbers. One comparison is by root mean square "
    + "error, over the runs in which both have a threshold. The other is by which of the two is closer to the truth "
    + "more often; a run without a threshold counts as infinitely far (sign test, Dixon & Mood 1946). The "
    + "probability of stating any difference that does not exist is at most 5 % (Holm 1979). For strategies that do "
    + "not differ beyond chance, the report states how far apart their errors are at most (two one-sided t tests, "
    + "Schuirmann 1987, with Bonferroni's correction). A strategy without a threshold in more than 10 % of its runs "
    + "is never called the best."

  /// The rule in short for the legend of a table.
  static let legend =
    "verdicts: Peach compares strategies in pairs of runs on the same random numbers: by root mean square error "
    + "(RMSE), over runs in which both have a threshold, and by which one is closer to the truth more often; a run "
    + "without a threshold always loses. For each listener, the probability of stating any difference that does "
    + "not exist is at most 5 % (Holm). The same holds for claims that two errors lie \"within\" a stated distance"

  /// - Parameter name: Gives the name of a cell's strategy.
  /// - Returns: `nil` if there are too few runs.
  package static func sentence(_ family: PairedFamily, _ axis: Axis, name: (CellRecord) -> String) -> String? {
    guard let verdict = family.verdict, verdict.best != nil || !verdict.failing.isEmpty else { return nil }
    let parts = best(verdict, axis, name) + findings(verdict.others, axis, name) + failures(verdict, name)
    return "\(label(family)): \(parts.joined(separator: "; "))"
  }

  private static func best(_ verdict: PairedFamily.Verdict, _ axis: Axis, _ name: (CellRecord) -> String) -> [String] {
    guard let best = verdict.best else { return ["no strategy is called the best"] }
    guard !verdict.others.isEmpty else {
      return ["only \(name(best.cell)) has a threshold in at least 90 % of its runs"]
    }
    let error = best.rootMeanSquareError.value.map { ", \(amount($0, axis, roundedUp: false))" } ?? ""
    return ["\(name(best.cell)) has the smallest RMSE\(error)"]
  }

  private static func findings(
    _ findings: [PairedFamily.Finding], _ axis: Axis, _ name: (CellRecord) -> String
  ) -> [String] {
    func group(
      _ one: String, _ many: String, _ belongs: (PairedFamily.Finding) -> Bool
    ) -> String? {
      let names = findings.filter(belongs).map { name($0.row.cell) }
      return names.isEmpty ? nil : "\(MethodsText.listed(names)) \(names.count == 1 ? one : many)"
    }
    let undecided = findings.filter { !$0.isTold }
    let margin = undecided.compactMap(\.margin).max().map { "within \(amount($0, axis, roundedUp: true)) of it" }
    return [
      group("has a larger RMSE", "have a larger RMSE") { $0.hasLargerError == true },
      group(
        "has a smaller RMSE than the best strategy in the runs in which both have a threshold",
        "have a smaller RMSE than the best strategy in the runs in which both have a threshold"
      ) {
        $0.hasLargerError == false
      },
      group(
        "is farther from the truth than the best strategy in more runs than it is closer",
        "are farther from the truth than the best strategy in more runs than they are closer"
      ) {
        $0.isFartherMoreOften == true
      },
      group(
        "is closer to the truth than the best strategy in more runs than it is farther",
        "are closer to the truth than the best strategy in more runs than they are farther"
      ) {
        $0.isFartherMoreOften == false
      },
      margin.flatMap { margin in group("is \(margin)", "are \(margin)") { !$0.isTold && $0.margin != nil } },
      group(
        "is not compared: too few runs have a threshold with both",
        "are not compared: too few runs have a threshold with both"
      ) {
        !$0.isTold && $0.margin == nil
      },
    ].compactMap(\.self)
  }

  private static func failures(_ verdict: PairedFamily.Verdict, _ name: (CellRecord) -> String) -> [String] {
    verdict.failing.map { row in
      let share = 100 * (row.failed.value ?? 0) / Double(row.replicates)
      // 10.1 % must not read as 10 %.
      return
        "\(name(row.cell)) has no threshold in \(TextTable.fixed(share, share < 11 ? 1 : 0)) % of its runs and is not ranked"
    }
  }

  /// A distance between errors with two digits: `0.048 octaves`, `1.2 dB`.
  private static func amount(_ value: Double, _ axis: Axis, roundedUp: Bool) -> String {
    let unit = axis.scale == .log ? "octaves" : SafeText.cut(axis.unit)
    guard value > 0 else { return "0 \(unit)" }
    let step = pow10(Int(log10(value).rounded(.down)) - 1)
    let rounded = (value / step - 1e-9).rounded(roundedUp ? .up : .toNearestOrAwayFromZero) * step
    return "\(Precision(of: rounded, digits: 2).text(rounded)) \(unit)"
  }

  private static func pow10(_ exponent: Int) -> Double { pow(10, Double(exponent)) }

  /// `fit`, or the words for own estimates.
  static func label(_ family: PairedFamily) -> String {
    family.estimator == "own"
      ? "estimates of the strategies themselves, each at its strategy's target" : SafeText.cut(family.estimator)
  }
}

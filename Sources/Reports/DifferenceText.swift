import Configuration
import Records
import Simulation

/// Which strategies differ from the best with a listener, in a sentence: the one rule by which that is said.
enum DifferenceText {
  /// Of more strategies nothing is said in sentences.
  static let mostStrategies = 40

  static let rule =
    "All strategies of a listener are compared by pairs, replicate by replicate on the same random numbers: by root mean "
    + "square error and mean error where both have a threshold, and by the share of all runs within 10 % of the truth, "
    + "in which failed runs count (McNemar 1947). What is said to differ does so with a probability of at most 5 % that any of it is "
    + "false (Holm 1979)."

  /// - Parameter name: Of a cell's strategy.
  /// - Returns: nil where the runs are too few to tell.
  static func sentence(_ family: PairedFamily, name: (CellRecord) -> String) -> String? {
    guard family.tests > 0, let best = family.best, let others = family.againstBest, !others.isEmpty else { return nil }
    let told = others.filter { $0.difference.isTold }.map { name($0.row.cell) }
    let rest = others.filter { !$0.difference.isTold }.map { name($0.row.cell) }
    var text = "\(label(family)): \(name(best.cell)) has the least error"
    if !told.isEmpty {
      text += "; \(MethodsText.listed(told)) \(told.count == 1 ? "differs" : "differ") from it beyond chance"
    }
    if !rest.isEmpty { text += "; \(MethodsText.listed(rest)) cannot be told apart from it" }
    return text
  }

  /// `fit`, or `own, each at its own target`.
  static func label(_ family: PairedFamily) -> String {
    family.estimator == "own" ? "own, each at its own target" : Shown.cut(family.estimator)
  }
}

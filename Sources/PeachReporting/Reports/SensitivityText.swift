package import PeachMath
import PeachSupport

/// Sensitivity in words: model and rule, the data, and the meaning.
package struct SensitivityText {
  /// A proportion that was given, such as the hits.
  package struct Given {
    package var name: String
    /// The count; `nil` if only the proportion was given.
    package var count: Int?
    /// The proportion after its correction.
    package var proportion: ObservedProportion
    /// The meaning of the count; `nil` if it is clear.
    package var meaning: String?

    package init(name: String, count: Int?, proportion: ObservedProportion, meaning: String? = nil) {
      self.name = name
      self.count = count
      self.proportion = proportion
      self.meaning = meaning
    }

    /// `43/50 = 0.8600`.
    fileprivate var text: String {
      let used = TextTable.fixed(proportion.value, 4)
      let number =
        if let count, let trials = proportion.trials {
          "\(count)/\(trials)"
            + (proportion == ObservedProportion(count, of: trials) ? " = \(used)" : ", corrected to \(used)")
        } else {
          proportion.value.shortest
        }
      return number + (meaning.map { ": \($0)" } ?? "")
    }
  }

  private let heading: String
  private let table: TextTable
  private let facts: FactList

  package init(
    _ sensitivity: Sensitivity, in task: any DetectionTask, given: [Given], correction: ProportionCorrection
  ) {
    heading = "\(task.title): \(task.decision)"
    var table = TextTable(SensitivityTable.columns.map { TextColumn($0, .number) })
    table.add(
      [sensitivity.dPrime, sensitivity.criterion, sensitivity.bias, sensitivity.standardError].map {
        $0.map { TextTable.fixed($0, 4) } ?? ""
      })
    let best = TextTable.fixed(100 * task.proportionCorrect(at: sensitivity.dPrime), 2)
    let facts =
      given.map { ($0.name, $0.text) } + [("correction", SensitivityText.words(correction))]
      + SensitivityText.differences(sensitivity, task, given) + [
        ("unbiased", "at most \(best) % correct with this d′"), ("model", "normal, of equal variance"),
        ("source", task.source),
      ]
    self.table = table
    self.facts = facts.reduce(into: FactList()) { $0.add($1.0, $1.1) }
  }

  package func text(in page: PageWidth) -> String {
    TextTable.paragraph(heading, to: page.text()) + "\n" + table.text(in: page) + "\n" + facts.text(to: page.text())
  }

  private static func words(_ correction: ProportionCorrection) -> String {
    switch correction {
    case .none: "none"
    case .loglinear: "loglinear, (k + 0.5)/(n + 1)"
    case .half: "half: 0 counts as 0.5, and n as n − 0.5"
    }
  }

  /// The criterion of the difference rule, and the best one.
  private static func differences(
    _ sensitivity: Sensitivity, _ task: any DetectionTask, _ given: [Given]
  ) -> [(String, String)] {
    guard let task = task as? SameDifferent, task.rule == .difference, let falseAlarms = given.dropFirst().first
    else { return [] }
    let found = DifferenceCriterion(falseAlarms: falseAlarms.proportion).value
    let best = SameDifferent.unbiasedCriterion(at: sensitivity.dPrime).value
    return [
      ("different", "criterion \(TextTable.fixed(found, 4)), unbiased at \(TextTable.fixed(best, 4)), in units of d′")
    ]
  }
}

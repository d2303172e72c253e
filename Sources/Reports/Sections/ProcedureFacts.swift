import Configuration
import Experiments
import Strategies

/// A strategy as an experiment set it: rule, target, start, steps, stop, estimator, source.
enum ProcedureFacts {
  /// - Parameters:
  ///   - strategy: Of the resolved experiment.
  ///   - target: In words.
  ///   - hasOwnEstimate: Whether it estimates the threshold itself.
  static func of(
    _ strategy: Value, _ kinds: Experiment.Kinds, target: String?, hasOwnEstimate: Bool
  ) -> [PageFact] {
    let kind = strategy["kind"]?.word ?? ""
    let declared = kinds.strategies[kind]
    var facts: [PageFact] = []
    facts.add("kind", kind + (declared.map { ": " + $0.summary } ?? ""))
    facts.add("rule", declared?.rule)
    facts.add("target", target)
    facts.add("settings", strategy.told(but: ["name", "kind", "estimator", "stop"]))
    facts.add("own stop", strategy["stop"]?.told)
    facts.add("estimator", estimator(strategy, declared, hasOwnEstimate))
    facts.add("source", declared?.source)
    return facts
  }

  private static func estimator(
    _ strategy: Value, _ declared: (any StrategyDeclaration.Type)?, _ hasOwnEstimate: Bool
  ) -> String {
    if let stated = strategy["estimator"] { return stated.told }
    guard hasOwnEstimate else { return "none of its own: fit alone" }
    return declared?.family == .staircases
      ? "the mean (geometric on a log axis) of an even number of reversal levels after the last change of step; earlier "
        + "reversals are discarded"
      : "its own, as the rule says"
  }
}

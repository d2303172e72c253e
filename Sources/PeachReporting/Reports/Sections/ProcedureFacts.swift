import PeachExperiments
import PeachSimulation
import PeachStrategies
import PeachSupport
import PeachTrials

/// The settings of a strategy in an experiment: rule, target, start, steps, stop, estimator and source.
enum ProcedureFacts {
  /// - Parameters:
  ///   - strategy: The strategy in the resolved experiment.
  ///   - plan: The plan of that experiment; `nil` if it cannot be read.
  ///   - hasOwnEstimate: Whether the strategy estimates the threshold itself.
  static func of(_ strategy: Value, _ kinds: Experiment.Kinds, _ plan: Plan?, hasOwnEstimate: Bool) -> [PageFact] {
    let kind = strategy["kind"]?.word ?? ""
    let declared = kinds.strategies[kind]
    let prose = plan.map { SettingsProse(strategy: strategy, task: $0.cells[0].task, kinds: kinds.strategies) }
    var facts: [PageFact] = []
    facts.add("kind", kind + (declared.map { ": " + $0.summary } ?? ""))
    let axis = plan?.cells[0].task.axis
    facts.add("rule", declared.map { declared in axis.map { declared.rule(of: strategy, on: $0) } ?? declared.rule })
    facts.add("target", plan.flatMap { target(of: strategy, in: $0) } ?? declared?.convergence)
    facts.add(
      "settings", (prose ?? SettingsProse([])).text(of: strategy, without: ["name", "kind", "estimator", "stop"]))
    facts.add("own stop", strategy["stop"].map(SettingsProse.stop))
    facts.add("estimator", estimator(strategy, declared, axis, hasOwnEstimate))
    facts.add("source", declared?.source)
    return facts
  }

  /// The target in words: `converges on 70.71 %`, or several if settings vary; `nil` if there is none.
  static func target(of strategy: Value, in plan: Plan) -> String? {
    let targets = plan.cells.filter { $0.strategy == strategy["name"]?.word }.compactMap {
      $0.factory?.facts.targetText
    }.distinct
    return targets.isEmpty || targets == ["none"] ? nil : targets.joined(separator: ", or ")
  }

  private static func estimator(
    _ strategy: Value, _ declared: (any StrategyDeclaration.Type)?, _ axis: Axis?, _ hasOwnEstimate: Bool
  ) -> String {
    if let stated = strategy["estimator"] { return SettingsProse.plain(stated) }
    guard hasOwnEstimate else { return "none of its own; only the fit, the same for every strategy, gives a threshold" }
    let mean =
      switch axis?.scale {
      case .log?: "the geometric mean"
      case .linear?: "the mean"
      case nil: "the mean (geometric on a log axis)"
      }
    return declared?.family == .staircases
      ? "\(mean) of the levels at reversals after the last change of step; if their number is odd, the first is left "
        + "out; earlier reversals are discarded"
      : "the strategy's own, as its rule says"
  }
}

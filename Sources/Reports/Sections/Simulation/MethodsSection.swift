import Configuration
import Experiments
import Records
import Simulation
import Strategies
import Trials

/// The strategies as they were set, and the estimators.
enum MethodsSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let strategies = report.resolved["strategies"]?.items ?? []
    var blocks: [PageBlock] = strategies.map { part($0, report) }
    if let stop = report.resolved["stop"] {
      blocks.insert(.text("A track ends by: \(stop.told), unless its strategy states another rule."), at: 0)
    }
    blocks.append(.part("The common estimator, fit", [.text(common(report))]))
    return PageSection("Methods", blocks)
  }

  private static func part(_ strategy: Value, _ report: SimulationReport) -> PageBlock {
    let name = strategy["name"]?.word ?? ""
    let kind = strategy["kind"]?.word ?? ""
    let declared = report.kinds.strategies[kind]
    let own = report.cells.first { $0.strategy == name }
    var facts: [PageFact] = []
    facts.add("kind", kind + (declared.map { ": " + $0.summary } ?? ""))
    facts.add("rule", declared?.rule)
    facts.add("target", target(of: own, report))
    let settings = strategy.fields.filter { !["name", "kind", "estimator"].contains($0.key) }
    for field in settings { facts.add(field.key, field.value.told) }
    facts.add("estimator", estimator(strategy, declared, own))
    facts.add("source", declared?.source)
    return .part(Shown.cut(name), [.facts(facts)])
  }

  private static func target(of cell: CellRecord?, _ report: SimulationReport) -> String? {
    guard let plan = report.plan, let cell, plan.cells.indices.contains(cell.id) else { return nil }
    return plan.cells[cell.id].factory.facts.targetText
  }

  private static func estimator(
    _ strategy: Value, _ declared: (any StrategyDeclaration.Type)?, _ cell: CellRecord?
  ) -> String {
    if let stated = strategy["estimator"] { return stated.told }
    guard cell?.estimators.contains(where: { $0.name != "fit" }) == true else { return "none of its own: fit alone" }
    return declared?.family == .staircases
      ? "the mean (geometric on a log axis) of an even number of reversal levels after the last change of step"
      : "its own, as the rule says"
  }

  private static func common(_ report: SimulationReport) -> String {
    let target = SimulationReport.percent(report.plan?.estimand ?? 0.75, 0)
    return report.simulation.task == "comparison"
      ? "Maximum likelihood on the run's test trials: P(higher) = λ + (1 − 2λ)·Φ((x − μ)/σ), x the signed offset in "
        + "\(report.axis.unit), μ and σ free, λ fixed at \((report.plan?.estimatorLapse ?? 0.01).shortest). The threshold "
        + "is the level at which \(target) are correct, averaged over both signs."
      : "Maximum likelihood on the run's test trials: a cumulative normal on the task's axis, guess rate "
        + "\(report.simulation.alternatives == 1 ? "free" : "1/\(report.simulation.alternatives)"), lapse rate free up to "
        + "0.1. The threshold is the level at which \(target) are correct."
  }
}

import PeachExperiments
import PeachFitting
import PeachMath
import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachSupport
import PeachTrials

/// The settings of the strategies, and the estimators.
enum MethodsSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let strategies = report.resolved["strategies"]?.items ?? []
    let parts = strategies.map { part($0, report) }
    var blocks: [PageBlock] =
      parts.count > 2 ? [.folded("\(parts.count) strategies: rules, targets, settings and sources", parts)] : parts
    if let stop = report.resolved["stop"] {
      blocks.insert(.text("Runs ended \(SettingsProse.stop(stop)), unless their strategy states another rule."), at: 0)
    }
    blocks.append(.part("The fit that is the same for every strategy (fit)", [.text(common(report))]))
    return PageSection("Methods", blocks)
  }

  private static func part(_ strategy: Value, _ report: SimulationReport) -> PageBlock {
    let cell = report.cells.first { $0.strategy == strategy["name"]?.word }
    let hasOwn = cell?.estimators.contains { !$0.isCommon }
    let facts = ProcedureFacts.of(strategy, report.kinds, report.plan, hasOwnEstimate: hasOwn ?? false)
    return .part(SafeText.cut(strategy["name"]?.word ?? ""), [.facts(facts)])
  }

  private static func common(_ report: SimulationReport) -> String {
    let target = SimulationReport.percent(report.plan?.estimand ?? 0.75, 0)
    let methods = report.plan?.estimatorMethods ?? [.reduced]
    let further = methods.dropFirst().map { " fit:\($0.rawValue) is the same fit by \(CommonFitWords.name($0))." }
      .joined()
    let method = CommonFitWords.name(methods[0])
    let how = method.prefix(1).uppercased() + method.dropFirst()
    return report.simulation.task == "comparison"
      ? "\(how) on the run's test trials: P(higher) = λ + (1 − 2λ)·Φ((x − μ)/σ), x the signed offset in "
        + "\(report.axis.unit), μ and σ free, λ \(CommonFitWords.lapse(report.plan.map(\.estimatorLapse) ?? 0.01)). The threshold "
        + "is the level at which \(target) are correct, averaged over both signs.\(further)"
      : "\(how) on the run's test trials: the "
        + CommonFitWords.function(report.plan?.estimatorFunction ?? NormalFunction.self, on: report.axis.scale)
        + ", guess rate "
        + "\(report.simulation.alternatives == 1 ? "free up to 0.25" : "1/\(report.simulation.alternatives)"), lapse rate free up to "
        + "0.1. The threshold is the level at which \(target) "
        + (report.simulation.alternatives == 1 ? "of signals are answered yes." : "are correct.") + further
  }
}

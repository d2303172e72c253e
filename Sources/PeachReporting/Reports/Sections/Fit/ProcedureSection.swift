import PeachAnalysis
import PeachExperiments
import PeachSimulation
import PeachStrategies
import PeachSupport

/// The procedure that chose the levels, if the data state it: rule, target, start, steps, stop, discarded reversals and
/// estimator.
enum ProcedureSection {
  static func section(_ page: FitPage) -> PageSection {
    let background = page.background
    guard !background.strategies.isEmpty else {
      return PageSection(
        "Procedure",
        [
          .facts([
            PageFact("rule, target, start, steps, stop", "not stated in the data"),
            PageFact("discarded reversals, estimator", "not stated in the data"),
            PageFact("runs ended at the lowest or highest level (floor or ceiling)", "not stated in the data"),
          ]),
          .text(
            "A results file and the records of live listeners state how levels were chosen; a table of trials "
              + "does not. State the procedure when you publish the threshold."),
        ])
    }
    var blocks: [PageBlock] = background.strategies.map { strategy in
      let declared = page.kinds.strategies[strategy["kind"]?.word ?? ""]
      let plan = page.plans.first { $0.resolved["strategies"]?.items.contains(strategy) == true }
      let facts = ProcedureFacts.of(
        strategy, page.kinds, plan ?? page.plans.first { $0.cells.contains { $0.strategy == strategy["name"]?.word } },
        hasOwnEstimate: declared?.family != .training)
      return .part(SafeText.cut(strategy["name"]?.word ?? ""), [.facts(facts)])
    }
    var facts: [PageFact] = []
    facts.add("task", background.task.map { SettingsProse.task($0, without: ["sounds"]) })
    facts.add("stop", background.stop.map { "ended " + SettingsProse.stop($0) })
    let endings = background.endings.map { "\(TextTable.grouped($0.count)) by \($0.reason)" }.joined(separator: ", ")
    facts.add("runs ended", endings)
    let bounded = background.endings.filter { ["floor", "ceiling"].contains($0.reason) }.reduce(0) { $0 + $1.count }
    facts.add("runs ended at the lowest or highest level (floor or ceiling)", TextTable.grouped(bounded))
    blocks.append(.part("Common to all", [.facts(facts)]))
    return PageSection("Procedure", blocks)
  }
}

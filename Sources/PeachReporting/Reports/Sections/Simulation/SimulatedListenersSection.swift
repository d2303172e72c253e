import PeachExperiments
import PeachListeners
import PeachSimulation
import PeachStorage
import PeachSupport

/// The simulated listeners, which are the data-generating mechanism.
enum SimulatedListenersSection {
  static func section(_ report: SimulationReport) -> PageSection {
    var blocks: [PageBlock] = [
      .text(
        "On every trial the listener's model gives the probability of each answer, and a random number decides. "
          + "Replicate n of a listener has the same random numbers with every strategy, so that all strategies are "
          + "compared under the same conditions.")
    ]
    let listeners = report.resolved["listeners"]?.items ?? []
    if listeners.isEmpty {
      blocks.append(
        .text(
          "This version of Peach cannot read the experiment. Provenance names the version that stored it."))
    }
    let parts = listeners.map { part($0, report) }
    blocks += parts.count > 4 ? [.folded("\(parts.count) listeners: kinds, parameters and sources", parts)] : parts
    if let task = report.resolved["task"] {
      blocks.append(.part("Task", [.text(SettingsProse.task(task, without: ["sounds"]) + ".")]))
    }
    return PageSection("Data-generating listeners", blocks)
  }

  private static func part(_ listener: Value, _ report: SimulationReport) -> PageBlock {
    let name = listener["name"]?.word ?? ""
    var facts: [PageFact] = []
    if let kind = listener["kind"]?.word {
      let declared = report.kinds.listeners[kind]
      facts.add("kind", kind + (declared.map { ": " + $0.summary } ?? ""))
      let prose = SettingsProse(listener) { reader in
        if let task = report.plan?.cells.first?.task { _ = declared?.read(reader, in: task) }
      }
      facts.add("parameters", prose.text(of: listener))
      facts.add("source", declared?.source)
    }
    let lapses = report.cells.filter { $0.listener == name }.flatMap { $0.estimators.compactMap(\.trueLapse) }.distinct
    facts.add("λ", lapses.map(\.brief).joined(separator: ", "))
    return .part(SafeText.cut(name), [.facts(facts)])
  }
}

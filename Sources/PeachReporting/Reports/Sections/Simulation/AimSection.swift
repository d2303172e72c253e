import PeachStorage
import PeachSupport

/// The aim of the simulation.
enum AimSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let blocks: [PageBlock] =
      report.simulation.question == nil ? [.text("The experiment file states no question.")] : []
    let strategies = report.cells.map(\.strategy).distinct
    let listeners = report.cells.map(\.listener).distinct
    var facts: [PageFact] = []
    facts.add("strategies", strategies.map(SafeText.cut).joined(separator: ", "))
    facts.add("listeners", listeners.map(SafeText.cut).joined(separator: ", "))
    facts.add("varied", report.simulation.varied.map(SafeText.cut).joined(separator: ", "))
    facts.add(
      "judged by",
      "the error of the estimated threshold (bias, spread, root mean square), the share of runs without a threshold, "
        + "coverage of 95 % intervals, trials")
    return PageSection("Aim", blocks + [.facts(facts)])
  }
}

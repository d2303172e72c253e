import Configuration
import Experiments
import Listeners
import Strategies

/// What the report rests on.
enum SimulationReferencesSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let strategies = report.resolved["strategies"]?.items ?? []
    let listeners = report.resolved["listeners"]?.items ?? []
    let sources =
      strategies.compactMap { $0["kind"]?.word.flatMap { report.kinds.strategies[$0]?.source } }
      + listeners.compactMap { $0["kind"]?.word.flatMap { report.kinds.listeners[$0]?.source } }
    let general = [
      "Morris, White & Crowther (2019), Stat. Med. 38:2074–2102, doi:10.1002/sim.8086 (ADEMP, Monte Carlo errors)",
      "Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, doi:10.1121/1.1910407 (sweat factor)",
    ]
    return PageSection(
      "References", [.list(SimulationReport.distinct(sources.filter { $0 != "none" } + general))])
  }
}

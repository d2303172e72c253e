import PeachAnalysis
import PeachFitting

/// The numbers of the population and its contrasts, and each listener's separate and shrunken estimates.
enum PopulationTablesSection {
  static func section(_ page: PopulationPage) -> PageSection? {
    let text = PopulationText(page.report)
    var blocks: [PageBlock] = []
    if page.report.status.hasEstimates {
      blocks.append(.table(PageTable("Population: means, standard deviations and contrasts", text.population)))
    }
    let listeners = PageTable("Each listener: separate and shrunken", text.listeners, subjects: 2)
    blocks.append(listeners.count > 30 ? .folded("All listeners", [.table(listeners)]) : .table(listeners))
    return PageSection("Estimates", blocks)
  }
}

/// The curve of the median listener, and the range of listeners.
enum PopulationCurvesSection {
  static func section(_ page: PopulationPage) -> PageSection? {
    page.curves.map { PageSection("Curves", [.panels($0, caption: $0.caption(of: ""))]) }
  }
}

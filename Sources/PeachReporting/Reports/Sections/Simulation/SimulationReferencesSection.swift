/// The publications that the page names.
enum SimulationReferencesSection {
  static func section(_ report: SimulationReport, citedIn sections: [PageSection]) -> PageSection? {
    MethodsTextSection.references(report.methods ?? MethodsText(), citedIn: sections)
  }
}

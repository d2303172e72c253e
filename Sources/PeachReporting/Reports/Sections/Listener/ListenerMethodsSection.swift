/// The methods section for a paper about the listener's sessions and their fits.
enum ListenerMethodsSection {
  static func section(_ report: ListenerReport) -> PageSection? { report.methods.map(MethodsTextSection.section) }
}

/// The publications that the page names.
enum ListenerReferencesSection {
  static func section(_ report: ListenerReport, citedIn sections: [PageSection]) -> PageSection? {
    MethodsTextSection.references(report.methods ?? MethodsText(), citedIn: sections)
  }
}

/// What a paper's methods say of the listener's sessions and their fits.
enum ListenerMethodsSection {
  static func section(_ report: ListenerReport) -> PageSection? { report.methods.map(MethodsTextSection.section) }
}

/// What the report rests on.
enum ListenerReferencesSection {
  static func section(_ report: ListenerReport) -> PageSection? {
    report.methods.map { MethodsTextSection.references($0, []) }
  }
}

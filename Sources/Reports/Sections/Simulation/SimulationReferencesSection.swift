/// What the report rests on.
enum SimulationReferencesSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let general = [KnownReferences.morris, KnownReferences.siepe, KnownReferences.taylor]
    return MethodsTextSection.references(report.methods ?? MethodsText(), general)
  }
}

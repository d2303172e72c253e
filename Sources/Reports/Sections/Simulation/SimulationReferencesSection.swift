/// What the report rests on.
enum SimulationReferencesSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let general =
      [KnownReferences.morris, KnownReferences.siepe, KnownReferences.taylor]
      + (report.families.isEmpty ? [] : [KnownReferences.holm, KnownReferences.mcNemar])
    return MethodsTextSection.references(report.methods ?? MethodsText(), general)
  }
}

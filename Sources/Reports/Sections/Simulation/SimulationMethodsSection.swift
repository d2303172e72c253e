/// What a paper's methods say of the simulation.
enum SimulationMethodsSection {
  static func section(_ report: SimulationReport) -> PageSection? { report.methods.map(MethodsTextSection.section) }
}

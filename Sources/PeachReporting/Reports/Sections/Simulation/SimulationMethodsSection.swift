/// The methods section for a paper about the simulation.
enum SimulationMethodsSection {
  static func section(_ report: SimulationReport) -> PageSection? { report.methods.map(MethodsTextSection.section) }
}

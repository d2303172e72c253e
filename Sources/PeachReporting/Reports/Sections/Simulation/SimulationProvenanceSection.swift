import PeachSimulation
import PeachStorage
import PeachSupport

/// The origin of the numbers, and the commands that reproduce them.
enum SimulationProvenanceSection {
  static func section(_ report: SimulationReport) -> PageSection {
    let simulation = report.simulation
    let all = simulation.replicates * report.cells.count
    var facts: [PageFact] = []
    facts.add("results file", report.path)
    facts.add("seed", report.plan.map { String($0.seed) } ?? "0x" + simulation.seed)
    facts.add("replicates", TextTable.grouped(simulation.replicates))
    facts.add(
      "runs",
      TextTable.grouped(report.stored)
        + (report.stored < all ? " of \(TextTable.grouped(all)): it was interrupted" : ""))
    facts.add("peach", simulation.version)
    facts.add("build", simulation.build)
    facts.add("digest of the experiment", simulation.digest)
    let path = SafeText.forShell(report.path)
    let file = SafeText.forShell("\(simulation.name).yaml")
    let again = [
      "peach verify \(path)",
      "peach simulate \(file) -o again.sqlite --replicates \(simulation.replicates)",
      "peach export \(path) --table runs -o runs.csv",
    ]
    let experiment = report.plan.map { $0.resolved.json(indent: 2) } ?? simulation.experiment
    return PageSection(
      "Provenance",
      [
        .facts(facts),
        .text(
          "peach verify simulates the experiment again and compares every number. The experiment below, saved as "
            + "\(simulation.name).yaml, gives the same results with the same build, however many cores the machine "
            + "has."),
        .commands(again),
        .folded(
          "The experiment as Peach read it, with all defaults",
          [.commands(experiment.split(separator: "\n").map(String.init))]),
      ])
  }
}

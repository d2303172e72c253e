import ArgumentParser
import Configuration
import Experiments
import Records
import Reports
import Simulation
import Trials

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check an experiment file without running it: its cells, targets and truth, or all its problems.",
    discussion: """
      What is right and yet cannot work (a grid without the threshold, a start outside the levels) is warned of on \
      standard error.

      Example:
        peach check experiments/strategy-comparison.yaml
      """)

  @OptionGroup var file: ExperimentOptions

  func run() throws {
    let experiment = try file.read()
    let plan = experiment.plan
    let records = plan.cellRecords
    let axis = plan.cells[0].task.axis
    Standard.output(
      "\(plan.name): \(TextTable.grouped(plan.cells.count)) cells × \(TextTable.grouped(plan.replicates)) replicates"
        + " = \(TextTable.grouped(plan.runs)) runs, seed \(plan.seed)\n\n")
    var table = TextTable([
      ("strategy", false), ("listener", false), ("target", false), ("estimator", false), ("at", true),
      ("true_threshold_\(axis.unit)", true),
    ])
    for (cell, record) in zip(plan.cells, records) {
      func varied(_ owner: String) -> String { VariedColumn.text(plan.varied, cell.varied, of: owner) }
      let strategy = Shown.cut(cell.strategy) + varied("strategies.\(cell.strategy)")
      let listener = Shown.cut(cell.listener) + varied("listeners.\(cell.listener)") + varied("task")
      for (index, estimator) in record.estimators.enumerated() {
        table.add([
          index == 0 ? strategy : "", index == 0 ? listener : "",
          index == 0 ? cell.factory.facts.targetText : "", estimator.name,
          estimator.target.map { TextTable.fixed(100 * $0, 2) + " %" } ?? "",
          estimator.truth.map { TextTable.fixed($0, 3) } ?? (estimator.target == nil ? "" : "unreachable"),
        ])
      }
    }
    Standard.output(table.text)
    Warnings.tell(experiment.warnings + plan.outOfReach(records))
  }
}

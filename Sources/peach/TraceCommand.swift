import ArgumentParser
import Configuration
import Experiments
import Reports
import Simulation
import Trials

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Follow one strategy through given answers, trial by trial.",
    discussion: """
      Answers are 1 (correct, yes, higher on a signed axis) and 0, or h (higher) and l (lower), or a CSV file with \
      answer or correct, and what was presented: reference_note, interval, offset_cents, level_cents (in a level task \
      level and its unit), trial_kind, track. On unsigned levels h and l are right or wrong by the sign that is drawn.

      Example:
        peach trace experiments/strategy-comparison.yaml --strategy kazez \\
          --responses 1101110011
      """)

  @OptionGroup var file: ExperimentOptions

  @Option(help: ArgumentHelp("Which strategy of the file.", valueName: "NAME"))
  var strategy: String

  @Option(help: ArgumentHelp("The answers.", valueName: "1101…|hlhh…|FILE.csv"))
  var responses: String

  @Option(help: "How the trials are printed.")
  var format: OutputFormat = .table

  func run() throws {
    let plan = try file.read().plan
    guard let cell = plan.cells.first(where: { $0.strategy == strategy }) else {
      var names: [String] = []
      for cell in plan.cells where !names.contains(cell.strategy) { names.append(cell.strategy) }
      let hint = NearestName.hint(for: strategy, among: names, listing: "strategies there") ?? ""
      throw ValidationError("--strategy: \(file.experiment) has no strategy '\(strategy)'; \(hint)")
    }
    let answers = try Responses.read(
      responses, for: cell.task, isSigned: cell.factory.isSigned, tracks: cell.specimen.namedTracks)
    let trace = TraceText(cell, seed: plan.seed, answers: answers)
    let table = trace.table
    switch format {
    case .table: Standard.output(trace.text)
    case .csv: Standard.output(CSV.header(table.columns) + table.fields.map(CSV.line).joined())
    case .json: Standard.output(JSONRows.text(table.columns, table.fields))
    }
    if trace.trials < answers.count {
      Standard.error("the track stopped after \(trace.trials) of \(answers.count) answers\n")
    }
    if cell.varied.contains(where: { !$0.isEmpty }) {
      Standard.error("the file varies values; this is the first of each\n")
    }
  }
}

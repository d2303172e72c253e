import ArgumentParser
import Configuration
import Experiments

/// Formats of what a command prints.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json
}

/// Formats of lists.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
  case table, json
}

/// What commands that read an experiment file share.
struct ExperimentOptions: ParsableArguments {
  @Argument(help: "The experiment file (YAML).", completion: .file(extensions: ["yaml", "yml"]))
  var experiment: String

  func read(_ overrides: Experiment.Overrides = Experiment.Overrides()) throws -> Experiment {
    try Experiment.read(experiment, overrides: overrides)
  }
}

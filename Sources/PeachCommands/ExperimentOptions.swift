import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachSessions
import PeachStorage
import PeachSupport

/// Formats of what a command prints.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json
}

/// Formats of lists.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
  case table, json
}

/// Options of all commands that read an experiment file.
struct ExperimentOptions: ParsableArguments {
  @Argument(help: "The experiment file (YAML).", completion: .file(extensions: ["yaml", "yml"]))
  var experiment: String

  func read(_ overrides: Experiment.Overrides = Experiment.Overrides()) throws -> Experiment {
    try Experiment.readHere(experiment, overrides)
  }
}

extension Experiment {
  /// Reads a file that may name the profile of a listener of this machine.
  static func readHere(_ path: String, _ overrides: Overrides = Overrides()) throws -> Experiment {
    try InputFile.check(path, is: .experiment)
    var overrides = overrides
    overrides.profiles = { id in
      guard let database = try ListenerDatabase.existing(), try database.listener(id) != nil else { return nil }
      return try database.profile(of: id)
    }
    overrides.twins = { try Twins.source(of: $0, calibration: $1, in: try ListenerDatabase.existing()) }
    return try Experiment.read(path, kinds: Peach.kinds, overrides: overrides)
  }
}

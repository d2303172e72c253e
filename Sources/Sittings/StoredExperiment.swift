import Configuration
public import Experiments
public import Records
public import Simulation

/// The experiment that a results file holds, read again.
public enum StoredExperiment {
  /// Its plan, with as many replicates as the file is to have.
  ///
  /// - Throws: `SittingError` if it cannot be read, as with kinds that this program has not; `RecordsError`.
  public static func plan(of results: ResultsFile, kinds: Experiment.Kinds) throws -> Plan {
    let simulation = try results.simulation()
    do {
      return try Experiment.parse(
        simulation.experiment, file: "\(Shown.line(results.path)), its experiment", kinds: kinds,
        overrides: Experiment.Overrides(replicates: simulation.replicates)
      ).plan
    } catch {
      throw SittingError(
        .content,
        "\(error.description)\n  hint: the file uses other kinds of strategy or listener, or was changed")
    }
  }
}

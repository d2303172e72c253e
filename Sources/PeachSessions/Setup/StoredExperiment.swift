package import PeachExperiments
package import PeachSimulation
package import PeachStorage
import PeachSupport

/// The experiment that a results file holds, read again.
package enum StoredExperiment {
  /// Its plan, with as many replicates as the file is to have.
  ///
  /// - Throws: `LiveSessionError` if it cannot be read, as with kinds that this program has not; `RecordsError`.
  package static func plan(of results: ResultsFile, kinds: Experiment.Kinds) throws -> Plan {
    let simulation = try results.simulation()
    do {
      return try Experiment.parse(
        simulation.experiment, file: "\(SafeText.line(results.path)), its experiment", kinds: kinds,
        overrides: Experiment.Overrides(replicates: simulation.replicates)
      ).plan
    } catch {
      throw LiveSessionError(
        .content,
        "\(error.description)\n  hint: the file uses other kinds of strategy or listener, or was changed")
    }
  }
}

import Configuration
import Experiments
import Glibc
public import Records
public import Simulation

/// Opens the results file of a plan: a new one, or the one that holds earlier runs of the same experiment by the same
/// build.
public struct ResultsOpening {
  private let plan: Plan
  private let path: String
  private let force: Bool

  /// - Parameter force: Whether results of another experiment or build are replaced.
  public init(plan: Plan, path: String, force: Bool) {
    self.plan = plan
    self.path = path
    self.force = force
  }

  /// - Returns: The file, which no other process writes, and what is to be said of it.
  /// - Throws: `SittingError` when what is there may not go on, `RecordsError` when it cannot be used.
  public func open() throws -> (results: ResultsFile, warning: String?) {
    let new = plan.record(version: Program.version, build: try Program.build())
    guard access(path, F_OK) == 0 else { return (try create(new, replacing: false), nil) }
    if force, ResultsFile.isOurs(path) {
      if let (results, stored) = try? stored(), difference(stored, new) == nil {
        return try resume(results, stored, new)
      }
      return (try create(new, replacing: true), nil)
    }
    let (results, stored) = try stored()
    if let difference = difference(stored, new) {
      throw SittingError(
        .content,
        "\(Shown.line(path)): holds results of another \(difference)\n"
          + "  hint: choose another file with -o, or replace this one with --force")
    }
    return try resume(results, stored, new)
  }

  private func stored() throws(RecordsError) -> (ResultsFile, SimulationRecord) {
    let results = try ResultsFile.openForWriting(path)
    return (results, try results.simulation())
  }

  private func create(_ new: SimulationRecord, replacing: Bool) throws(RecordsError) -> ResultsFile {
    try ResultsFile.create(at: path, new, cells: plan.cellRecords, replacing: replacing)
  }

  private func resume(
    _ results: ResultsFile, _ stored: SimulationRecord, _ new: SimulationRecord
  ) throws(RecordsError) -> (ResultsFile, String?) {
    if new.replicates > stored.replicates { try results.setReplicates(new.replicates) }
    let isRenamed = stored.name != new.name
    return (
      results,
      isRenamed
        ? "\(Shown.line(path)): keeps its name, \(Shown.cut(stored.name)); the file's is \(Shown.cut(new.name))" : nil
    )
  }

  /// Why two results may not be mixed; nil where they may.
  private func difference(_ stored: SimulationRecord, _ new: SimulationRecord) -> String? {
    if stored.digest != new.digest {
      let first = ResolvedDifference.first(stored: stored.experiment, new: plan.resolved)
      return "experiment: " + (first ?? "their digests differ")
    }
    if stored.build != new.build {
      let versions = stored.version == new.version ? "" : ", version \(stored.version), this is \(new.version)"
      return "build of peach\(versions)"
    }
    return nil
  }
}

import PeachExperiments
import PeachSessions
package import PeachSimulation
package import PeachStorage
import PeachSupport

/// Opens the results file of a plan, or of a part of its runs: a new one, or the one that holds earlier runs of the same experiment by the same
/// build.
package struct ResultsOpening {
  private let plan: Plan
  private let path: String
  private let force: Bool
  private let shard: Shard

  /// - Parameter force: Whether results of another experiment or build are replaced.
  package init(plan: Plan, shard: Shard = .whole, path: String, force: Bool) {
    self.plan = plan
    self.shard = shard
    self.path = path
    self.force = force
  }

  /// - Returns: The file, which no other process writes, and a warning about it.
  /// - Throws: `LiveSessionError` if what is there may not go on, `RecordsError` when it cannot be used.
  package func open() throws -> (results: ResultsFile, warning: String?) {
    var new = plan.record(version: BuildInfo.version, build: try BuildInfo.build())
    new.shard = shard
    guard access(path, F_OK) == 0 else { return (try create(new, replacing: false), nil) }
    if force, ResultsFile.isOurs(path) {
      if let (results, stored) = try? stored(), difference(stored, new) == nil {
        return try resume(results, stored, new)
      }
      return (try create(new, replacing: true), nil)
    }
    let (results, stored) = try stored()
    if let difference = difference(stored, new) {
      throw LiveSessionError(
        .content,
        "\(SafeText.line(path)): holds \(difference)\n"
          + "  hint: write to another file with -o, or replace the results with --force")
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
        ? "\(SafeText.line(path)): keeps its experiment name \(SafeText.cut(stored.name)), although the experiment "
          + "file now has the name \(SafeText.cut(new.name))"
        : nil
    )
  }

  /// The difference that keeps a stored simulation from continuing as the new one; `nil` if it can continue.
  private func difference(_ stored: SimulationRecord, _ new: SimulationRecord) -> String? {
    if let difference = ResultsDifference.words(stored, new) { return "results of another \(difference)" }
    if stored.shard != new.shard {
      return "\(stored.shard.words), not \(new.shard.words)"
    }
    // Other replicates would be other parts.
    if !stored.shard.isWhole, stored.replicates != new.replicates {
      return "shard \(stored.shard) of a simulation with \(stored.replicates) replicates, not with \(new.replicates)"
    }
    return nil
  }
}

import Experiments
import Glibc
import Records
import Simulation

/// Opens the results file of a plan: a new one, or the one that holds earlier runs of the same experiment by the same
/// build.
struct ResultsOpening {
  let plan: Plan
  let path: String
  let force: Bool

  func open() throws -> ResultsFile {
    let build = try BuildIdentity.current()
    let new = plan.record(version: Peach.version, build: build)
    guard access(path, F_OK) == 0 else { return try create(new) }
    if force, ResultsFile.isOurs(path) {
      if let results = try? ResultsFile.open(path), let stored = try? results.simulation(),
        difference(stored, new) == nil
      {
        return try resume(results, stored, new)
      }
      return try create(new)
    }
    let results = try ResultsFile.open(path)
    let stored = try results.simulation()
    if let difference = difference(stored, new) {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(path): holds results of another \(difference)\n"
          + "  hint: choose another file with -o, or replace this one with --force")
    }
    return try resume(results, stored, new)
  }

  private func create(_ new: SimulationRecord) throws -> ResultsFile {
    let results = try ResultsFile.create(at: path, new, cells: plan.cellRecords)
    try results.lockForWriting()
    return results
  }

  private func resume(
    _ results: ResultsFile, _ stored: SimulationRecord, _ new: SimulationRecord
  ) throws -> ResultsFile {
    try results.lockForWriting()
    if stored.name != new.name {
      Standard.error("\(path): keeps its name, \(stored.name); the file's is \(new.name)\n")
    }
    if new.replicates > stored.replicates { try results.setReplicates(new.replicates) }
    return results
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

import Foundation
import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachStorage
import PeachTrials

/// A directory of a test's own, gone with it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}

enum Samples {
  static let comparison = "{kind: comparison, notes: [C4, C4]}"

  /// A plan from the parts of an experiment file.
  static func plan(
    task: String = comparison, listeners: [String], strategies: [String] = ["{name: kazez, kind: kazez}"],
    rest: String = "stop: {trials: 40}", replicates: Int = 4
  ) throws -> Plan {
    let text = """
      name: sample
      seed: 42
      task: \(task)
      listeners: [\(listeners.joined(separator: ", "))]
      strategies: [\(strategies.joined(separator: ", "))]
      replicates: \(replicates)
      \(rest)
      """
    return try Experiment.parse(text, file: "sample.yaml").plan
  }

  /// A results file for a plan, with no runs.
  static func file(_ plan: Plan, in folder: Folder) throws -> ResultsFile {
    try ResultsFile.create(
      at: folder.path("results.sqlite"), plan.record(version: "0.0.0", build: "none"), cells: plan.cellRecords,
      replacing: true)
  }

  /// Runs all of a plan.
  static func results(of plan: Plan, in folder: Folder, jobs: Int = 1) async throws -> ResultsFile {
    let file = try file(plan, in: folder)
    _ = try await Simulator(plan, jobs: jobs, isCancelled: { false }).run(into: file) { _ in }
    return file
  }

  static func runs(_ file: ResultsFile, of cell: Int = 0) throws -> [(run: RunRecord, estimate: EstimateRecord)] {
    var rows: [(run: RunRecord, estimate: EstimateRecord)] = []
    try file.forEachRun(of: cell) { rows.append(($0, $1)) }
    return rows
  }
}

/// Whether two numbers agree to a relative difference.
func agree(_ a: Double?, _ b: Double?, within tolerance: Double = 1e-12) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) <= tolerance * max(abs(a), abs(b))
}

import Foundation
import PeachSessions
import PeachSimulation
import PeachStorage

/// The runs of a plan, made again into a results file that nobody keeps.
struct RerunResults {
  let results: ResultsFile
  private let draft: DraftFolder
  private let plan: Plan

  /// - Parameter program: The version and build that the results name; by default this peach's.
  init(_ plan: Plan, by program: (version: String, build: String)? = nil) throws {
    self.plan = plan
    draft = try DraftFolder.temporary()
    results = try ResultsFile.create(
      at: draft.path + "/again.sqlite",
      plan.record(version: program?.version ?? BuildInfo.version, build: try program?.build ?? BuildInfo.build()),
      cells: plan.cellRecords, replacing: false)
  }

  var folder: URL { URL(fileURLWithPath: draft.path) }

  func remove() { draft.discard() }

  /// - Parameter sample: How many, spread over all; nil for all.
  /// - Returns: How many were made.
  func make(sample: Int? = nil) async throws -> Int {
    let all = plan.cells.indices.map { (cell: $0, replicates: 1...plan.replicates) }
    let chosen = sample.map { Verifier.spread($0, over: all, seed: plan.seed) }
    let isPart = chosen.map { $0.reduce(0) { $0 + $1.replicates.count } < plan.runs } ?? false
    let bar = ProgressBar(counting: "runs")
    defer { bar.clear() }
    let simulator = Simulator(
      plan, jobs: ProcessInfo.processInfo.activeProcessorCount, isCancelled: { Interruption.isRequested })
    let isWhole = try await simulator.run(into: results, only: isPart ? chosen : nil) {
      bar.show(done: $0.done, total: $0.total, new: $0.new)
    }
    guard isWhole else { throw VerifyCommand.ended() }
    return isPart ? sample ?? plan.runs : plan.runs
  }
}

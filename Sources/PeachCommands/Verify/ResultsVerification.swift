import Foundation
import PeachAnalysis
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage

/// Makes the runs of a results file again.
struct ResultsVerification {
  let path: String
  let processes: ProcessOptions

  func run(sample: Int?, in page: PageWidth) async throws -> (text: String, isSame: Bool) {
    try InputFile.check(path, is: .results)
    let stored = try ResultsFile.open(path)
    // Runs of another shard than it says are damage.
    _ = try stored.progress()
    let context = try TableContext(stored)
    let plan = try StoredExperiment.plan(of: stored, kinds: Peach.kinds)
    try processes.admit(plan.resolved, of: path)
    try VerifyCommand.tellBuild(context.simulation.build, version: context.simulation.version, of: path)
    let bar = ProgressBar(counting: "runs")
    defer { bar.clear() }
    let verifier = Verifier(plan, stored, isCancelled: { Interruption.isRequested })
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    let outcome = try await verifier.run(sample: sample, jobs: jobs) { bar.show(done: $0, total: $1, new: $0) }
    bar.clear()
    guard let outcome else { throw VerifyCommand.ended() }
    return (VerificationText(outcome, context, path: path).text(in: page), outcome.differences.isEmpty)
  }
}

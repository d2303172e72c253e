import Analysis
import ArgumentParser
import Configuration
import Foundation
import Records
import Reports
import Simulation
import Sittings

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Run again what made a results file, and say whether every number is the same.",
    discussion: """
      The experiment that the file holds is simulated again, and compared with what is stored: every run, every estimate, \
      every kept trial, to the last digit. Another build of peach may make other numbers; that it is another is told. Exit 0 \
      where all are the same, 65 where one is not.

      Examples:
        peach verify strategy-comparison.sqlite
        peach verify strategy-comparison.sqlite --sample 500
      """)

  @Argument(help: "A results file.", completion: .file(extensions: ["sqlite"]))
  var results: String

  @Option(help: ArgumentHelp("How many runs, spread over all of them; default all.", valueName: "N"))
  var sample: Int?

  @OptionGroup var layout: PageOptions

  func validate() throws {
    if let sample, sample < 1 { throw ValidationError("--sample: expected a whole number from 1 on, got \(sample)") }
  }

  func run() async throws {
    try GivenFile.check(results, is: .results)
    let stored = try ResultsFile.open(results)
    let context = try TableContext(stored)
    let plan = try StoredExperiment.plan(of: stored, kinds: Peach.kinds)
    try tellBuild(of: context.simulation)
    Interruption.listen()
    Interruption.endSoon(saying: "interrupted; nothing was changed\n")
    let bar = ProgressBar(counting: "runs")
    defer { bar.clear() }
    let verifier = Verifier(plan, stored, isCancelled: { Interruption.isRequested })
    let outcome = try await verifier.run(
      sample: sample, jobs: ProcessInfo.processInfo.activeProcessorCount
    ) { bar.show(done: $0, total: $1, new: $0) }
    bar.clear()
    guard let outcome else {
      Interruption.workEnds()
      Standard.error("interrupted; nothing was changed\n")
      throw ExitCode(Interruption.status)
    }
    Standard.output(VerificationText(outcome, context, path: results).text(in: layout.page))
    if !outcome.differences.isEmpty { throw ExitCode(ExitStatus.wrongContent) }
  }

  private func tellBuild(of simulation: SimulationRecord) throws {
    guard try simulation.build != Program.build() else { return }
    Standard.error(
      "\(Shown.line(results)): was made by another build of peach, version \(Shown.cut(simulation.version)), build "
        + "\(Shown.cut(simulation.build)); this is version \(Program.version), build \(try Program.build())\n")
  }
}

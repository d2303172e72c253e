import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport

struct CiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cite",
    abstract: "Print a methods section and references for a paper.",
    discussion: """
      The section describes the listeners, the procedures, the stop rules, the estimates and the software, with the \
      seed and the digest (SHA-256) of the experiment. Tables list all parameters. References follow as text and as \
      BibTeX.

      Examples:
        peach cite strategy-comparison.sqlite
        peach cite strategy-comparison.sqlite > methods.txt
      """)

  @Argument(help: "A results file.", completion: .file(extensions: ["sqlite"]))
  var results: String

  @OptionGroup var layout: PageOptions

  func run() throws {
    try InputFile.check(results, is: .results)
    let opened = try ResultsFile.open(results)
    let plan = try StoredExperiment.plan(of: opened, kinds: Peach.kinds)
    let text = SimulationMethods.text(try TableContext(opened), plan, kinds: Peach.kinds, year: BuildInfo.year)
    Standard.output(text.text(in: layout.page))
  }
}

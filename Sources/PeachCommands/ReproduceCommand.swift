import ArgumentParser
import Foundation
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport

struct ReproduceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Compare published values with a simulation.",
    discussion: """
      The section `published` of an experiment file states published values and tolerances (peach list experiment). \
      It also states known disagreements, with their reason and the value that Peach finds. The exit code is 1 if a \
      value lies outside its tolerance, or if a \
      known disagreement has disappeared.

      Examples:
        peach reproduce experiments/published/levitt-1971.yaml
        peach reproduce experiments/published/*.yaml --replicates 200
      """)

  /// Formats of the table.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, markdown
  }

  @Argument(help: "Experiment files (YAML) with a section published.", completion: .file(extensions: ["yaml", "yml"]))
  var experiments: [String]

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "A folder to keep the results files in, as NAME.sqlite; by default Peach keeps none.", valueName: "DIR"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Runs of each strategy with each listener; default as in the files. With fewer, a value may also differ by \
      three standard errors.
      """, valueName: "N"))
  var replicates: Int?

  @Option(help: ArgumentHelp("Number of parallel batches; default one for each core.", valueName: "N"))
  var jobs: Int?

  @Option(help: "Output format.")
  var format: Format = .table

  @OptionGroup var processes: ProcessOptions

  @OptionGroup var layout: PageOptions

  func validate() throws {
    if output == "" { throw ValidationError("--output: expected a folder, got ''") }
    try WorkCounts.check(jobs: jobs)
    try WorkCounts.check(replicates: replicates)
  }

  func run() async throws {
    let read = try experiments.map { try published($0) }
    try checkNames(read.map(\.plan.name))
    let folder = try ResultsFolder(output)
    defer { folder.remove() }
    Interruption.listen()
    let bar = ProgressBar(counting: "runs")
    defer { bar.clear() }
    let total = read.reduce(0) { $0 + $1.plan.runs }
    var before = 0
    var failed = 0
    var parts: [PublishedTable.Part] = []
    for (plan, expected) in read {
      let (results, _) = try ResultsOpening(plan: plan, path: folder.path(of: plan.name), force: false).open()
      let simulator = Simulator(
        plan, jobs: WorkCounts.jobs(jobs), isCancelled: { Interruption.isRequested })
      let isComplete = try await simulator.run(into: results) {
        bar.show(done: before + $0.done, total: total, new: before + $0.new)
      }
      guard isComplete else {
        bar.clear()
        Interruption.workEnds()
        Standard.error(output.map { "interrupted; finished runs are in \(SafeText.line($0))\n" } ?? "interrupted\n")
        throw ExitCode(Interruption.status)
      }
      before += plan.runs
      failed += try results.failedRuns()
      let values = try Reproduction(expected, of: plan).values(in: results)
      parts.append(PublishedTable.Part(experiment: plan.name, published: expected, values: values))
    }
    bar.clear()
    // Printing may be the end: what is written to may be full.
    folder.remove()
    let table = PublishedTable(parts)
    print(table)
    if failed > 0 { Standard.error("\(TextTable.counted(failed, "run")) stopped by an error\n") }
    if failed > 0 || !table.isRight { throw ExitCode(ExitStatus.runFailed) }
  }

  private func published(_ path: String) throws -> (plan: Plan, expected: PublishedResults) {
    let experiment = try Experiment.readHere(path, Experiment.Overrides(replicates: replicates))
    guard let published = experiment.published else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(SafeText.line(path)): has no section published, so there is nothing to compare\n"
          + "  hint: peach simulate \(SafeText.forShell(path)) runs it; peach list experiment has the section")
    }
    try processes.admit(experiment.plan.resolved, of: path)
    return (experiment.plan, published)
  }

  private func checkNames(_ names: [String]) throws {
    for (place, name) in names.enumerated() where names[..<place].contains(name) {
      throw ValidationError("expected experiments of different names, got \(SafeText.quoted(name)) twice")
    }
  }

  private func print(_ table: PublishedTable) {
    switch format {
    case .table: Standard.output(table.text(in: layout.page))
    case .csv: Standard.data(CSV.header(table.columns) + table.rows.map(CSV.line).joined())
    case .json: Standard.data(JSONRows.text(table.columns, table.rows))
    case .markdown: Standard.data(table.markdown)
    }
  }
}

/// The folder of the results files, temporary or kept.
private struct ResultsFolder {
  private let url: URL
  /// The temporary folder; `nil` if results are kept.
  private let draft: DraftFolder?

  init(_ path: String?) throws {
    guard let path else {
      let draft = try DraftFolder.temporary()
      (self.draft, url) = (draft, URL(fileURLWithPath: draft.path))
      return
    }
    (draft, url) = (nil, URL(fileURLWithPath: path))
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw RecordsError(.inaccessible, path: url.path, reason: "is not a writable folder")
    }
  }

  func path(of name: String) -> String { url.appending(path: "\(name).sqlite").path }

  func remove() { draft?.discard() }
}

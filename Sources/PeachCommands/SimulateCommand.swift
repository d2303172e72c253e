import ArgumentParser
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Compare strategies on simulated listeners.",
    discussion: """
      An interrupted simulation continues where it stopped if you repeat the command. More replicates extend the results \
      file. With --shard, Peach runs one of several equal parts; peach merge combines them.

      Examples:
        peach simulate experiments/strategy-comparison.yaml
        peach simulate experiments/strategy-comparison.yaml --replicates 1000
        peach simulate experiments/strategy-comparison.yaml --shard 1/8
      """)

  @OptionGroup var file: ExperimentOptions

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "The results file; default NAME.sqlite, or NAME-I-of-N.sqlite for a shard.", valueName: "RESULTS.sqlite"))
  var output: String?

  @Option(help: ArgumentHelp("Seed of all random streams; default that of the file.", valueName: "N"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      """
      Runs of each strategy with each listener and varied value; default as in the file.
      """, valueName: "N"))
  var replicates: Int?

  @Option(help: ArgumentHelp("Number of parallel batches; default one for each core.", valueName: "N"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Run only part I of N equal parts (shards); each has a share of the runs of every strategy and listener.
      """, valueName: "I/N"),
    transform: SimulateCommand.shard)
  var shard: Shard = .whole

  @Option(help: "Output format.")
  var format: OutputFormat = .table

  @Option(
    help: ArgumentHelp(
      "Add a column: the share of runs whose estimate is within this percentage of the truth.", valueName: "5%"),
    transform: PercentOption.share)
  var within: Double?

  @Flag(help: "Show each strategy's own estimates instead of those of one fit that is the same for every strategy.")
  var own = false

  @Flag(help: "Show every column with its standard error.")
  var all = false

  @Flag(
    help: """
      Store no runs, and print only their summary. There is no results file, so an interrupted simulation has to start again.
      """)
  var summaryOnly = false

  @OptionGroup var processes: ProcessOptions

  @OptionGroup var layout: PageOptions

  @Flag(help: "Replace a results file of another experiment, build or shard.")
  var force = false

  func validate() throws {
    try OutputFile.check(output, of: "--output")
    if let output { try OutputFile.checkResults(output) }
    if !shard.isWhole, format != .table || within != nil {
      throw ValidationError(
        "\(within == nil ? "--format" : "--within"): cannot be combined with --shard; merge all shards to see the summary"
      )
    }
    if within != nil, format != .table {
      throw ValidationError("--within: cannot be combined with --format; CSV and JSON have within_10_percent")
    }
    if let flag = own ? "--own" : all ? "--all" : nil, format != .table || !shard.isWhole {
      throw ValidationError(
        "\(flag): cannot be combined with \(shard.isWhole ? "--format; CSV and JSON have every column" : "--shard; merge all shards to see the summary")"
      )
    }
    if own, all { throw ValidationError("--own: cannot be combined with --all, which also shows own estimates") }
    if summaryOnly, let option = output != nil ? "--output" : !shard.isWhole ? "--shard" : force ? "--force" : nil {
      throw ValidationError("--summary-only: cannot be combined with \(option), because there is no results file")
    }
    if output == "-" { throw ValidationError("--output: expected a file; results cannot go to standard output") }
    try WorkCounts.check(jobs: jobs)
    try WorkCounts.check(replicates: replicates)
  }

  func run() async throws {
    let experiment = try file.read(Experiment.Overrides(seed: seed, replicates: replicates))
    try checkWithin(on: experiment.plan.cells[0].task.axis)
    let plan = experiment.plan
    try processes.admit(plan.resolved, of: file.experiment)
    Interruption.listen()
    if summaryOnly { try await summarise(experiment) } else { try await store(experiment) }
  }

  /// Peach sums up at most this many runs in memory; it reads larger simulations from the file.
  private static let mostRunsInMemory = 2_000_000

  private func store(_ experiment: Experiment) async throws {
    let plan = experiment.plan
    let path = output ?? "\(plan.name)\(shard.isWhole ? "" : "-\(shard.number)-of-\(shard.count)").sqlite"
    try OutputFile.checkIsNoJournal(path)
    let interrupted =
      "interrupted; finished runs are in \(SafeText.line(path)). To continue:\n  \(Interruption.command(without: "--force"))\n"
    Interruption.endSoon(saying: interrupted)
    let (results, warning) = try ResultsOpening(plan: plan, shard: shard, path: path, force: force).open()
    if let warning { Standard.error(warning + "\n") }
    let simulation = try results.simulation()
    if plan.replicates < simulation.replicates {
      Standard.error(
        "\(SafeText.line(path)): has \(TextTable.grouped(simulation.replicates)) replicates, and Peach shows all of them; "
          + "\(TextTable.grouped(plan.replicates)) were requested\n")
    }
    let cells = try results.cells()
    Warnings.tellShort(experiment.warnings(knowing: cells), of: SafeText.forShell(file.experiment))
    let isNew = try results.batches().isEmpty
    var builder =
      isNew && shard.isWhole && plan.runs <= Self.mostRunsInMemory
      ? SummaryBuilder(simulation, cells, within: within ?? 0.1) : nil
    let (simulator, bar) = simulator(of: plan)
    defer { bar.clear() }
    let isReadAgain = shard.isWhole && (builder == nil || experiment.published != nil)
    let isComplete = try await simulator.run(
      into: results, isReadAgain: isReadAgain, made: { builder?.add($0) },
      progress: { bar.show(done: $0.done, total: $0.total, new: $0.new) })
    guard isComplete else { throw interruption(bar, saying: interrupted) }
    // All is stored; a signal now loses only what is printed.
    Interruption.endAtOnce()
    if shard.isWhole {
      let summary = try builder?.summary() ?? SimulationSummary(of: results, within: within ?? 0.1)
      let published =
        format == .table
        ? try experiment.published.map { ($0, try Reproduction($0, of: plan).values(in: results)) } : nil
      try print(summary, of: plan, published, stored: results, bar)
    } else {
      try printShard(results, bar)
    }
    try FailedRuns.tell(of: results)
  }

  /// Makes all runs and prints their summary without a results file.
  private func summarise(_ experiment: Experiment) async throws {
    let plan = experiment.plan
    let interrupted = "interrupted; --summary-only stores no runs\n"
    for (isStated, words) in [
      (!plan.checkpoints.isEmpty, "checkpoints"), (experiment.published != nil, "published values"),
    ] where isStated {
      throw ValidationError(
        "--summary-only: this experiment has \(words), which need stored runs; leave out --summary-only")
    }
    Interruption.endSoon(saying: interrupted)
    let cells = plan.cellRecords
    Warnings.tellShort(experiment.warnings(knowing: cells), of: SafeText.forShell(file.experiment))
    // No table names the build, and finding it takes as long as hundreds of runs.
    var builder = SummaryBuilder(plan.record(version: BuildInfo.version, build: ""), cells, within: within ?? 0.1)
    var unstored = plan
    unstored.keepTrials = 0
    let (simulator, bar) = simulator(of: unstored)
    defer { bar.clear() }
    let isComplete = try await simulator.run(
      cells, made: { builder.add($0) },
      progress: { bar.show(done: $0.done, total: $0.total, new: $0.new) })
    guard isComplete else { throw interruption(bar, saying: interrupted) }
    Interruption.endAtOnce()
    try print(builder.summary(), of: plan, nil, stored: nil, bar)
    try FailedRuns.tell(
      builder.failures.reduce(0) { $0 + $1.runs }, builder.failures,
      remedy: "To see these runs, leave out --summary-only.\n")
  }

  private func simulator(of plan: Plan) -> (Simulator, ProgressBar) {
    let clock = Standard.errorIsTerminal ? WorkClock() : nil
    return (
      Simulator(plan, jobs: WorkCounts.jobs(jobs), clock: clock, isCancelled: { Interruption.isRequested }),
      ProgressBar(counting: "runs", clock: clock)
    )
  }

  /// Says that the simulation was interrupted, and returns the exit code for that.
  private func interruption(_ bar: ProgressBar, saying words: String) -> ExitCode {
    bar.clear()
    Interruption.workEnds()
    Standard.error(words)
    return ExitCode(Interruption.status)
  }

  private func details(_ summary: SimulationSummary, of plan: Plan) throws -> StyledText {
    var page = layout.page
    if all { page.isWide = true }
    return try SummaryText(summary, plan: plan, showsShare: within != nil).styled(in: page)
  }

  private func answer(_ summary: SimulationSummary, of plan: Plan) throws -> StyledText {
    try AnswerText(summary, plan: plan, of: own ? .own : .common, isPlain: Standard.isPlain).text(in: layout.page)
  }

  private func checkWithin(on axis: Axis) throws {
    guard within != nil, !axis.hasTrueZero else { return }
    throw ValidationError(
      "--within: a share of a level in \(SafeText.quoted(axis.unit)) depends on where 0 lies; expected a log axis or cents. "
        + "The columns rmse and median_abs do not depend on it")
  }

  /// The command that stores the same runs.
  private var storingCommand: String { Interruption.command(without: "--summary-only") }

  /// The commands that show what was found.
  private func next(_ results: ResultsFile?) -> FactList {
    guard let results else {
      var next = FactList()
      next.add(storingCommand, "stores every run, for reports and exports")
      return next
    }
    let path = SafeText.forShell(results.path)
    let check = "peach check \(SafeText.forShell(file.experiment))"
    let runs = ("peach export \(path) --table runs", "one row per run and estimator, as CSV")
    let commands =
      results.isOfMatchings
      ? [
        ("peach export \(path) --table summary", "the summary, as CSV"), runs,
        ("peach export \(path) --table matching", "the stored trials"), (check, "the truth"),
      ]
      : [
        ("peach report \(path)", "figures, tables and methods for a paper, on one page"), runs,
        ("peach export \(path) --table trials", "the stored trials"),
        (check, "each strategy's target and the true thresholds"),
      ]
    return commands.reduce(into: FactList()) { $0.add($1.0, $1.1) }
  }

  static func shard(_ text: String) throws -> Shard {
    guard let shard = Shard(text) else {
      throw ValidationError(
        "expected I/N, the I-th of N parts, such as 3/8, with N up to \(Shard.greatestCount), got \(SafeText.quoted(text))"
      )
    }
    return shard
  }

  /// Part of the runs have no summary yet.
  private func printShard(_ results: ResultsFile, _ bar: ProgressBar) throws {
    let progress = try results.progress()
    bar.clear()
    let pattern =
      output.map(SafeText.forShell) ?? "\(SafeText.forShell(progress.simulation.name))-*-of-\(shard.count).sqlite"
    var next = FactList()
    next.add("peach status \(pattern)", "which shards there are, and what is missing")
    Standard.output(
      "shard \(shard): \(TextTable.counted(progress.stored, "run")) of "
        + "\(TextTable.grouped(progress.cells * progress.simulation.replicates))\n"
        + "results: \(SafeText.line(results.path))\nnext:\n" + next.text(to: layout.page.text()))
  }

  /// - Parameters:
  ///   - published: The published values of the experiment and ours; `nil` if it has none.
  ///   - results: The file with the runs; `nil` if they are not stored.
  ///   - bar: Stays until the text is made, and then goes.
  private func print(
    _ summary: SimulationSummary, of plan: Plan, _ published: (PublishedResults, [ReproducedValue])?,
    stored results: ResultsFile?, _ bar: ProgressBar
  ) throws {
    switch format {
    case .table:
      let showsAll = all || (layout.wide && !own) || summary.isOfMatchings
      let text = try showsAll ? details(summary, of: plan) : answer(summary, of: plan)
      bar.clear()
      Standard.output(text)
      if let (published, values) = published {
        let table = PublishedTable([PublishedTable.Part(experiment: plan.name, published: published, values: values)])
        Standard.output(StyledText("\npublished values and ours\n", .heading))
        Standard.output(table.text(in: layout.page) + (showsAll ? "" : "\n"))
      }
      if showsAll {
        let file = results.map { "\nresults: \(SafeText.line($0.path))" } ?? ""
        Standard.output("\(file)\nnext:\n" + next(results).text(to: layout.page.text()))
      } else {
        // A command is there to be copied, so no line of it is broken.
        let command = results.map { "peach report \(SafeText.forShell($0.path))" } ?? storingCommand
        Standard.output(AnswerText.labelled("next", .heading, command))
      }
    case .csv:
      let table = SummaryTable(summary)
      bar.clear()
      Standard.data(CSV.header(table.columns))
      table.forEachRow { Standard.data(CSV.line($0)) }
    case .json:
      let table = SummaryTable(summary)
      bar.clear()
      var rows: [[Value?]] = []
      table.forEachRow { rows.append($0) }
      Standard.data(JSONRows.text(table.columns, rows))
    }
  }
}

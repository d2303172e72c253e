import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Trace one strategy trial by trial.",
    discussion: """
      Answers are 1 and 0: correct and wrong, yes and no, or, if levels are signed, higher and lower. In a comparison \
      they can also be h (higher) and l (lower). If levels have no sign, Peach draws a sign for each trial, and this \
      sign decides whether h or l is correct. Answers can also be a CSV file with a column answer or correct. The \
      file may also state what was presented, in the columns reference_note, interval, offset_cents, level_cents \
      (or level_ and the unit), trial_kind and track.

      Examples:
        peach trace experiments/strategy-comparison.yaml --strategy kazez \\
          --responses 1101110011
        peach trace --listener P07 --session 3

      Peach repeats a live session from its stored experiment, profile and seed. It checks that every stored trial is \
      the one that the strategy asks for, and every pitch matching the one that was drawn. If not, it reports \
      an error.
      """)

  @Argument(help: "An experiment file (YAML).", completion: .file(extensions: ["yaml", "yml"]))
  var experiment: String?

  @Option(
    help: ArgumentHelp("Name of the strategy in the file.", valueName: "NAME"), completion: Completions.strategies)
  var strategy: String?

  @Option(
    help: ArgumentHelp(
      """
      The answers: a row of 1 and 0 or of h and l, or a CSV file.
      """, valueName: "1101…|hlhh…|FILE.csv"), completion: .file(extensions: ["csv"]))
  var responses: String?

  @OptionGroup var stored: SessionOptions

  @Option(help: "Output format.")
  var format: OutputFormat = .table

  @OptionGroup var processes: ProcessOptions

  @OptionGroup var layout: PageOptions

  func validate() throws {
    let ofFile = [experiment, strategy, responses].compactMap(\.self).count
    if (ofFile > 0) == stored.isGiven {
      throw ValidationError("expected EXPERIMENT.yaml --strategy NAME --responses …, or --listener ID --session N")
    }
    if stored.isGiven {
      try stored.requireBoth()
    } else {
      if experiment == nil { throw ValidationError("--strategy, --responses: need an experiment file") }
      if responses == nil { throw ValidationError("--responses: expected 1101…, hlhh… or a CSV file") }
    }
  }

  func run() throws {
    if let listener = stored.listener, let session = stored.session {
      try replay(session, of: listener)
    } else if let experiment, let responses {
      try follow(experiment, responses)
    }
  }

  private func follow(_ experiment: String, _ responses: String) throws {
    let read = try Experiment.readHere(experiment)
    let plan = read.plan
    try processes.admit(plan.resolved, of: experiment)
    Warnings.tellShort(read.warnings, of: SafeText.forShell(experiment))
    try InputFile.check(responses, is: .answers)
    let cell = try asUsage { try plan.cell(of: strategy, in: experiment) }
    guard let factory = cell.factory else {
      throw Failure(
        status: ExitStatus.wrongContent,
        message: "\(SafeText.line(experiment)): pitch matchings have no strategy to trace\n"
          + "  hint: peach simulate \(SafeText.forShell(experiment)) runs them; "
          + "peach export \(SafeText.forShell(plan.name)).sqlite --table matching writes them")
    }
    let answers = try Responses.read(
      responses, for: cell.task, isSigned: factory.isSigned, tracks: factory.facts.tracks)
    let trace = TraceText(cell, seed: plan.seed, answers: answers)
    print(trace)
    if let fault = trace.fault {
      throw Failure(
        status: ExitStatus.runFailed, message: "\(SafeText.line(experiment)): trial \(trace.trials + 1): \(fault)")
    }
    if trace.trials < answers.count {
      Standard.error("the track stopped after \(trace.trials) of \(answers.count) answers\n")
    }
    if cell.varied.contains(where: { !$0.isEmpty }) {
      Standard.error(Plan.firstOfEach + "\n")
    }
  }

  private func replay(_ session: Int, of listener: String) throws {
    let database = try ListenerDatabase.opened(for: [listener])
    let stored = try asUsage { try StoredSession(session, of: listener, in: database, kinds: Peach.kinds) }
    try processes.admit(stored.experiment, of: stored.name)
    do {
      switch stored.kind {
      case .comparison:
        let trials = try stored.comparisons(in: database).trials
        print(try TraceText(stored.cell, stored.stages, streams: stored.streams, trials: trials))
      case .matching: print(MatchingTrace(try stored.matchings(in: database)))
      }
      for change in stored.changes { Standard.error("\(stored.name): \(change)\n") }
    } catch let error as Replay.Difference {
      let other = stored.otherVersion.map { "\n  hint: it was made by peach \($0)" } ?? ""
      throw Failure(status: ExitStatus.wrongContent, message: "\(stored.name): \(error)\(other)")
    }
  }

  private func print(_ trace: some PrintedTrace) {
    switch format {
    case .table: Standard.output(trace.text(in: layout.page))
    case .csv: Standard.data(CSV.header(trace.columns) + trace.fields.map(CSV.line).joined())
    case .json: Standard.data(JSONRows.text(trace.columns, trace.fields))
    }
  }
}

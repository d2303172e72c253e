import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTerminal
import PeachTrials

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Run a live session of comparisons or pitch matchings.",
    discussion: """
      comparison and matching use the listener's settings and profile. Without arguments, peach live lists what you can \
      train. An experiment file replaces the settings. If it has a section lab, the listener gets instructions, practice, \
      blocks in an individual order, and breaks, and can continue later. Peach stores every answer before the next sound. \
      Press s to open the settings and q to leave.
      In a comparison, press the up arrow or h if the second note is higher, and the down arrow or l if it is lower. \
      In a matching, the up and down arrows tune by one cent, the left and right arrows by ten, and the space bar \
      accepts the note. If standard input is not a terminal, each of its lines is an answer: h or l; +5 or -5, then \
      ok. Peach rejects a key or a line that arrives before the question. If standard input is a file, Peach reads a \
      line only when it waits for an answer, so no line arrives early.

      Examples:
        peach live comparison
        peach live comparison --interval perfect-fifth-up --tuning just-intonation
        peach live matching
        peach live experiments/strategy-comparison.yaml --strategy kazez --listener P07
        peach live experiments/lab-day.yaml --listener P07
        peach live experiments/lab-day.yaml --listener P08 --place 5
        peach live comparison --listener model --responder "gaussian jnd=12" --trials 60 --fast
        peach live matching --listener tuner --responder "tuner constant=4 spread=8" --trials 40 --fast
      """)

  @Argument(
    help: ArgumentHelp(
      """
      What to run: the training comparison or matching, or an experiment file.
      """, valueName: "comparison|matching|EXPERIMENT.yaml"),
    completion: Completions.live)
  var what: String?

  @OptionGroup var listener: ListenerOption

  @Option(
    help: ArgumentHelp(
      "A musical interval to train, such as perfect-fifth-up (see peach list intervals); repeat the option for "
        + "several.",
      valueName: "NAME"),
    completion: Completions.intervals)
  var interval: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tuning of the musical intervals for this training, such as just-intonation; see peach list tunings.",
      valueName: "NAME"),
    completion: Completions.tunings)
  var tuning: String?

  @Option(
    help: ArgumentHelp(
      """
      Name of the strategy: for training a built-in one, otherwise one of the experiment file.
      """, valueName: "NAME"),
    completion: Completions.strategies)
  var strategy: String?

  @Option(
    help: ArgumentHelp(
      """
      Number of the listener in a study, from 1, which decides the order of blocks; default the lowest free number.
      """, valueName: "N"))
  var place: Int?

  @Option(
    help: ArgumentHelp(
      "The listener's group in a study with groups; default the group that belongs to the listener's number (--place).",
      valueName: "NAME"))
  var group: String?

  @Flag(help: "Begin the next day of a study before its time.")
  var early = false

  @Option(help: ArgumentHelp("Name of the sound device; the command aplay -L lists the names.", valueName: "NAME"))
  var device: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Sound level for this training: in dB FS, such as -20, or in dB SPL, such as '65 dB SPL'.
      """, valueName: "LEVEL"))
  var level: String?

  @Option(help: ArgumentHelp("End after N answers.", valueName: "N"))
  var trials: Int?

  @Option(help: ArgumentHelp("Seed of all random streams; default random, or that of the file.", valueName: "N"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      """
      Let a simulated listener answer instead of a person; peach list listeners names them. For a study with \
      several tasks, repeat the option: each block uses the first of these listeners that fits its task.
      """, valueName: "\"gaussian jnd=12\""))
  var responder: [String] = []

  @Flag(help: "Run without sound and without waiting, in simulated time; requires --responder.")
  var fast = false

  @OptionGroup var processes: ProcessOptions

  func validate() throws {
    if let trials, trials < 1 { throw ValidationError("--trials: expected a whole number ≥ 1, got \(trials)") }
    if let place, !(1...1_000_000).contains(place) {
      throw ValidationError("--place: expected a whole number from 1 to 1 000 000, got \(place)")
    }
    for (option, isGiven) in [("place", place != nil), ("group", group != nil), ("early", early)]
    where isGiven && isTraining {
      throw ValidationError("--\(option): can be used only with a study: an experiment file with a section lab")
    }
    if let device, device.isEmpty {
      throw ValidationError("--device: expected a device name, as the command aplay -L lists them, got ''")
    }
    if fast, device != nil { throw ValidationError("--device: cannot be combined with --fast, which plays no sound") }
    if fast, responder.isEmpty { throw ValidationError("--fast: requires --responder") }
    if fast, trials == nil, isTraining {
      throw ValidationError("--fast: training does not end by itself; add --trials N")
    }
    if what == "matching", strategy != nil {
      throw ValidationError("--strategy: pitch matchings are drawn at random and have no strategy; leave it out")
    }
    if !isTraining, level != nil {
      throw ValidationError("--level: the experiment file states the level; change the key level of its task")
    }
    if !isTraining, !interval.isEmpty || tuning != nil {
      throw ValidationError(
        "--interval, --tuning: the experiment file states both; change the keys intervals and tuning of its task")
    }
  }

  /// Whether the listener trains, rather than taking part in an experiment.
  private var isTraining: Bool { what == nil || what.flatMap(SessionKind.init) != nil }

  func run() throws {
    let wishes = try wishes()
    let experiment =
      isTraining ? nil : try Experiment.readHere(what ?? "", Experiment.Overrides(seed: seed, isHeard: true))
    if let experiment {
      try processes.admit(experiment.plan.resolved, of: what ?? "")
      Warnings.tellShort(experiment.warnings, of: SafeText.forShell(what ?? ""))
    }
    for responder in responder { try processes.admit(responder: responder) }
    if let experiment, let lab = experiment.lab { return try goToLab(experiment, lab) }
    for (option, isGiven) in [("place", place != nil), ("group", group != nil), ("early", early)] where isGiven {
      throw ValidationError("--\(option): the file is not a study, because it has no section lab")
    }
    var task = try experiment.map { try self.task(of: $0.plan) }
    let database = try ListenerDatabase.open()
    let settings = try database.trainingSettings(of: listener.id).settings
    try task?.calibrate(from: settings, in: database, isSilent: fast)
    let room = self.room(settings)
    defer { room.close() }
    let sitting = LiveSessionRunner(
      database: database, listener: listener.id, most: trials, responders: responder,
      responderPlace: "--responder", twins: { try Twins.source(of: $0, calibration: $1, in: database) })
    let outcome = try room.closingOnFailure {
      if let task {
        try sitting.sit(task, in: room, kinds: Peach.kinds)
      } else {
        try train(sitting, database, wishes, room)
      }
    }
    if let outcome {
      room.close()
      if !responder.isEmpty || task != nil {
        tell(outcome, task, room.words)
      } else {
        tellOfTraining(outcome, room.words)
      }
    }
    if case .signal(let number)? = outcome?.end { throw ExitCode(128 + number) }
  }

  private func room(_ settings: TrainingSettings) -> LiveTerminal {
    LiveTerminal(isFast: fast, isSimulated: !responder.isEmpty, words: Words(settings.language.words))
  }

  private func goToLab(_ experiment: Experiment, _ lab: LabPlan) throws {
    for (option, value) in [("--strategy", strategy), ("--trials", trials.map(String.init))] where value != nil {
      throw ValidationError("\(option): in a file with a section lab, each block states this itself")
    }
    let database = try ListenerDatabase.open()
    let room = self.room(try database.trainingSettings(of: listener.id).settings)
    defer { room.close() }
    let day = LiveLab(
      experiment: experiment, lab: lab, path: what ?? "", listener: listener.id, place: place, group: group,
      isEarly: early,
      device: device, responders: responder)
    if let signal = try room.closingOnFailure({ try day.run(in: room, database) }) { throw ExitCode(128 + signal) }
  }

  private func task(of plan: Plan) throws -> LiveSessionTask {
    let task = try LiveSessionTask.experiment(plan, path: what ?? "", strategy: strategy, device: device)
    if let warning = task.warning { Standard.error(warning + "\n") }
    return task
  }

  private func train(
    _ sitting: LiveSessionRunner, _ database: LiveDatabase, _ wishes: [String: String], _ room: LiveTerminal
  ) throws -> LiveSessionRunner.Outcome? {
    let training = Training(database, listener: listener.id, wishes: wishes, seed: seed, kinds: Peach.kinds)
    let screens = TrainingScreens(
      training: training, sitting: sitting, room: room, database: database, listener: listener.id)
    if what == nil, interval.isEmpty, room.screen != nil { return try screens.choose() }
    return try screens.train(
      TrainingMode(what.flatMap(SessionKind.init) ?? .comparison, isInterval: !interval.isEmpty))
  }

  /// Says what a person's training stored and how it goes on, in the listener's language.
  private func tellOfTraining(_ outcome: LiveSessionRunner.Outcome, _ words: Words) {
    let isNamed = listener.id != "me"
    var again = "peach live" + (what.map { " \($0)" } ?? (interval.isEmpty ? "" : " comparison"))
    for name in interval { again += " --interval \(SafeText.forShell(name))" }
    for (option, value) in [
      ("tuning", tuning), ("strategy", strategy), ("device", device), ("level", level),
    ] {
      if let value { again += " --\(option) \(SafeText.forShell(value))" }
    }
    if isNamed { again += " --listener \(listener.id)" }
    var commands = FactList()
    commands.add(again, words.goesOn)
    commands.add("peach profile" + (isNamed ? " \(listener.id)" : ""), words.showsProfile)
    LiveTerminal.tell(
      words.stored(outcome.trials, of: listener.id) + "\n"
        + commands.text(to: min(PageWidth.usual, Standard.errorWidth)))
  }

  /// Prints what was stored, and the commands that show it.
  private func tell(_ outcome: LiveSessionRunner.Outcome, _ task: LiveSessionTask?, _ words: Words) {
    let session =
      words.session(outcome.number, of: listener.id) + (task.map { ", \(SafeText.cut($0.cell.strategy))" } ?? "")
    guard outcome.trials > 0 else { return LiveTerminal.tell("\(session): \(words.noTrial)\n") }
    let isMatching = task?.cell.task.kind == .matching || what == SessionKind.matching.rawValue
    let choice = task.flatMap { $0.cell.task.form == nil ? nil : $0.cell.task.axis }
    let commands = nextCommands(after: outcome.number, isMatching: isMatching, choice: choice, words)
    let stored = words.stored(outcome.trials == 1 ? "1" : TextTable.grouped(outcome.trials), isOne: outcome.trials == 1)
    LiveTerminal.tell(
      "\(session): \(stored)\n" + commands.text(to: min(PageWidth.usual, Standard.errorWidth)))
  }

  /// The commands that show what was stored.
  ///
  /// - Parameter choice: The axis of a choice; `nil` for answers "higher" and "lower".
  private func nextCommands(after session: Int, isMatching: Bool, choice: Axis?, _ words: Words) -> FactList {
    let id = "--listener \(listener.id)"
    var commands = FactList()
    commands.add("peach trace \(id) --session \(session)", words.seesSession)
    if isMatching {
      // A profile is a person's.
      commands.add(
        responder.isEmpty ? "peach profile \(listener.id)" : "peach report \(id)", words.seesErrors)
      commands.add("peach export \(id) --table matching", words.exportsMatchings)
    } else {
      let reading = choice.map { $0.scale == .log ? " --log-level" : "" } ?? " --reading direction"
      commands.add("peach fit \(id)\(reading) --at 0.75", words.fitsThreshold)
      commands.add("peach export \(id) --table trials", words.exportsTrials)
    }
    return commands
  }

  /// The settings of the command line, checked like stored settings.
  private func wishes() throws -> [String: String] {
    guard isTraining else { return [:] }
    var wishes: [String: String] = [:]
    let given = [
      ("interval", "intervals", interval.isEmpty ? nil : interval.joined(separator: ",")),
      ("tuning", "tuning", tuning), ("strategy", "strategy", strategy), ("device", "device", device),
      ("level", "level", level),
    ]
    for case (let option, let key, let value?) in given {
      do {
        wishes[key] = try TrainingSettings.checked(key, value)
      } catch {
        // The option stands for the key.
        throw ValidationError("--\(option): " + error.description.replacing("\(key): ", with: "", maxReplacements: 1))
      }
    }
    return wishes
  }
}

extension TrainingSettings.Language {
  var words: Words.Language {
    switch self {
    case .auto: Words.Language { getenv($0).map { String(cString: $0) } }
    case .en: .english
    case .de: .german
    }
  }
}

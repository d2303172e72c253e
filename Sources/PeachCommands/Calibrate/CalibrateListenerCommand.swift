import ArgumentParser
import PeachAnalysis
import PeachExperiments
import PeachReporting
import PeachSessions
import PeachSimulation
import PeachStorage
import PeachStrategies
import PeachSupport
import PeachTerminal
import PeachTrials

struct CalibrateListenerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listener",
    abstract: "Measure a listener's threshold to a stated precision.",
    discussion: """
      By default the listener hears two notes of nearly the same pitch, one after the other, and says whether the \
      second is higher or lower. The differences are widely spaced at first; later they follow the estimated noise of \
      the listener. The session ends when the threshold is as precise as --precision asks, or after 300 trials. The \
      precision is (high / low)^½ − 1, where low and high are the ends of the threshold's 95 % interval. Peach \
      stores the threshold with its interval, bias, lapse and slope.
      An experiment file replaces the default procedure and its stop rule; the session ends after at most 300 trials.

      Examples:
        peach calibrate listener --listener P07
        peach calibrate listener --listener P07 --list
        peach calibrate listener --listener model --responder "gaussian jnd=12 lapse=0.02" --fast
      """)

  @OptionGroup var listener: ListenerOption

  @Option(
    help: ArgumentHelp(
      """
      Wanted precision of the threshold: (high / low)^½ − 1, from the ends of its 95 % interval; default 25%.
      """, valueName: "25%"),
    transform: PercentOption.share)
  var precision: Double?

  @Option(
    help: ArgumentHelp("An experiment file, instead of the default procedure.", valueName: "FILE"),
    completion: .file(extensions: ["yaml", "yml"]))
  var experiment: String?

  @Option(
    help: ArgumentHelp("Name of the strategy in the file.", valueName: "NAME"), completion: Completions.strategies)
  var strategy: String?

  @Option(help: ArgumentHelp("Name of the sound device; the command aplay -L lists the names.", valueName: "NAME"))
  var device: String?

  @Option(help: ArgumentHelp("Seed of all random streams; default random, or that of the file.", valueName: "N"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      """
      Let a simulated listener answer instead of a person; peach list listeners names them.
      """, valueName: "\"gaussian jnd=12\""))
  var responder: String?

  @Flag(help: "Run without sound and without waiting, in simulated time; requires --responder.")
  var fast = false

  @OptionGroup var processes: ProcessOptions

  @Flag(help: "Show earlier calibrations of the listener; measure nothing.")
  var list = false

  @OptionGroup var layout: PageOptions

  func validate() throws {
    if let device, device.isEmpty {
      throw ValidationError("--device: expected a device name, as the command aplay -L lists them, got ''")
    }
    if fast, device != nil { throw ValidationError("--device: cannot be combined with --fast, which plays no sound") }
    if fast, responder == nil { throw ValidationError("--fast: requires --responder") }
    if strategy != nil, experiment == nil { throw ValidationError("--strategy: needs --experiment") }
    let others: [(String, Bool)] = [
      ("precision", precision != nil), ("experiment", experiment != nil), ("device", device != nil),
      ("seed", seed != nil), ("responder", responder != nil), ("fast", fast),
    ]
    if list, let other = others.first(where: \.1) { throw ValidationError("--\(other.0): --list measures nothing") }
  }

  private var plan: CalibrationPlan { CalibrationPlan(precision: precision ?? CalibrationPlan.usualPrecision) }

  func run() throws {
    if list { return try show() }
    var task = try sittingTask()
    try processes.admit(responder: responder)
    let database = try ListenerDatabase.open()
    let settings = try database.trainingSettings(of: listener.id).settings
    try task.calibrate(from: settings, in: database, isSilent: fast)
    tellTime(task.cell.task)
    let room = LiveTerminal(isFast: fast, isSimulated: responder != nil, words: Words(settings.language.words))
    defer { room.close() }
    let sitting = LiveSessionRunner(
      database: database, listener: listener.id, most: CalibrationPlan.most, responders: responder.map { [$0] } ?? [],
      responderPlace: "--responder", twins: { try Twins.source(of: $0, calibration: $1, in: database) })
    let outcome = try room.closingOnFailure { try sitting.sit(task, in: room, kinds: Peach.kinds) }
    room.close()
    try store(outcome, task, database)
    if case .signal(let number) = outcome.end { throw ExitCode(128 + number) }
  }

  private func sittingTask() throws -> LiveSessionTask {
    if let experiment {
      let whole = try Experiment.readHere(experiment, Experiment.Overrides(seed: seed, isHeard: true))
      let read = whole.plan
      try processes.admit(read.resolved, of: experiment)
      Warnings.tellShort(whole.warnings, of: SafeText.forShell(experiment))
      let task = try LiveSessionTask.experiment(read, path: experiment, strategy: strategy, device: device)
      guard task.cell.task.kind == .comparison else {
        throw Failure(
          status: ExitStatus.wrongContent,
          message: "\(SafeText.line(experiment)): expected a comparison of notes, which has a threshold of pitch\n"
            + "  hint: task: {kind: comparison}")
      }
      if let warning = task.warning { Standard.error(warning + "\n") }
      return task
    }
    let value = plan.experiment(listener: listener.id, seed: seed ?? UInt64.random(in: .min ... .max))
    let made = try Experiment(of: value, name: CalibrationPlan.name, kinds: Peach.kinds).plan
    return try LiveSessionTask.experiment(made, path: CalibrationPlan.name, strategy: nil, device: device)
  }

  /// Before the first sound.
  private func tellTime(_ task: TrialTask) {
    func minutes(_ trials: Int) -> String { String(Int(plan.expectedMinutes(of: trials, in: task).rounded(.up))) }
    let most = CalibrationPlan.most
    let text =
      experiment == nil
      ? "about \(plan.expectedTrials) trials, about \(minutes(plan.expectedTrials)) minutes; at most \(most) trials, "
        + "\(minutes(most)) minutes; breaks are not counted"
      : "at most \(most) trials, about \(minutes(most)) minutes; breaks are not counted"
    Standard.error(text + "\n")
  }

  private func store(_ outcome: LiveSessionRunner.Outcome, _ task: LiveSessionTask, _ database: LiveDatabase) throws {
    guard let session = try database.session(outcome.number, of: listener.id) else {
      return Standard.error("no trial was answered, so nothing is stored\n")
    }
    var trials: [TrialRecord] = []
    try database.forEachComparison(of: session) { trials.append($0) }
    let record = CalibrationAnalysis.record(
      of: trials, asked: plan.precision, target: task.plan.estimand, in: task.cell.task)
    guard let record else {
      let least = CalibrationAnalysis.leastTrials
      return Standard.error(
        "session \(session.number) of \(listener.id): \(TextTable.counted(trials.count, "trial")): a calibration "
          + "needs at least \(least) "
          + "trials, so nothing was stored\n")
    }
    try database.store(record, of: session)
    let all = try database.calibrations(of: listener.id)
    guard let place = all.firstIndex(where: { $0.session == session.number }) else { return }
    Standard.output(CalibrationText(all, at: place, of: listener.id, trials: trials).text(in: layout.page))
  }

  private func show() throws {
    let database = try ListenerDatabase.opened(for: [listener.id])
    let all = try database.calibrations(of: listener.id)
    guard let last = all.last, let session = try database.session(last.session, of: listener.id) else {
      return Standard.error(
        "\(listener.id) has no calibration; peach calibrate listener --listener \(listener.id) measures one\n")
    }
    var trials: [TrialRecord] = []
    try database.forEachComparison(of: session) { trials.append($0) }
    Standard.output(
      CalibrationTable(all).text(in: layout.page) + "\n"
        + CalibrationText(all, at: all.count - 1, of: listener.id, trials: trials).text(in: layout.page))
  }
}

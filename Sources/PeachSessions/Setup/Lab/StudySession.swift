package import PeachExperiments
import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

/// A listener's day in the lab: consent, instructions, practice, and the blocks in the listener's order with breaks between,
/// begun or gone on with where it was left.
///
/// What is done stands in the records alone: a program that is killed at any moment goes on at the same trial.
package struct StudySession {
  /// How it went.
  package struct Outcome: Sendable {
    /// `finished` where all blocks are done.
    package var end = SessionEnd.finished
    /// The listener did not agree to what was asked: nothing is stored.
    package var isDeclined = false
    /// The sessions of this time, in order.
    package var sessions: [LiveSessionRunner.Outcome] = []
    /// Nil where the listener does not take part.
    package var progress: StudyProgress?
    /// Changes of the study's file since its last session. They are stored with the study.
    package var changes: [StudyChange] = []
    /// The last copy of the records; `nil` if the study makes none.
    package var backup: String?
    /// Why the last copy could not be made; `nil` if it could.
    package var backupProblem: RecordsError?
  }

  /// The listener goes no further.
  private struct Stop: Error {
    var turn: PageTurn
  }

  private let experiment: Experiment
  private let lab: LabPlan
  private let path: String
  private let database: LiveDatabase
  private let listener: String
  /// The place in the order of the study; `nil` for the lowest one that is free.
  private let place: Int?
  private let responder: String?
  private let responderPlace: String
  /// Looks up whose twin a responder may be.
  private let twins: Experiment.Overrides.Twins?
  private let kinds: Experiment.Kinds
  /// The task of each block, by name.
  private let tasks: [String: LiveSessionTask]
  /// The folder for copies of the records; `nil` for none.
  private let backupFolder: String?

  /// - Parameters:
  ///   - experiment: With a section `lab`.
  ///   - path: The file, for messages.
  ///   - device: As aplay names it; `nil` for the default.
  ///   - isSilent: Whether nothing will sound: then no level is refused.
  ///   - place: The listener's place in the order of the study; `nil` for the lowest one that is free.
  ///   - responder: A simulated listener in a person's place: it turns every page at once.
  /// - Throws: `LiveSessionError` if a block cannot be heard, or the folder for copies is missing.
  package init(
    _ experiment: Experiment, _ lab: LabPlan, path: String, device: String?, isSilent: Bool, database: LiveDatabase,
    listener: String, place: Int? = nil, responder: String?, responderPlace: String = "responder",
    twins: Experiment.Overrides.Twins?, kinds: Experiment.Kinds
  ) throws {
    self.experiment = experiment
    self.lab = lab
    self.path = path
    self.database = database
    self.listener = listener
    self.place = place
    self.responder = responder
    self.responderPlace = responderPlace
    self.twins = twins
    self.kinds = kinds
    backupFolder = lab.day.backup.map { ScaleFiles.path(to: $0, from: path) }
    if let backupFolder { try StudySession.check(backupFolder, path) }
    let settings = try database.trainingSettings(of: listener).settings
    tasks = try lab.plans.mapValues { plan in
      var task = try LiveSessionTask.experiment(plan, path: path, strategy: nil, device: device)
      try task.calibrate(from: settings, in: database, isSilent: isSilent)
      return task
    }
  }

  /// Goes on where the listener is until all is done or the listener leaves.
  ///
  /// - Throws: `LiveSessionError` if the study was begun with a file that differs in more than limits and stop rules, or
  ///   sound or strategy fail; `RecordsError`.
  package func run(in room: some StudyIO) throws -> Outcome {
    let changed = try changedStudy()
    var outcome = Outcome()
    var participant: ParticipantRecord?
    do {
      let known = try database.participations(of: listener).first { $0.study == experiment.plan.name }
      if let place { try database.checkPlace(place, of: listener, in: experiment.plan.name) }
      if known == nil { try consent(in: room) }
      if let changed {
        try database.change(study, from: changed.known, changed.changes, at: Timestamp.now())
        outcome.changes = changed.changes
      }
      let joined = try known ?? database.join(study, listener, at: place)
      participant = joined
      try goOn(joined, in: room, &outcome)
    } catch let stop as Stop {
      switch stop.turn {
      case .signal(let number): outcome.end = .signal(number)
      case .left, .declined, .next: outcome.end = .left
      }
      outcome.isDeclined = participant == nil
    }
    outcome.progress = try participant.map { try progress(of: $0) }
    return outcome
  }

  // MARK: Copies of the records

  private static func check(_ folder: String, _ path: String) throws(LiveSessionError) {
    var status = stat()
    let isFolder = stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    if isFolder, access(folder, W_OK | X_OK) == 0 { return }
    throw LiveSessionError(
      .inaccessible,
      "\(SafeText.line(path)): lab.backup: \(SafeText.line(folder)) is not a folder that can be written"
        + "\n  hint: create the folder or connect its disk, or take backup out of section lab")
  }

  /// Copies the records after a block. A copy that fails ends nothing: the answers are stored all the same.
  private func backUp(after session: LiveSessionRunner.Outcome, _ outcome: inout Outcome) {
    guard let backupFolder, session.trials > 0 else { return }
    let file = "\(backupFolder)/\(experiment.plan.name)-\(listener)-\(session.number).sqlite"
    do throws(RecordsError) {
      _ = try database.backUp(to: file, replacing: true)
      (outcome.backup, outcome.backupProblem) = (file, nil)
    } catch {
      outcome.backupProblem = error
    }
  }

  private var study: StudyRecord {
    StudyRecord(
      name: experiment.plan.name, digest: experiment.plan.digest, experiment: experiment.plan.resolved.json())
  }

  private func progress(of participant: ParticipantRecord) throws -> StudyProgress {
    try StudyProgress(of: participant, lab.day, seed: experiment.plan.seed, in: database)
  }

  /// The study as it is stored and what changed in its file since; `nil` if nothing did. Limits and stop rules may
  /// change after the first listener has begun, and nothing else.
  private func changedStudy() throws -> (known: StudyRecord, changes: [StudyChange])? {
    guard let known = try database.study(study.name), known.digest != study.digest else { return nil }
    let new = study.experiment
    if let changes = CourseChanges.between(stored: known.experiment, new: new), !changes.isEmpty {
      return (known, changes.map { StudyChange(path: $0.path, old: $0.stored, new: $0.new) })
    }
    let difference = CourseChanges.firstOther(stored: known.experiment, new: new)
    throw LiveSessionError(
      .content,
      "\(SafeText.line(path)): the study \(SafeText.quoted(study.name)) was begun with another file: "
        + (difference ?? "their digests differ")
        + "\n  hint: a study can continue if only limits and stop rules have changed; change this value back, or "
        + "give the file another name to begin a new study")
  }

  // MARK: Pages

  /// - Throws: `Stop` if the listener does not go on.
  private func show(_ page: LabPage, in room: some StudyIO) throws {
    // A simulated listener reads nothing.
    let turn = responder == nil ? room.turn(page, listener: listener) : .next
    if turn != .next { throw Stop(turn: turn) }
  }

  private func consent(in room: some StudyIO) throws {
    for (index, text) in lab.day.consent.enumerated() {
      try show(LabPage(.consent(isLast: index + 1 == lab.day.consent.count), text), in: room)
    }
  }

  /// The instructions, to one who has not read them yet, or was away for long.
  private func instruct(_ participant: ParticipantRecord, in room: some StudyIO) throws {
    let last = try lastSeen(participant)
    let limit = Timestamp.text(seconds: Int(time(nil)) - Int(60 * lab.day.instructionsAgainAfter), nanoseconds: 0)
    if room.clock.timestamp != nil, let last, last >= limit { return }
    for text in lab.day.instructions { try show(LabPage(.instructions, text), in: room) }
    try database.setInstructed(participant, at: room.clock.timestamp)
  }

  /// When something of the listener was last stored in the study; `nil` if the instructions were not read.
  private func lastSeen(_ participant: ParticipantRecord) throws -> String? {
    guard let read = participant.instructedAt else { return nil }
    return try progress(of: participant).sessions.values.reduce(read) { last, session in
      try [session.endedAt, session.startedAt, database.lastAnswer(of: session)].compactMap(\.self).reduce(last, max)
    }
  }

  // MARK: Blocks

  private func goOn(_ participant: ParticipantRecord, in room: some StudyIO, _ outcome: inout Outcome) throws {
    var progress = try progress(of: participant).progress
    guard progress.next != nil else { return }
    try instruct(participant, in: room)
    var hasRested = false
    while let step = progress.next {
      let place = step.number.map { LabPage.Progress(number: $0, count: progress.blocks) }
      try announce(step, lab.day.showsProgress ? place : nil, hasRested: hasRested, in: room)
      let ended = try sit(step.block, place, in: room)
      outcome.sessions.append(ended)
      outcome.end = ended.end
      backUp(after: ended, &outcome)
      guard ended.end == .finished else { return }
      progress = try self.progress(of: participant).progress
      hasRested = progress.next != nil && step.number != nil
      if hasRested { try rest(after: progress, in: room) }
    }
    try thank(in: room)
  }

  private func announce(
    _ step: DayProgress.Step, _ shown: LabPage.Progress?, hasRested: Bool, in room: some StudyIO
  ) throws {
    if case .begun(let trials) = step.state, trials > 0 {
      try show(LabPage(.welcomeBack(trials: trials), progress: shown), in: room)
    } else if hasRested, step.block.instructions.isEmpty {
      return
    }
    let kind = step.block.isPractice ? LabPage.Kind.practice : .block
    let texts: [PageText?] = step.block.instructions.isEmpty && step.state.trials == 0 ? [nil] : step.block.instructions
    for text in texts { try show(LabPage(kind, text, progress: shown), in: room) }
  }

  private func rest(after progress: DayProgress, in room: some StudyIO) throws {
    let kind = LabPage.Kind.rest(
      seconds: lab.day.shortestBreak, done: progress.blocksDone, left: progress.blocksLeft)
    for text in lab.day.breakText.dropLast() {
      try show(
        LabPage(.rest(seconds: 0, done: progress.blocksDone, left: progress.blocksLeft), text),
        in: room)
    }
    try show(LabPage(kind, lab.day.breakText.last), in: room)
  }

  /// Leaving the last page is no leaving: all is done.
  private func thank(in room: some StudyIO) throws {
    do {
      let texts: [PageText?] = lab.day.thanks.isEmpty ? [nil] : lab.day.thanks
      for text in texts { try show(LabPage(.thanks, text), in: room) }
    } catch let stop as Stop {
      if case .signal = stop.turn { throw stop }
    }
  }

  private func sit(_ block: LabBlock, _ place: LabPage.Progress?, in room: some StudyIO) throws
    -> LiveSessionRunner.Outcome
  {
    guard var task = tasks[block.name] else { preconditionFailure("block \(block.name) has no plan") }
    task.block = LiveSessionBlock(
      name: block.name, isPractice: block.isPractice, givesFeedback: block.givesFeedback, progress: place,
      showsProgress: lab.day.showsProgress)
    let sitting = LiveSessionRunner(
      database: database, listener: listener, most: nil, responder: responder, responderPlace: responderPlace,
      twins: twins)
    do {
      return try sitting.sit(task, in: room, kinds: kinds)
    } catch let error as LiveSessionError where error.cause == .strategy || error.cause == .content {
      throw LiveSessionError(
        error.cause, of: error.subject,
        "\(error.description)\n  hint: the study goes on without the block after "
          + "peach listener skip \(listener) --block \(SafeText.forShell(block.name)) --note \"…\"; restart runs it again"
      )
    }
  }
}

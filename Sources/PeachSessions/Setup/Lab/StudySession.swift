import PeachAudio
package import PeachExperiments
import PeachListeners
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
    /// The listener did not agree to take part: only the refusal is counted.
    package var isDeclined = false
    /// The sessions of this time, in order.
    package var sessions: [LiveSessionRunner.Outcome] = []
    /// `nil` if the listener does not take part.
    package var progress: StudyProgress?
    /// The study ended because the listener failed the headphone screening.
    package var isScreenedOut = false
    /// When the next day begins at the earliest, in words; `nil` if a block may come now.
    package var nextDay: String?
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
  /// The group of the study; `nil` for that of the place.
  private let group: String?
  /// Whether a day may begin before its time.
  private let isEarly: Bool
  private let responders: [String]
  private let responderPlace: String
  /// Looks up whose twin a responder may be.
  private let twins: Experiment.Overrides.Twins?
  private let kinds: Experiment.Kinds
  /// The task of each part, without its day.
  private let tasks: [LabPart: LiveSessionTask]
  /// The folder for copies of the records; `nil` for none.
  private let backupFolder: String?

  /// - Parameters:
  ///   - experiment: With a section `lab`.
  ///   - path: The file, for messages.
  ///   - device: As aplay names it; `nil` for the default.
  ///   - isSilent: Whether nothing will sound: then no level is refused.
  ///   - place: The listener's place in the order of the study; `nil` for the lowest one that is free.
  ///   - group: The listener's group; `nil` for the group of the place.
  ///   - isEarly: Whether a day of the study may begin before its shortest distance from the day before is over.
  ///   - responders: Simulated listeners in a person's place; each block has the first that fits its task. They turn every page
  ///     at once.
  /// - Throws: `LiveSessionError` if a block cannot be heard, or the folder for copies is missing.
  package init(
    _ experiment: Experiment, _ lab: LabPlan, path: String, device: String?, isSilent: Bool, database: LiveDatabase,
    listener: String, place: Int? = nil, group: String? = nil, isEarly: Bool = false, responders: [String],
    responderPlace: String = "responder",
    twins: Experiment.Overrides.Twins?, kinds: Experiment.Kinds
  ) throws {
    self.experiment = experiment
    self.lab = lab
    self.path = path
    self.database = database
    self.listener = listener
    self.place = place
    self.group = group
    self.isEarly = isEarly
    self.responders = responders
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

  /// Continues where the listener is until all is done or the listener leaves.
  ///
  /// - Throws: `LiveSessionError` if the study was begun with a file that differs in more than limits and stop rules, or
  ///   sound or strategy fail; `RecordsError`.
  package func run(in room: some StudyIO) throws -> Outcome {
    let changed = try changedStudy()
    var outcome = Outcome()
    var participant: ParticipantRecord?
    do {
      let known = try database.participations(of: listener).first { $0.study == experiment.plan.name }
      try checkGroup(of: known)
      if let place { try database.checkPlace(place, of: listener, in: experiment.plan.name) }
      let consent = known == nil ? try consent(in: room) : nil
      if let changed {
        try database.change(study, from: changed.known, changed.changes, at: Timestamp.now())
        outcome.changes = changed.changes
      }
      let joined =
        try known ?? database.join(study, listener, at: place, groups: lab.day.groups, group: group, consent)
      participant = joined
      try goOn(joined, in: room, &outcome)
    } catch let stop as Stop {
      switch stop.turn {
      case .signal(let number): outcome.end = .signal(number)
      case .left, .declined, .next, .back, .softer, .louder: outcome.end = .left
      }
      outcome.isDeclined = stop.turn == .declined
    }
    outcome.progress = try participant.map { try progress(of: $0) }
    if let participant, let next = outcome.progress?.progress.next {
      outcome.nextDay = try due(next, of: participant)
    }
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

  /// Shows pages one after the other; the listener can go back.
  ///
  /// - Parameter block: The block that they belong to; `nil` for the first one.
  /// - Throws: `Stop` if the listener does not go on; `LiveSessionError` if an example cannot be played.
  private func show(_ pages: [LabPage], of block: LabBlock? = nil, in room: some StudyIO) throws {
    // A simulated listener reads nothing.
    guard responders.isEmpty else { return }
    var (index, isBack) = (0, false)
    while pages.indices.contains(index) {
      var page = pages[index]
      page.canGoBack = index > 0
      page.startsAtEnd = isBack
      var example = page.text?.example
      if case .screening(let test) = page.kind { example = SoundExample(level: test.level) }
      let sound = example.flatMap { pageSound(of: $0, block ?? lab.day.blocks.first, in: room) }
      defer { sound?.silence() }
      let turn = room.turn(page, listener: listener, playing: sound)
      if let problem = sound?.problem as? SoundError { throw LiveSessionError(.inaccessible, problem.description) }
      if let problem = sound?.problem { throw problem }
      isBack = turn == .back
      switch turn {
      case .next, .softer, .louder: index += 1
      case .back: index = max(0, index - 1)
      case .declined, .left, .signal: throw Stop(turn: turn)
      }
    }
  }

  private func show(_ page: LabPage, in room: some StudyIO) throws { try show([page], in: room) }

  private func pageSound(of example: SoundExample, _ block: LabBlock?, in room: some StudyIO) -> PageSound? {
    let known = lab.day.all.first { $0.name == example.block } ?? block
    guard let part = known?.parts(on: nil).first, let task = tasks[part] else { return nil }
    let runner = LiveSessionRunner(database: database, listener: listener, most: nil, responders: [])
    return PageSound { try runner.sound(of: example, task, in: room) }
  }

  /// - Returns: The consent to be stored; `nil` if the study asks for none.
  private func consent(in room: some StudyIO) throws -> ConsentRecord? {
    do {
      let pages = lab.day.consent.enumerated().map { index, text in
        LabPage(.consent(isLast: index + 1 == lab.day.consent.count), text)
      }
      try show(pages, in: room)
    } catch let stop as Stop where stop.turn == .declined {
      if let refusal = consentRecord(in: room) { try database.count(refusal, of: study.name) }
      throw stop
    }
    return consentRecord(in: room)
  }

  private func consentRecord(in room: some StudyIO) -> ConsentRecord? {
    ConsentVersion(of: lab.day.consent, in: room.language).map { ConsentRecord($0, time: room.clock.timestamp) }
  }

  // MARK: Questions

  /// Asks all questions whose time has come, and stores each answer before the next page.
  ///
  /// - Returns: Whether there were any.
  private func ask(_ progress: StudyProgress, in room: some StudyIO) throws -> Bool {
    let open = try progress.openQuestions(in: database)
    for (place, item) in open.enumerated() {
      let page = QuestionPage(item.question, item.text, number: place + 1, of: open.count)
      var turn = QuestionTurn.answered(
        item.question.simulated(seed: experiment.plan.seed, listener: listener, block: item.session?.part?.text ?? ""))
      if responders.isEmpty { turn = room.ask(page, listener: listener) }
      switch turn {
      case .answered(let answer):
        let record = AnswerRecord(
          item.question.name, session: item.session, answer, source: responders.isEmpty ? .listener : .responder,
          language: room.language, time: room.clock.timestamp)
        try database.store(record, of: progress.participant)
      case .left: throw Stop(turn: .left)
      case .signal(let number): throw Stop(turn: .signal(number))
      }
    }
    return !open.isEmpty
  }

  /// The instructions, to one who has not read them yet, or was away for long.
  private func instruct(_ participant: ParticipantRecord, in room: some StudyIO) throws {
    let last = try lastSeen(participant)
    let limit = Timestamp.text(seconds: Int(time(nil)) - Int(60 * lab.day.instructionsAgainAfter), nanoseconds: 0)
    if room.clock.timestamp != nil, let last, last >= limit { return }
    try show(lab.day.instructions.map { LabPage(.instructions, $0) }, in: room)
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
    let stored = try self.progress(of: participant)
    var progress = stored.progress
    if stored.isScreenedOut { return try endScreenedOut(in: room, &outcome) }
    // A day that may not begin yet asks nothing.
    if let first = progress.next { try checkDistance(before: first, of: participant) }
    let hasAsked = try ask(stored, in: room)
    guard progress.next != nil else {
      // The listener had left before the last questions.
      if hasAsked { try thank(in: room) }
      return
    }
    try instruct(participant, in: room)
    var hasRested = false
    while let step = progress.next {
      let place = step.number.map { LabPage.Progress(number: $0, count: progress.blocks(on: step.day).count) }
      if step.block.headphoneTest == nil { try setComfort(of: participant, on: step.day, in: room) }
      try announce(step, lab.day.showsProgress ? place : nil, hasRested: hasRested, in: room)
      let ended = try sit(step, progress.group, place, of: participant, in: room)
      outcome.sessions.append(ended)
      outcome.end = ended.end
      backUp(after: ended, &outcome)
      guard ended.end == .finished else { return }
      let stored = try self.progress(of: participant)
      progress = stored.progress
      if stored.isScreenedOut { return try endScreenedOut(in: room, &outcome) }
      if try ask(stored, in: room) { backUp(after: ended, &outcome) }
      if let next = progress.next, next.day != step.day { return try end(of: step.day, in: room) }
      hasRested = progress.next != nil && step.number != nil
      if hasRested { try rest(after: progress, on: step.day, in: room) }
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
    if let test = step.block.headphoneTest {
      if step.state.trials == 0 { try show([LabPage(.screening(test))], of: step.block, in: room) }
      return
    }
    let kind = step.block.isPractice ? LabPage.Kind.practice : .block
    let texts: [PageText?] = step.block.instructions.isEmpty && step.state.trials == 0 ? [nil] : step.block.instructions
    try show(texts.map { LabPage(kind, $0, progress: shown) }, of: step.block, in: room)
  }

  private func rest(after progress: DayProgress, on day: String?, in room: some StudyIO) throws {
    let blocks = progress.blocks(on: day)
    let (done, left) = (blocks.count(where: \.state.isDone), blocks.count { !$0.state.isDone && !$0.state.isSkipped })
    for text in lab.day.breakText.dropLast() {
      try show(LabPage(.rest(seconds: 0, done: done, left: left), text), in: room)
    }
    try show(
      LabPage(.rest(seconds: lab.day.shortestBreak, done: done, left: left), lab.day.breakText.last), in: room)
  }

  /// The last page of a day that is not the last one.
  private func end(of day: String?, in room: some StudyIO) throws {
    do {
      try show(LabPage(.endOfDay), in: room)
    } catch let stop as Stop {
      if case .signal = stop.turn { throw stop }
    }
  }

  /// The last page for a listener who failed the headphone screening.
  private func endScreenedOut(in room: some StudyIO, _ outcome: inout Outcome) throws {
    outcome.isScreenedOut = true
    do {
      try show(LabPage(.screenedOut), in: room)
    } catch let stop as Stop {
      if case .signal = stop.turn { throw stop }
    }
  }

  /// Leaving the last page is no leaving: all is done.
  private func thank(in room: some StudyIO) throws {
    do {
      let texts: [PageText?] = lab.day.thanks.isEmpty ? [nil] : lab.day.thanks
      try show(texts.map { LabPage(.thanks, $0) }, in: room)
    } catch let stop as Stop {
      if case .signal = stop.turn { throw stop }
    }
  }

  private func sit(
    _ step: DayProgress.Step, _ group: String?, _ place: LabPage.Progress?, of participant: ParticipantRecord,
    in room: some StudyIO
  ) throws -> LiveSessionRunner.Outcome {
    let block = step.block
    let parts = try step.parts.map { part in
      guard let planned = tasks[LabPart(block: part.block, condition: part.condition)] else {
        preconditionFailure("block \(part.text) has no plan")
      }
      var task = try relative(planned, of: participant, on: step.day, in: room)
      task.block = LiveSessionBlock(
        part: part, group: group, isPractice: block.isPractice, givesFeedback: block.givesFeedback, progress: place,
        showsProgress: lab.day.showsProgress,
        responses: block.headphoneTest != nil
          ? SessionResponses()
          : lab.day.responses(in: block).inForce(
            for: task.cell.task, place: lab.day.placeInGroup(ofPlace: participant.place),
            design: lab.day.listenersOfDesign / max(1, lab.day.groups.count)))
      return task
    }
    let runner = LiveSessionRunner(
      database: database, listener: listener, most: nil, responders: responders(in: block),
      responderPlace: responderPlace,
      twins: twins)
    let streams = StreamFamily(
      seed: experiment.plan.seed, path: ["conditions", listener, block.name, step.day ?? ""])
    do {
      return try runner.sit(
        parts, draw: { open, trials in block.draw.next(among: open, after: trials, using: streams) }, in: room,
        kinds: kinds)
    } catch let error as LiveSessionError where error.cause == .strategy || error.cause == .content {
      throw LiveSessionError(
        error.cause, of: error.subject,
        "\(error.description)\n  hint: to continue without this block, run peach listener skip "
          + "\(listener) --block \(SafeText.forShell(block.name)) --note \"…\"; to run it again, use restart instead "
          + "of skip"
      )
    }
  }

  // MARK: Levels of the listener's own

  /// Lets the listener set the comfortable level of a day, unless it is set already.
  private func setComfort(of participant: ParticipantRecord, on day: String?, in room: some StudyIO) throws {
    guard let comfort = lab.day.comfort, let task = tasks[LabPart(block: LabComfort.partName)] else { return }
    if try database.comforts(of: participant).contains(where: { $0.day == day }) { return }
    var level = comfort.start
    // A simulated listener keeps the first level.
    let isPerson = responders.isEmpty
    let runner = LiveSessionRunner(database: database, listener: listener, most: nil, responders: [])
    while isPerson {
      let sound = PageSound { try runner.sound(of: SoundExample(level: level), task, in: room) }
      _ = sound.play()
      let canRaise = comfort.level(after: level, isLouder: true) != nil
      let turn = room.turn(LabPage(.comfort(canRaise: canRaise)), listener: listener, playing: sound)
      sound.silence()
      if let problem = sound.problem as? SoundError { throw LiveSessionError(.inaccessible, problem.description) }
      if let problem = sound.problem { throw problem }
      if turn == .next { break }
      guard turn == .softer || turn == .louder else { throw Stop(turn: turn) }
      level = comfort.level(after: level, isLouder: turn == .louder) ?? level
    }
    let isCalibrated = comfort.scale == .pressure
    let record = ComfortRecord(
      day: day, level: level, scale: comfort.scale,
      fullScaleLevel: isCalibrated ? level - task.output.fullScale : level,
      device: room.isSilent ? nil : task.device.name, source: isPerson ? .listener : .responder,
      time: room.clock.timestamp)
    try database.store(record, of: participant)
  }

  /// A task whose levels are relative to the listener's own, with those levels; other tasks as they are.
  ///
  /// - Throws: `LiveSessionError` if the listener's own level is not known, or makes a sound too loud.
  private func relative(
    _ task: LiveSessionTask, of participant: ParticipantRecord, on day: String?, in room: some StudyIO
  ) throws -> LiveSessionTask {
    guard let stimulus = task.composed, stimulus.levels.isRelative else { return task }
    let level: Double?
    if let block = stimulus.thresholdBlock {
      let sessions = try progress(of: participant).sessions
      let days = lab.day.days.map { Optional($0.name) }
      // The threshold of the same day, else that of the day before.
      let known = (days.isEmpty ? [nil] : Array(days.prefix { $0 != day } + [day])).reversed()
      let session = known.lazy.compactMap { sessions[LabPart(block: block, day: $0)] }.first
      level = try session.flatMap { session in
        try StoredSession(session.number, of: listener, in: database, kinds: kinds).fullScaleThreshold(in: database)
      }
      if level == nil {
        throw LiveSessionError(
          .content,
          "\(SafeText.line(path)): block \(SafeText.cut(block)) gave no threshold of listener '\(listener)', so 0 dB SL is not known\n  hint: peach listener restart \(listener) --block \(SafeText.forShell(block)) --note \"…\" lets the listener do it again"
        )
      }
    } else {
      level = try database.comforts(of: participant).first { $0.day == day }?.fullScaleLevel
    }
    guard let level else {
      throw LiveSessionError(
        .content, "\(SafeText.line(path)): the comfortable level of listener '\(listener)' is not known")
    }
    let relative = task.relative(to: level)
    let finding =
      room.isSilent
      ? nil
      : SoundCheck.findings(
        of: relative.cell, seed: relative.plan.seed, folder: relative.folder, output: relative.output
      ).first
    if let problem = finding?.problem { throw LiveSessionError(.content, problem.description) }
    return relative
  }

  /// The simulated listeners of a block. Those of a headphone test wear headphones unless a responder says otherwise.
  private func responders(in block: LabBlock) -> [String] {
    guard let test = block.headphoneTest, !responders.isEmpty else { return responders }
    let stated = responders.first { $0.split(separator: " ").first.map(String.init) == HeadphonesListener.kind }
    return ["\(stated ?? HeadphonesListener.kind) test=\(test.rawValue)"]
  }

  // MARK: Groups and days

  /// - Throws: `LiveSessionError` if the listener cannot be in the group that was asked for.
  private func checkGroup(of known: ParticipantRecord?) throws(LiveSessionError) {
    guard let group else { return }
    let groups = lab.day.groups
    guard groups.contains(group) else {
      throw LiveSessionError(
        .request, of: .group,
        groups.isEmpty
          ? "\(SafeText.line(path)): lab states no groups"
          : "\(SafeText.line(path)) has no group \(SafeText.quoted(group)); expected one of \(groups.joined(separator: ", "))"
      )
    }
    if let known, known.group != group {
      throw LiveSessionError(
        .request, of: .group,
        "listener '\(listener)' is in group \(known.group ?? "none"), which cannot change\n  hint: leave out --group")
    }
    if let place, let other = lab.day.group(ofPlace: place), other != group {
      throw LiveSessionError(
        .request, of: .group, "place \(place) belongs to group \(other)\n  hint: leave out --place or --group")
    }
  }

  /// The moment from which the day of a step may begin; `nil` if it may begin now or has begun.
  private func due(_ step: DayProgress.Step, of participant: ParticipantRecord) throws -> String? {
    let days = lab.day.days
    guard let index = days.firstIndex(where: { $0.name == step.day }), index > 0, let distance = days[index].distance
    else {
      return nil
    }
    let own = try progress(of: participant).sessions.values
    guard !own.contains(where: { $0.day == step.day }) else { return nil }
    let before = Set(days[..<index].map(\.name))
    let answers = try own.filter { $0.day.map(before.contains) ?? false }.compactMap { try database.lastAnswer(of: $0) }
    guard let last = answers.max(), let due = distance.due(after: last), Timestamp.now() < due.timestamp else {
      return nil
    }
    return due.text
  }

  /// - Throws: `LiveSessionError` if the day of a step cannot begin yet.
  private func checkDistance(before step: DayProgress.Step, of participant: ParticipantRecord) throws {
    guard !isEarly, let due = try due(step, of: participant) else { return }
    throw LiveSessionError(
      .request,
      "day \(SafeText.quoted(step.day ?? "")) of listener '\(listener)' begins \(due) at the earliest\n  hint: --early begins it now"
    )
  }
}

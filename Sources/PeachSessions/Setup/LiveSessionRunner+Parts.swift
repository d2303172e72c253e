import PeachAudio
package import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

extension LiveSessionRunner {
  /// Runs one session to its end, of the kind of trial that the task has.
  ///
  /// - Parameters:
  ///   - kinds: The listeners that a responder can be.
  ///   - settings: Shows the settings, and says whether they were changed.
  /// - Throws: `LiveSessionError`, `RecordsError`, and what `settings` throws.
  package func sit(
    _ task: LiveSessionTask, in room: some ComparisonIO & MatchingIO, kinds: Experiment.Kinds,
    settings: () throws -> Settings = { .kept }
  ) throws -> Outcome {
    try sit([task], draw: { open, _ in open[0] }, in: room, kinds: kinds, settings: settings)
  }

  /// Runs a block whose conditions take turns: each has a session of its own.
  ///
  /// - Parameters:
  ///   - tasks: The task of each condition. They are of the same kind.
  ///   - draw: Chooses the condition of the next trial: see `Session`.
  package func sit(
    _ tasks: [LiveSessionTask], draw: @escaping (_ open: [Int], _ trials: [Int]) -> Int,
    in room: some ComparisonIO & MatchingIO, kinds: Experiment.Kinds, settings: () throws -> Settings = { .kept }
  ) throws -> Outcome {
    switch tasks[0].cell.work {
    case .trials: try compare(tasks, draw: draw, in: room, kinds: kinds, settings: settings)
    case .matchings: try match(tasks, draw: draw, in: room, kinds: kinds, settings: settings)
    }
  }
}

/// Parts that sessions of every kind of trial need.
extension LiveSessionRunner {
  /// Reads a request, and reports its problems as one error.
  func requested<T>(_ read: () throws(ConfigurationError) -> T) throws(LiveSessionError) -> T {
    do throws(ConfigurationError) {
      return try read()
    } catch {
      throw LiveSessionError(.request, error.description)
    }
  }

  /// The first simulated listener that fits a task; `nil` for a person.
  ///
  /// - Throws: `LiveSessionError` with the problems of the first if none fits.
  func answerer<Text>(_ read: (String) throws(ConfigurationError) -> Text) throws(LiveSessionError) -> Text? {
    for text in responders {
      if let found = try? read(text) { return found }
    }
    return try responders.first.map { text throws(LiveSessionError) in
      try requested { () throws(ConfigurationError) in try read(text) }
    }
  }

  /// The sound after a wrong answer if there is no bell.
  func tick(of task: LiveSessionTask, isNeeded: Bool) throws(SoundError) -> RenderedSound? {
    guard task.wrongTick != .off, isNeeded else { return nil }
    return try .tick(below: task.levels.level(at: task.cell.task.notes.lowerBound), sampleRate: task.sampleRate)
  }

  /// The random streams of a sitting: those of the simulated listener of its name.
  func names(of task: LiveSessionTask) -> StreamNames {
    StreamNames(seed: task.plan.seed, listener: listener, strategy: task.cell.strategy)
  }

  /// The look of a session, the same for all its conditions.
  func appearance(of tasks: [LiveSessionTask], rings: Bool, _ room: some LiveSessionIO) -> SessionAppearance {
    let task = tasks[0]
    return SessionAppearance(
      listener: listener, showsInterval: task.cell.task.choices.contains { $0.interval != .prime },
      hasSettings: task.isTraining, form: task.cell.task.form, isComposed: task.composed != nil,
      question: task.composed?.question, rings: rings,
      isMute: !room.isSilent && task.device.isMute, length: length(of: tasks),
      responses: task.block?.responses ?? SessionResponses())
  }

  /// The length that the listener sees; `nil` in training, or if the study hides it.
  private func length(of tasks: [LiveSessionTask]) -> SessionLength? {
    let task = tasks[0]
    guard !task.isTraining, task.block?.showsProgress ?? true else { return nil }
    let fixed = tasks.map { $0.plan.fixedTrials(of: $0.cell) }
    let trials = fixed.reduce(Optional(0)) { sum, trials in sum.flatMap { sum in trials.map { sum + $0 } } }.map {
      min($0, most ?? $0)
    }
    let isScreening = HeadphoneTest.blockNames.contains { $0 == task.block?.part.block }
    return SessionLength(
      block: task.block?.progress, isPractice: !isScreening && task.block?.isPractice ?? false, trials: trials)
  }

  /// A model in a person's place; `nil` if there is none.
  func simulated<Task: SessionTask>(
    _ answerer: (any SimulatedAnswerer<Task>)?, in room: some LiveSessionIO
  ) -> (any Responder<Task>)? {
    answerer.map { SimulatedResponder($0, sleep: room.sleep, onSuspend: room.suspend) }
  }

  /// One condition of a session, with trials of any kind.
  ///
  /// - Parameter player: The player of a request; conditions with the same request share one.
  func condition<Trials: SessionTask>(
    of trials: Trials, _ task: LiveSessionTask, _ record: SessionRecord, by responder: any Responder<Trials>,
    shownBy display: any SessionDisplay<Trials>, in room: some LiveSessionIO,
    player: (PlayerRequest) throws(SoundError) -> any TrialPlayer
  ) throws(SoundError) -> Session<Trials>.Condition where Trials.Record: StoredTrial {
    Session.Condition(
      trials, after: record.trials,
      Session.Parts(
        clock: room.clock, player: try player(PlayerRequest(task.device, task.sampleFormat, task.channel)),
        responder: responder,
        store: SessionStore(
          database, record, pagePresentation: { room.pagePresentation }, onBegin: { room.present($0, of: record) },
          onStored: { room.stored($0) }),
        display: display))
  }

  /// The session of some conditions.
  func session<Trials: SessionTask>(
    of conditions: [Session<Trials>.Condition], _ tasks: [LiveSessionTask],
    draw: @escaping (_ open: [Int], _ trials: [Int]) -> Int
  ) -> Session<Trials> {
    var responses = tasks[0].block?.responses ?? SessionResponses()
    // A simulated listener is never late.
    if !responders.isEmpty { responses.deadline?.seconds = .infinity }
    return Session(
      conditions, most: most, givesFeedback: tasks[0].block?.givesFeedback ?? true, responses: responses, draw: draw)
  }

  func notes(of task: LiveSessionTask, _ record: SessionRecord) -> NoteStimuli {
    NoteStimuli(
      task: task.cell.task, timbre: task.timbre, sampleRate: task.sampleRate, levels: task.levels, ramp: task.ramp,
      device: record.device, onsetLatency: task.onsetLatency)
  }

  /// The record of a session to begin.
  ///
  /// - Parameter responder: The simulated listener in a person's place.
  func record(
    _ kind: SessionKind, of task: LiveSessionTask, responder: String?, _ room: some LiveSessionIO
  ) throws(LiveSessionError) -> SessionRecord {
    var record = SessionRecord(
      listener: listener, kind: kind, name: task.plan.name, strategy: task.cell.strategy,
      experiment: task.plan.resolved.json(), profile: task.plan.profile.value.json(),
      seed: task.plan.seedText, responder: responder,
      scale: task.cell.task.axis.scale.rawValue, version: BuildInfo.version, build: try BuildInfo.build())
    record.startedAt = room.clock.timestamp
    if !room.isSilent {
      record.device = task.device.name
      record.sampleRate = task.sampleRate.rawValue
      record.sampleFormat = task.sampleFormat.word
      record.channel = task.channel.rawValue
      record.levelScale = task.levelScale.rawValue
      record.levelOffset = task.levels.calibration?.offset(at: 1000)
    } else if task.levelScale != .fullScale {
      // The level that would have been heard, on the scale that was asked for.
      record.levelScale = task.levelScale.rawValue
    }
    if task.levelScale.isRelative { record.levelOffset = task.output.fullScale }
    record.block = task.block?.part.block
    record.day = task.block?.part.day
    record.condition = task.block?.part.condition
    record.group = task.block?.group
    record.responses = task.block?.responses.value?.json()
    record.hasSwappedKeys = task.block?.responses.isSwapped
    record.isPractice = task.block?.isPractice ?? false
    record.alternatives = task.cell.task.alternatives
    record.unit = task.cell.task.axis.unit
    // Who hears nothing can say nothing of what was heard. A profile is of what was heard higher and lower.
    record.isInProfile = responder == nil && !task.device.isMute && task.cell.task.form == nil
    return record
  }
}

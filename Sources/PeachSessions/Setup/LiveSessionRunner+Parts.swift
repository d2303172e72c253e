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
    switch task.cell.work {
    case .trials(let factory, _): try compare(task, factory, in: room, kinds: kinds, settings: settings)
    case .matchings(_, let stop): try match(task, until: stop, in: room, kinds: kinds, settings: settings)
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

  /// The sound after a wrong answer if there is no bell.
  func tick(of task: LiveSessionTask, isNeeded: Bool) throws(SoundError) -> RenderedSound? {
    guard task.wrongTick != .off, isNeeded else { return nil }
    return try .tick(below: task.levels.level(at: task.cell.task.notes.lowerBound), sampleRate: task.sampleRate)
  }

  /// The random streams of a sitting: those of the simulated listener of its name.
  func names(of task: LiveSessionTask) -> StreamNames {
    StreamNames(seed: task.plan.seed, listener: listener, strategy: task.cell.strategy)
  }

  func appearance(of task: LiveSessionTask, rings: Bool, _ room: some LiveSessionIO) -> SessionAppearance {
    SessionAppearance(
      listener: listener, showsInterval: task.cell.task.choices.contains { $0.interval != .prime },
      hasSettings: task.isTraining, form: task.cell.task.form, isComposed: task.composed != nil,
      question: task.composed?.question, rings: rings,
      isMute: !room.isSilent && task.device.isMute, length: length(of: task),
      responses: task.block?.responses ?? SessionResponses())
  }

  /// The length that the listener sees; `nil` in training, or if the study hides it.
  private func length(of task: LiveSessionTask) -> SessionLength? {
    guard !task.isTraining, task.block?.showsProgress ?? true else { return nil }
    let trials = task.plan.fixedTrials(of: task.cell).map { min($0, most ?? $0) }
    return SessionLength(block: task.block?.progress, isPractice: task.block?.isPractice ?? false, trials: trials)
  }

  /// A model in a person's place; `nil` if there is none.
  func simulated<Task: SessionTask>(
    _ answerer: (any SimulatedAnswerer<Task>)?, in room: some LiveSessionIO
  ) -> (any Responder<Task>)? {
    answerer.map { SimulatedResponder($0, sleep: room.sleep, onSuspend: room.suspend) }
  }

  /// The session of trials of any kind.
  func session<Trials: SessionTask>(
    of trials: Trials, _ task: LiveSessionTask, _ record: SessionRecord, by responder: any Responder<Trials>,
    shownBy display: any SessionDisplay<Trials>, in room: some LiveSessionIO
  ) throws(SoundError) -> Session<Trials> where Trials.Record: StoredTrial {
    var responses = task.block?.responses ?? SessionResponses()
    // A simulated listener is never late.
    if responder is SimulatedResponder<Trials> { responses.deadline?.seconds = .infinity }
    return Session(
      trials, after: record.trials, most: most, givesFeedback: task.block?.givesFeedback ?? true,
      responses: responses,
      Session.Parts(
        clock: room.clock, player: try room.player(PlayerRequest(task.device, task.sampleFormat, task.channel)),
        responder: responder,
        store: SessionStore(database, record), display: display))
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
    } else if task.levelScale == .pressure {
      // What would have been heard is told on the scale that was asked for.
      record.levelScale = task.levelScale.rawValue
    }
    record.block = task.block?.name
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

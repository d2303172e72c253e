package import PeachAudio
package import PeachExperiments
import PeachPitch
package import PeachSimulation
package import PeachStorage
import PeachSupport
package import PeachTrials

/// The task of a live session: a strategy of an experiment file or of the settings, and its sound.
package struct LiveSessionTask: Sendable {
  package var plan: Plan
  package var cell: Cell
  package var timbre: any Timbre
  package var levels: NoteLevels
  package var ramp: Ramp
  package var loudness: LoudnessVariation
  package var wrongTick: TrainingSettings.WrongTick
  package var device: SoundDevice
  package var channel: Channel
  package var sampleRate: SampleRate
  package var sampleFormat: SampleFormat
  /// The folder of the experiment file, for sound files.
  package var folder = "."
  /// How the device makes sound of composed samples.
  package var output = SoundOutput()
  /// The latency of the device, in seconds.
  package var onsetLatency: Double
  /// Whether the listener's settings are in force, and may be changed.
  package var isTraining: Bool
  /// The block of a study that it is; `nil` for a session by itself.
  package var block: LiveSessionBlock?

  /// A strategy of an experiment file, as the file says: with the defaults of the machine, never the listener's
  /// settings, and from the profile that the file names or an empty one.
  ///
  /// - Parameters:
  ///   - path: The file, for messages.
  ///   - device: As aplay names it; `nil` for the default.
  /// - Throws: `LiveSessionError` if there is no such strategy, or nothing that can be heard.
  package static func experiment(
    _ plan: Plan, path: String, strategy: String?, device: String?
  ) throws -> LiveSessionTask {
    let cell = try plan.cell(of: strategy, in: path)
    guard cell.task.hasNotes || cell.task.stimulus != nil else {
      throw LiveSessionError(
        .content,
        "\(SafeText.line(path)): task.sounds: missing; a \(cell.task.kind.rawValue) task without sounds can only be simulated\n  hint: "
          + "describe its sounds, as docs/how-to/composed-sounds.md does")
    }
    var task = try LiveSessionTask(plan: plan, cell: cell, .standard, isTraining: false)
    task.folder = ParentFolder.of(path)
    if let device { task.device = SoundDevice(device) }
    do throws(SoundError) {
      try task.checkNotes()
    } catch {
      throw LiveSessionError(.content, "\(SafeText.line(path)): task: \(error)")
    }
    return task
  }

  /// The sounds of trials without notes; `nil` for notes.
  package var composed: ComposedStimulus? { cell.task.composed }

  /// The scale of levels, as it is stored.
  var levelScale: SoundLevelScale { composed?.levels ?? levels.scale }

  /// Makes every note that may be heard, without an offset, so that none can end a session that has begun. The tunable
  /// note of a matching is made as high as it may start.
  ///
  /// - Throws: `SoundError` if a note cannot be made.
  private func checkNotes() throws(SoundError) {
    let notes = NoteStimuli(task: cell.task, timbre: timbre, sampleRate: sampleRate, levels: levels, ramp: ramp)
    let reach = cell.task.kind == .matching ? cell.task.initialOffset : 0
    var made: Set<Tone> = []
    for choice in ReferenceNotes.reachable(in: cell.task) {
      for index in 0..<choice.count {
        let reference = choice.reference(at: index)
        let target = notes.targetTone(choice.interval, above: reference, offset: Cents(unchecked: reach))
        for tone in [notes.referenceTone(reference), target] where made.insert(tone).inserted {
          try notes.check(tone)
        }
      }
    }
  }

  /// Takes over what was measured of the device: how late it is, by a listener's own setting or by its profile, and how
  /// loud. Of one that was not measured nothing is known.
  ///
  /// - Parameters:
  ///   - settings: As they are stored, without what was wished for this time alone.
  ///   - isSilent: Whether nothing will sound: then no level is refused.
  /// - Throws: `LiveSessionError` if the level is refused; nothing has sounded then.
  package mutating func calibrate(
    from settings: TrainingSettings, in database: LiveDatabase, isSilent: Bool
  ) throws {
    let profile = try database.deviceProfile(device.name, channel.rawValue)
    let stated = device == SoundDevice(settings.device) ? settings.onsetLatency : 0
    onsetLatency = stated > 0 ? stated : profile?.onsetLatency ?? 0
    try levels.calibrate(on: device.name, channel.rawValue, in: database)
    guard !isSilent else { return }
    if let composed {
      guard composed.levels != .pressure || levels.calibration != nil else {
        throw LiveSessionError(
          .content,
          "task.sounds.levels: \(deviceName) is not calibrated, so these levels must be in dB FS\n  hint: peach calibrate "
            + "level measures it; or write levels: dB FS and lower the levels")
      }
      output = SoundOutput(levels.calibration, others: levels.others)
      // The listener's own level is not known yet.
      if composed.levels.isRelative { return }
      let finding = SoundCheck.findings(of: cell, seed: plan.seed, folder: folder, output: output).first
      if let problem = finding?.problem { throw LiveSessionError(.content, problem.description) }
      return
    }
    let problem = levels.problem(among: keys, on: deviceName)
    if let problem { throw LiveSessionError(isTraining ? .request : .content, problem.description) }
  }

  /// All notes that may be heard, of which the loudest must be safe.
  private var keys: ClosedRange<MIDINote> {
    let keys = ReferenceNotes.reachable(in: cell.task).flatMap { choice in
      [choice.references.lowerBound, choice.references.upperBound - 1].flatMap {
        [$0, $0 + choice.interval.semitones]
      }
    }
    let (low, high) = (keys.min() ?? 0, keys.max() ?? 127)
    return (try? MIDINote(low)...MIDINote(high)) ?? cell.task.notes
  }

  /// The name of the device in messages.
  private var deviceName: String {
    "the device \(SafeText.quoted(device.name))" + (channel == .both ? "" : ", channel \(channel.rawValue)")
  }

  /// Training from a profile, by a listener's settings.
  package static func training(
    _ settings: TrainingSettings, _ mode: TrainingMode, from profile: PerceptualProfile, listener: String,
    seed: UInt64, kinds: Experiment.Kinds
  ) throws -> LiveSessionTask {
    let training = TrainingExperiment.value(settings, mode, listener: listener, seed: seed)
    let plan = try Experiment(
      of: training, name: "training", kinds: kinds, overrides: Experiment.Overrides(profile: profile)
    ).plan
    return try LiveSessionTask(plan: plan, cell: plan.cells[0], settings, isTraining: true)
  }

  /// Training that continues a stored session: its experiment, profile and seed, with the listener's settings for
  /// the rest.
  ///
  /// - Throws: `LiveSessionError` if there is no such session, or its records are not what they were; `RecordsError`.
  static func training(
    resuming number: Int, of listener: String, _ settings: TrainingSettings, in database: LiveDatabase,
    kinds: Experiment.Kinds
  ) throws -> LiveSessionTask {
    guard let record = try database.session(number, of: listener), record.name == TrainingExperiment.name,
      let profile = PerceptualProfile(json: record.profile)
    else {
      throw LiveSessionError(.content, "session \(number) of \(listener) cannot continue: it is not a training session")
    }
    let plan = try Experiment.parse(
      record.experiment, file: "training", kinds: kinds, overrides: Experiment.Overrides(profile: profile)
    ).plan
    return try LiveSessionTask(plan: plan, cell: plan.cells[0], settings, isTraining: true)
  }

  private init(plan: Plan, cell: Cell, _ settings: TrainingSettings, isTraining: Bool) throws {
    self.plan = plan
    self.cell = cell
    self.isTraining = isTraining
    let stated = cell.task.sounding
    timbre = try stated.sound.map(BuiltInTimbres.named) ?? settings.sound
    levels = NoteLevels(stated.level ?? settings.level, gains: stated.gains ?? settings.gains)
    levels.referencePitch = cell.task.referencePitch.hertz
    ramp = try Ramp(stated.ramp ?? settings.ramp)
    loudness = try LoudnessVariation(stated.varyLoudness ?? settings.varyLoudness)
    // Composed sounds have both ears.
    let composed = cell.task.composed
    channel = composed != nil ? .both : stated.channel.flatMap(Channel.init) ?? settings.channel
    sampleRate = composed?.sampleRate ?? stated.sampleRate.flatMap(SampleRate.init) ?? settings.sampleRate
    sampleFormat = stated.sampleFormat.flatMap(SampleFormat.init(word:)) ?? settings.sampleFormat
    wrongTick = settings.wrongTick
    device = SoundDevice(settings.device)
    onsetLatency = 0
  }

  /// The warning before the session; `nil` if there is none.
  package var warning: String? {
    cell.varied.contains { !$0.isEmpty } ? Plan.firstOfEach : nil
  }
}

/// A block of a study, from which a session is made.
package struct LiveSessionBlock: Hashable, Sendable {
  package var part: LabPart
  /// The listener's group; `nil` in a study without groups.
  package var group: String?
  package var isPractice: Bool
  package var givesFeedback: Bool
  /// The block's number in the listener's order and the number of blocks; `nil` for practice.
  package var progress: LabPage.Progress?
  /// Whether the listener sees how far the session has come.
  package var showsProgress: Bool
  /// How the listener answers.
  package var responses = SessionResponses()
}

extension Plan {
  /// The note for files that vary values, of which a session uses the first.
  package static let firstOfEach = "the file varies values; a live session uses the first value of each"

  /// The first cell of a strategy; of the only one where none is named.
  ///
  /// - Parameter path: The file, for messages.
  package func cell(of strategy: String?, in path: String) throws(LiveSessionError) -> Cell {
    var names: [String] = []
    for cell in cells where !names.contains(cell.strategy) { names.append(cell.strategy) }
    guard let strategy = strategy ?? (names.count == 1 ? names[0] : nil) else {
      throw LiveSessionError(
        .request, of: .strategy,
        "\(SafeText.line(path)) has several strategies; expected one of \(names.joined(separator: ", "))")
    }
    guard let cell = cells.first(where: { $0.strategy == strategy }) else {
      let hint = NearestName.hint(for: strategy, among: names, listing: "strategies there") ?? ""
      throw LiveSessionError(
        .request, of: .strategy, "\(SafeText.line(path)) has no strategy \(SafeText.quoted(strategy)); \(hint)")
    }
    return cell
  }
}

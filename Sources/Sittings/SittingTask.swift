import Configuration
public import Experiments
public import Lab
import Pitch
public import Records
public import Sessions
public import Simulation
public import Sound
public import Stimuli
public import Trials

/// What a listener sits down to: a strategy of an experiment, in a file or made of settings, and how it sounds.
public struct SittingTask: Sendable {
  public var plan: Plan
  public var cell: Cell
  public var timbre: any Timbre
  public var levels: NoteLevels
  public var ramp: Ramp
  public var loudness: LoudnessVariation
  public var wrongTick: TrainingSettings.WrongTick
  public var device: SoundDevice
  public var channel: Channel
  public var sampleRate: SampleRate
  public var sampleFormat: SampleFormat
  /// Of that device, in seconds.
  public var onsetLatency: Double
  /// Whether the listener's settings are in force, and may be changed.
  public var isTraining: Bool
  /// The block of a study that it is; `nil` for a session by itself.
  public var block: SittingBlock?

  /// A strategy of an experiment file, as the file says: with the defaults of the machine, never the listener's
  /// settings, and from the profile that the file names or an empty one.
  ///
  /// - Parameters:
  ///   - path: The file, for messages.
  ///   - device: As aplay names it; `nil` for the default.
  /// - Throws: `SittingError` if there is no such strategy, or nothing that can be heard.
  public static func experiment(
    _ plan: Plan, path: String, strategy: String?, device: String?
  ) throws -> SittingTask {
    let cell = try plan.cell(of: strategy, in: path)
    guard cell.task.kind != .level else {
      throw SittingError(
        .content,
        "\(Shown.line(path)): task: a level makes no sound\n  hint: peach live plays tasks of kind: comparison "
          + "or matching"
      )
    }
    var task = try SittingTask(plan: plan, cell: cell, .standard, isTraining: false)
    if let device { task.device = SoundDevice(device) }
    do throws(SoundError) {
      try task.checkNotes()
    } catch {
      throw SittingError(.content, "\(Shown.line(path)): task: \(error)")
    }
    return task
  }

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
  /// - Throws: `SittingError` if the level is refused; nothing has sounded then.
  public mutating func calibrate(
    from settings: TrainingSettings, in database: LiveDatabase, isSilent: Bool
  ) throws {
    let profile = try database.deviceProfile(device.name, channel.rawValue)
    let stated = device == SoundDevice(settings.device) ? settings.onsetLatency : 0
    onsetLatency = stated > 0 ? stated : profile?.onsetLatency ?? 0
    try levels.calibrate(on: device.name, channel.rawValue, in: database)
    guard !isSilent else { return }
    let problem = levels.problem(among: keys, on: deviceName)
    if let problem { throw SittingError(isTraining ? .request : .content, problem.description) }
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

  /// As messages call it.
  private var deviceName: String {
    "the device \(Shown.quoted(device.name))" + (channel == .both ? "" : ", channel \(channel.rawValue)")
  }

  /// Training from a profile, by a listener's settings.
  public static func training(
    _ settings: TrainingSettings, _ mode: TrainingMode, from profile: PerceptualProfile, listener: String,
    seed: UInt64, kinds: Experiment.Kinds
  ) throws -> SittingTask {
    let text = TrainingExperiment.text(settings, mode, listener: listener, seed: seed)
    let plan = try Experiment.parse(
      text, file: "training", kinds: kinds, overrides: Experiment.Overrides(profile: profile)
    ).plan
    return try SittingTask(plan: plan, cell: plan.cells[0], settings, isTraining: true)
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
    channel = stated.channel.flatMap(Channel.init) ?? settings.channel
    sampleRate = stated.sampleRate.flatMap(SampleRate.init) ?? settings.sampleRate
    sampleFormat = stated.sampleFormat.flatMap(SampleFormat.init(word:)) ?? settings.sampleFormat
    wrongTick = settings.wrongTick
    device = SoundDevice(settings.device)
    onsetLatency = 0
  }

  /// What is to be said of it before it begins.
  public var warning: String? {
    cell.varied.contains { !$0.isEmpty } ? Plan.firstOfEach : nil
  }
}

/// A block of a study, as a session is made of it.
public struct SittingBlock: Hashable, Sendable {
  public var name: String
  public var isPractice: Bool
  public var givesFeedback: Bool
  /// Which block of how many it is, in the listener's order; `nil` for practice.
  public var progress: LabPage.Progress?
  /// Whether the listener sees how far the session has come.
  public var showsProgress: Bool
}

extension Plan {
  /// What is said where one cell stands for all that a file varies.
  public static let firstOfEach = "the file varies values; Peach uses the first value of each"

  /// The first cell of a strategy; of the only one where none is named.
  ///
  /// - Parameter path: The file, for messages.
  public func cell(of strategy: String?, in path: String) throws(SittingError) -> Cell {
    var names: [String] = []
    for cell in cells where !names.contains(cell.strategy) { names.append(cell.strategy) }
    guard let strategy = strategy ?? (names.count == 1 ? names[0] : nil) else {
      throw SittingError(
        .request, of: .strategy, "\(Shown.line(path)) has several; expected one of \(names.joined(separator: ", "))")
    }
    guard let cell = cells.first(where: { $0.strategy == strategy }) else {
      let hint = NearestName.hint(for: strategy, among: names, listing: "strategies there") ?? ""
      throw SittingError(
        .request, of: .strategy, "\(Shown.line(path)) has no strategy \(Shown.quoted(strategy)); \(hint)")
    }
    return cell
  }
}

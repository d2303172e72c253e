import Configuration
public import Experiments
import Pitch
import Records
public import Sessions
import Simulation
import Sound
import Trials

/// What a sitting of comparisons needs of its room.
public protocol ComparisonRoom: SittingRoom {
  /// Whether a wrong answer can be told by a bell of the room's own.
  var hasBell: Bool { get }
  /// The person who answers.
  func person(_ appearance: ComparisonAppearance) -> any Responder<ComparisonTask>
  /// What shows the session; made before who answers.
  func display(_ appearance: ComparisonAppearance) -> any SessionDisplay<ComparisonTask>
}

/// What a listener sees of a session of comparisons.
public struct ComparisonAppearance: Hashable, Sendable {
  public var listener: String
  /// Whether the target's interval is shown: not in unison.
  public var showsInterval: Bool
  /// Whether the settings can be opened: an experiment file freezes them.
  public var hasSettings: Bool
  /// Whether a wrong answer rings the room's bell.
  public var rings: Bool
  /// Whether the device plays nothing, which is said.
  public var isMute: Bool
}

extension Sitting {
  /// Runs one session of comparisons to its end.
  ///
  /// - Parameters:
  ///   - kinds: The listeners that a responder can be.
  ///   - settings: Shows the settings, and says whether they were changed.
  /// - Throws: `SittingError`, `RecordsError`, and what `settings` throws.
  public func compare(
    _ task: SittingTask, in room: some ComparisonRoom, kinds: Experiment.Kinds,
    settings: () throws -> Settings = { .kept }
  ) throws -> Outcome {
    let answerer = try responder.map { try readResponder($0, task, kinds) }
    return try run(try record(of: task, answerer, room), in: room, settings: settings) { record in
      try session(task, record, answerer, room)
    }
  }

  private func readResponder(
    _ text: String, _ task: SittingTask, _ kinds: Experiment.Kinds
  ) throws(SittingError) -> ResponderText {
    do throws(ConfigurationError) {
      return try ResponderText(
        parsing: text, place: "--responder", task: task.cell.task, listeners: kinds.listeners)
    } catch {
      throw SittingError(.request, error.description)
    }
  }

  private func session(
    _ task: SittingTask, _ record: SessionRecord, _ answerer: ResponderText?, _ room: some ComparisonRoom
  ) throws -> Session<ComparisonTask> {
    let names = StreamNames(seed: task.plan.seed, listener: listener, strategy: task.cell.strategy)
    let rings = task.wrongTick == .auto || task.wrongTick == .vibrate
    let appearance = ComparisonAppearance(
      listener: listener, showsInterval: task.cell.task.choices.contains { $0.interval != .prime },
      hasSettings: task.isTraining, rings: rings, isMute: !room.isSilent && task.device.isMute)
    let display = room.display(appearance)
    let responder: any Responder<ComparisonTask> =
      if let answerer {
        SimulatedResponder(
          answerer.listener, random: names.listener.stream(replicate: record.number), sleep: room.sleep,
          onSuspend: room.suspend)
      } else {
        room.person(appearance)
      }
    let comparisons = ComparisonTask(
      task.cell.factory, streams: names.streams(replicate: record.number),
      loudness: StreamFamily(seed: task.plan.seed, path: ["loudness", listener]).stream(replicate: record.number),
      stimuli: ComparisonStimuli(
        task: task.cell.task, timbre: task.timbre, sampleRate: sampleRate, level: task.level, ramp: task.ramp,
        loudness: task.loudness, tick: try tick(of: task, isNeeded: !(rings && room.hasBell)), device: record.device,
        onsetLatency: task.onsetLatency))
    return Session(
      comparisons, most: most,
      Session.Parts(
        clock: room.clock, player: try room.player(on: task.device), responder: responder,
        store: SessionStore(database, record), display: display))
  }

  private func tick(of task: SittingTask, isNeeded: Bool) throws(SoundError) -> RenderedSound? {
    guard task.wrongTick != .off, isNeeded else { return nil }
    return try .tick(below: task.level, sampleRate: sampleRate)
  }

  private func record(
    of task: SittingTask, _ answerer: ResponderText?, _ room: some SittingRoom
  ) throws(SittingError) -> SessionRecord {
    let seed = String(task.plan.seed, radix: 16)
    var record = SessionRecord(
      listener: listener, kind: .comparison, name: task.plan.name, strategy: task.cell.strategy,
      experiment: task.plan.resolved.json(), profile: task.plan.profile.value.json(),
      seed: String(repeating: "0", count: 16 - seed.count) + seed, responder: answerer?.resolved,
      scale: task.cell.task.axis.scale.rawValue, version: Program.version, build: try Program.build())
    record.startedAt = room.clock.timestamp
    if !room.isSilent {
      record.device = task.device.name
      record.sampleRate = sampleRate.rawValue
      record.levelScale = "dB FS"
    }
    // Who hears nothing can say nothing of what was heard.
    record.isInProfile = answerer == nil && !task.device.isMute
    return record
  }
}

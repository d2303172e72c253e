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
    return try run(try record(.comparison, of: task, answerer, room), in: room, settings: settings) { record in
      try session(task, record, answerer, room)
    }
  }

  private func session(
    _ task: SittingTask, _ record: SessionRecord, _ answerer: ResponderText?, _ room: some ComparisonRoom
  ) throws -> Session<ComparisonTask> {
    guard let factory = task.cell.factory else {
      throw SittingError(.content, "\(Shown.cut(task.plan.name)) is of pitch matchings, which no strategy chooses")
    }
    let names = StreamNames(seed: task.plan.seed, listener: listener, strategy: task.cell.strategy)
    let rings = task.wrongTick == .auto || task.wrongTick == .vibrate
    let appearance = ComparisonAppearance(
      listener: listener, showsInterval: task.cell.task.choices.contains { $0.interval != .prime },
      hasSettings: task.isTraining, rings: rings, isMute: !room.isSilent && task.device.isMute)
    let display = room.display(appearance)
    let responder: any Responder<ComparisonTask> =
      if let answerer {
        SimulatedResponder(
          ComparisonAnswerer(answerer.listener, random: names.listener.stream(replicate: record.number)),
          sleep: room.sleep, onSuspend: room.suspend)
      } else {
        room.person(appearance)
      }
    let comparisons = ComparisonTask(
      factory, streams: names.streams(replicate: record.number),
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
}

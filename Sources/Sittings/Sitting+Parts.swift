import Configuration
import Experiments
import Records
import Sessions
import Simulation
import Sound
import Trials

/// What sittings of every kind of trial need.
extension Sitting {
  /// The simulated listener that is specified.
  func readResponder(
    _ text: String, _ task: SittingTask, _ kinds: Experiment.Kinds
  ) throws(SittingError) -> ResponderText {
    do throws(ConfigurationError) {
      return try ResponderText(
        parsing: text, place: responderPlace, task: task.cell.task, listeners: kinds.listeners)
    } catch {
      throw SittingError(.request, error.description)
    }
  }

  /// What tells of a wrong answer where the room has no bell.
  func tick(of task: SittingTask, isNeeded: Bool) throws(SoundError) -> RenderedSound? {
    guard task.wrongTick != .off, isNeeded else { return nil }
    return try .tick(below: task.level, sampleRate: sampleRate)
  }

  /// The record of a session to begin.
  func record(
    _ kind: SessionKind, of task: SittingTask, _ answerer: ResponderText?, _ room: some SittingRoom
  ) throws(SittingError) -> SessionRecord {
    var record = SessionRecord(
      listener: listener, kind: kind, name: task.plan.name, strategy: task.cell.strategy,
      experiment: task.plan.resolved.json(), profile: task.plan.profile.value.json(),
      seed: task.plan.seedText, responder: answerer?.resolved,
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

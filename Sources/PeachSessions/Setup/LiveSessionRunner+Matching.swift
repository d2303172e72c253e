import PeachAudio
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The display and responder that a session of pitch matchings needs.
package protocol MatchingIO: LiveSessionIO {
  /// The person who tunes.
  func person(_ appearance: SessionAppearance) -> any Responder<MatchingTask>
  /// Makes the display of the session. It is made before the responder.
  func display(_ appearance: SessionAppearance) -> any SessionDisplay<MatchingTask>
}

extension LiveSessionRunner {
  /// Runs one session of pitch matchings to its end.
  func match(
    _ task: LiveSessionTask, until stop: StopRule, in room: some MatchingIO, kinds: Experiment.Kinds,
    settings: () throws -> Settings
  ) throws -> Outcome {
    let answerer = try responder.map { text in
      try requested { () throws(ConfigurationError) in
        try MatchingResponderText(
          parsing: text, place: responderPlace, task: task.cell.task, listeners: kinds.matchingListeners)
      }
    }
    let new = try record(.matching, of: task, responder: answerer?.resolved, room)
    return try run(new, in: room, settings: settings) { record in
      try session(task, stop, record, answerer?.listener, room, kinds)
    }
  }

  private func session(
    _ task: LiveSessionTask, _ stop: StopRule, _ record: SessionRecord, _ listener: (any MatchingListener)?,
    _ room: some MatchingIO, _ kinds: Experiment.Kinds
  ) throws -> Session<MatchingTask> {
    if record.trials > 0 {
      let stored = try StoredSession(record.number, of: self.listener, in: database, kinds: kinds)
      try stored.checkingReplay { _ = try stored.matchings(in: database) }
    }
    let names = names(of: task)
    let appearance = appearance(of: task, rings: false, room)
    let display = room.display(appearance)
    let draws = MatchingDraws(
      task.cell.task, task.plan.profile, using: names.task.stream(replicate: record.number))
    var matchings = MatchingTask(draws, until: stop, stimuli: notes(of: task, record))
    let stored = matchings.follow(record.trials)
    var answerer = listener.map { MatchingAnswerer($0, random: names.listener.stream(replicate: record.number)) }
    answerer?.follow(stored)
    let responder = simulated(answerer, in: room) ?? room.person(appearance)
    return try session(of: matchings, task, record, by: responder, shownBy: display, in: room)
  }
}

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
  /// Runs one session of pitch matchings to its end, or those of a block's conditions.
  func match(
    _ tasks: [LiveSessionTask], draw: @escaping (_ open: [Int], _ trials: [Int]) -> Int, in room: some MatchingIO,
    kinds: Experiment.Kinds, settings: () throws -> Settings
  ) throws -> Outcome {
    let answerers = try tasks.map { task in
      try answerer { text throws(ConfigurationError) in
        try MatchingResponderText(
          parsing: text, place: responderPlace, task: task.cell.task, listeners: kinds.matchingListeners)
      }
    }
    let new = try zip(tasks, answerers).map { try record(.matching, of: $0, responder: $1?.resolved, room) }
    return try run(new, in: room, settings: settings) { records in
      let appearance = appearance(of: tasks, rings: false, room)
      let display = room.display(appearance)
      let players = SharedPlayers(room)
      let person = answerers[0] == nil ? room.person(appearance) : nil
      let conditions = try tasks.indices.map { index in
        let (task, record, names) = (tasks[index], records[index], names(of: tasks[index]))
        guard case .matchings(_, let stop) = task.cell.work else { preconditionFailure("conditions are of one kind") }
        if record.trials > 0 {
          let stored = try StoredSession(record.number, of: listener, in: database, kinds: kinds)
          try stored.checkingReplay { _ = try stored.matchings(in: database) }
        }
        let draws = MatchingDraws(
          task.cell.task, task.plan.profile, using: names.task.stream(replicate: record.number))
        var matchings = MatchingTask(draws, until: stop, stimuli: notes(of: task, record))
        let stored = matchings.follow(record.trials)
        var answerer = answerers[index].map {
          MatchingAnswerer($0.listener, random: names.listener.stream(replicate: record.number))
        }
        answerer?.follow(stored)
        guard let responder = simulated(answerer, in: room) ?? person else { preconditionFailure("nobody answers") }
        return try condition(
          of: matchings, task, record, by: responder, shownBy: display, in: room, player: players.player)
      }
      return session(of: conditions, tasks, draw: draw)
    }
  }
}

import PeachAudio
import PeachExperiments
import PeachSimulation
import PeachStorage
import PeachSupport
import PeachTrials

/// The display and responder that a session of comparisons needs.
package protocol ComparisonIO: LiveSessionIO {
  /// Whether a wrong answer can be told by a bell of the room's own.
  var hasBell: Bool { get }
  /// The person who answers.
  func person(_ appearance: SessionAppearance) -> any Responder<ComparisonTask>
  /// Makes the display of the session. It is made before the responder.
  func display(_ appearance: SessionAppearance) -> any SessionDisplay<ComparisonTask>
}

extension LiveSessionRunner {
  /// Runs one session of comparisons to its end, or those of a block's conditions.
  func compare(
    _ tasks: [LiveSessionTask], draw: @escaping (_ open: [Int], _ trials: [Int]) -> Int, in room: some ComparisonIO,
    kinds: Experiment.Kinds, settings: () throws -> Settings
  ) throws -> Outcome {
    if let scale = tasks.map(\.levelScale).first(where: \.isRelative), tasks[0].block == nil {
      throw LiveSessionError(
        .content,
        "task.sounds.levels: \(scale.rawValue) needs a study, in which the listener's own level is measured\n  hint: "
          + "add a section \(LabDay.key), or write levels: dB FS")
    }
    let answerers = try tasks.map { task in
      try answerer { text throws(ConfigurationError) in
        try ResponderText(
          parsing: text, place: responderPlace, task: task.cell.task, listeners: kinds.listeners, twins: twins)
      }
    }
    let new = try zip(tasks, answerers).map { try record(.comparison, of: $0, responder: $1?.resolved, room) }
    return try run(new, in: room, settings: settings) { records in
      let rings = tasks[0].wrongTick == .auto || tasks[0].wrongTick == .vibrate
      let appearance = appearance(of: tasks, rings: rings, room)
      let display = room.display(appearance)
      let players = SharedPlayers(room)
      let person = answerers[0] == nil ? room.person(appearance) : nil
      let conditions = try tasks.indices.map { index in
        let (task, record) = (tasks[index], records[index])
        let stored = try storedComparisons(of: record, kinds)
        var answerer = answerers[index].map { comparisonAnswerer($0.listener, task, record) }
        answerer?.follow(stored)
        let names = names(of: task)
        let tick = try tick(of: task, isNeeded: !(rings && room.hasBell))
        guard let factory = task.cell.factory else { preconditionFailure("conditions are of one kind") }
        var comparisons = ComparisonTask(
          factory, streams: names.streams(replicate: record.number), sounds: sounds(of: task, record, names, tick: tick)
        )
        comparisons.follow(stored)
        guard let responder = simulated(answerer, in: room) ?? person else { preconditionFailure("nobody answers") }
        return try condition(
          of: comparisons, task, record, by: responder, shownBy: display, in: room, player: players.player)
      }
      return session(of: conditions, tasks, draw: draw)
    }
  }

  private func comparisonAnswerer(
    _ listener: any Listener, _ task: LiveSessionTask, _ record: SessionRecord
  ) -> ComparisonAnswerer {
    let names = names(of: task)
    var drawing = names.person.stream(replicate: record.number)
    let hearing = (listener.member(using: &drawing) ?? listener).hearing(names.sounds(replicate: record.number))
    let heard = LoudnessHeard.by(hearing, in: task.cell.task, loudness: names.loudness, replicate: record.number)
    return ComparisonAnswerer(
      heard, form: task.cell.task.form, random: names.listener.stream(replicate: record.number),
      format: task.sampleFormat)
  }

  func sounds(
    of task: LiveSessionTask, _ record: SessionRecord, _ names: StreamNames, tick: RenderedSound?
  ) -> any SessionSounds {
    guard let composed = task.composed else {
      return NoteSounds(
        ComparisonStimuli(notes(of: task, record), loudness: task.loudness, tick: tick),
        loudness: StreamFamily(seed: task.plan.seed, path: ["loudness", listener]).stream(replicate: record.number))
    }
    return ComposedSounds(
      composed, of: task.cell.task, names.sounds(replicate: record.number), folder: task.folder, output: task.output,
      device: record.device, onsetLatency: task.onsetLatency, tick: tick)
  }

  /// The trials of a session that goes on, each the one that its strategy asks for.
  ///
  /// - Throws: `LiveSessionError` if one is another.
  private func storedComparisons(
    of record: SessionRecord, _ kinds: Experiment.Kinds
  ) throws -> [CompletedComparison] {
    guard record.trials > 0 else { return [] }
    let stored = try StoredSession(record.number, of: listener, in: database, kinds: kinds)
    let trials = try stored.comparisons(in: database).trials
    try stored.checkingReplay {
      _ = try Replay.follow(stored.stages, of: stored.cell.task, streams: stored.streams, trials: trials)
    }
    return trials
  }
}

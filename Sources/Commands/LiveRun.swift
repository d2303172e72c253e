import ArgumentParser
import Configuration
import Experiments
import Pitch
import Records
import Sessions
import Simulation
import Sound
import Terminal
import Trials

/// Sits a listener down to live sessions: begins their records, wires player, responder and display, and ends as they
/// did.
struct LiveRun {
  let database: LiveDatabase
  let room: LiveRoom
  let listener: String
  /// How many trials at most; nil for as many as the strategy asks.
  let most: Int?
  /// A simulated listener, as it was specified.
  let responder: String?
  let isFast: Bool
  let sampleRate = SampleRate.hz44100

  /// Runs one session to its end.
  ///
  /// - Parameter settings: Shows the settings, and says whether they were changed; the session goes on where they were
  ///   not.
  /// - Returns: How it ended: not by a signal.
  /// - Throws: What ends the program: an `ExitCode` after a signal, a `Failure` when sound or records fail.
  @discardableResult
  func sit(_ task: LiveTask, settings: () throws -> Bool = { false }) throws -> ComparisonSession.End {
    let answerer = try responder.map { text in
      try LiveRun.asUsage {
        try ResponderText(parsing: text, place: "--responder", task: task.cell.task, listeners: Peach.kinds.listeners)
      }
    }
    let new = try record(of: task, answerer)
    let record = try LiveRun.asUsage { try database.beginSession(new) }
    let session = try session(task, record, answerer)
    let end: ComparisonSession.End
    do {
      end = try LiveRun.end(of: session, settings)
    } catch {
      room.close()
      // A signal may come at the settings too.
      let reason = (error as? ExitCode).map { "signal \($0.rawValue - 128)" } ?? "error"
      // Where a trial cannot be stored, this may not be either.
      try? database.endSession(record, reason: reason, at: room.clock.timestamp)
      guard let error = error as? SoundError else { throw error }
      throw Failure(status: ExitStatus.inaccessible, message: error.description)
    }
    try database.endSession(record, reason: reason(end, session.strategy.status), at: room.clock.timestamp)
    if case .signal(let number) = end {
      room.close()
      throw ExitCode(128 + number)
    }
    if responder != nil { tell(record.number, session.trials) }
    return end
  }

  /// Runs a session, and on where the settings were looked at and left as they are.
  private static func end(
    of session: ComparisonSession, _ settings: () throws -> Bool
  ) throws -> ComparisonSession.End {
    while true {
      let end = try session.run()
      if end == .settings, try !settings() { continue }
      return end
    }
  }

  private func session(
    _ task: LiveTask, _ record: SessionRecord, _ answerer: ResponderText?
  ) throws -> ComparisonSession {
    let names = StreamNames(seed: task.plan.seed, listener: listener, strategy: task.cell.strategy)
    let rings = task.wrongTick == .auto || task.wrongTick == .vibrate
    let display = room.display(
      listener: listener, showsInterval: task.cell.task.choices.contains { $0.interval != .prime },
      hasSettings: task.isTraining, isSilent: isFast, rings: rings)
    let tick: RenderedPair? =
      task.wrongTick == .off || (rings && room.hasBell)
      ? nil : try .tick(below: task.level, sampleRate: sampleRate)
    return ComparisonSession(
      task.cell.factory, streams: names.streams(replicate: record.number),
      loudness: StreamFamily(seed: task.plan.seed, path: ["loudness", listener]).stream(replicate: record.number),
      stimuli: ComparisonStimuli(
        task: task.cell.task, timbre: task.timbre, sampleRate: sampleRate, level: task.level, ramp: task.ramp,
        loudness: task.loudness, tick: tick, device: record.device),
      most: most,
      ComparisonSession.Parts(
        clock: room.clock, player: try room.player(device: task.device),
        responder: room.responder(
          answerer.map { ($0.listener, names.listener.stream(replicate: record.number)) }),
        store: SessionStore(database, record), display: display))
  }

  private func record(of task: LiveTask, _ answerer: ResponderText?) throws -> SessionRecord {
    let seed = String(task.plan.seed, radix: 16)
    var record = SessionRecord(
      listener: listener, kind: .comparison, name: task.plan.name, strategy: task.cell.strategy,
      experiment: task.plan.resolved.json(), profile: task.plan.profile.value.json(),
      seed: String(repeating: "0", count: 16 - seed.count) + seed, responder: answerer?.resolved,
      scale: task.cell.task.axis.scale.rawValue, version: Peach.version, build: try BuildIdentity.current())
    record.startedAt = room.clock.timestamp
    if !isFast {
      record.device = task.device ?? "default"
      record.sampleRate = sampleRate.rawValue
      record.levelScale = "dB FS"
    }
    return record
  }

  private func reason(_ end: ComparisonSession.End, _ status: Status) -> String {
    switch end {
    case .finished: status.stopReason?.rawValue ?? "trials"
    case .left, .settings: "quit"
    case .signal(let number): "signal \(number)"
    }
  }

  private func tell(_ session: Int, _ trials: Int) {
    Standard.error(
      "session \(session) of \(listener): \(trials) trials are stored. To see them:\n"
        + "  peach export --listener \(listener) --table trials\n")
  }

  /// Runs `body`, whose problems are of the command line.
  static func asUsage<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ConfigurationError {
      throw ValidationError(error.description)
    } catch let error as RecordsError where error.code == .refused {
      throw ValidationError(error.description)
    }
  }
}

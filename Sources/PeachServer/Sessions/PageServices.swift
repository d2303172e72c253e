import PeachAudio
package import PeachCommands
package import PeachExperiments
import PeachPitch
import PeachSessions
import PeachSimulation
package import PeachStorage
import PeachSupport
import PeachTrials

extension ServeOptions.Work {
  /// The study's name; `nil` for other work.
  package var studyName: String? { if case .study(let experiment, _, _) = self { experiment.plan.name } else { nil } }
}

/// A server's part of every session.
package struct PageServices: Sendable {
  let database: LiveDatabase
  let work: ServeOptions.Work
  let kinds: Experiment.Kinds
  /// The address to which listeners return, with `{id}` for the listener's ID; `nil` if there is none.
  var completion: String?
  /// The largest number of trials of a session; `nil` for no limit.
  var most: Int?
  /// Seed of all random streams; `nil` for a random one each.
  var seed: UInt64?
  /// Hours after the last answer in which a block that was begun can continue; `nil` for no limit.
  var resumeWithin: Double?

  /// - Parameters:
  ///   - completion: The address to which listeners return, with `{id}` for the listener's ID; `nil` if there is none.
  ///   - most: The largest number of trials of a session; `nil` for no limit.
  ///   - seed: Seed of all random streams; `nil` for a random one each.
  ///   - resumeWithin: Hours after the last answer in which a block that was begun can continue; `nil` for no limit.
  package init(
    database: LiveDatabase, work: ServeOptions.Work, kinds: Experiment.Kinds, completion: String?, most: Int?,
    seed: UInt64?, resumeWithin: Double? = nil
  ) {
    self.database = database
    self.work = work
    self.kinds = kinds
    self.completion = completion
    self.most = most
    self.seed = seed
    self.resumeWithin = resumeWithin
  }

  /// Runs the listener's session to its end, on the thread that calls it.
  ///
  /// - Parameters:
  ///   - mode: The training; `nil` for other work.
  ///   - rate: The sample rate of the page's audio context in Hz, for training.
  ///   - resumed: The number of a session that a kill of the server ended; `nil` to begin one.
  func run(
    _ mode: TrainingMode?, of listener: String, rate: Int, resuming resumed: Int?, in room: PageRoom
  ) -> PageSituation.PageEnd {
    do {
      return try end(of: listener, mode, rate, resumed, room)
    } catch let error as LiveSessionError {
      return PageSituation.PageEnd(reason: .failed, message: error.description)
    } catch let error as RecordsError {
      return PageSituation.PageEnd(reason: .failed, message: error.description)
    } catch {
      return PageSituation.PageEnd(reason: .failed, message: "\(error)")
    }
  }

  private func end(
    of listener: String, _ mode: TrainingMode?, _ rate: Int, _ resumed: Int?, _ room: PageRoom
  ) throws -> PageSituation.PageEnd {
    switch work {
    case .training:
      let wishes = ["device": PageRoom.device, "sample-rate": String(rate), "onset-latency": "0"]
      let training = Training(database, listener: listener, wishes: wishes, seed: seed, kinds: kinds)
      let runner = runner(of: listener)
      let mode = mode ?? .comparison
      if let resumed, try canResume(resumed, of: listener, mode),
        let outcome = try? training.train(runner, mode, resuming: resumed, in: room, settings: { .kept })
      {
        return ended(outcome.end, listener)
      }
      return ended(try training.train(runner, mode, in: room) { .kept }.end, listener)
    case .experiment(let task):
      var task = task
      task.device.name = PageRoom.device
      let settings = try database.trainingSettings(of: listener).settings
      try task.calibrate(from: settings, in: database, isSilent: false)
      return ended(try runner(of: listener).sit(task, in: room, kinds: kinds).end, listener)
    case .study(let experiment, let lab, let path):
      if try isTooLate(listener, in: experiment.plan.name) { return PageSituation.PageEnd(reason: .expired) }
      let session = try StudySession(
        experiment, lab, path: path, device: PageRoom.device, isSilent: false, database: database, listener: listener,
        responders: [], twins: nil, kinds: kinds)
      let outcome = try session.run(in: room)
      if outcome.isDeclined { return PageSituation.PageEnd(reason: .declined) }
      return ended(outcome.end, listener)
    }
  }

  /// Whether a session can continue: it is the listener's last one, of the same mode, and nobody ended it.
  private func canResume(_ number: Int, of listener: String, _ mode: TrainingMode) throws -> Bool {
    guard let record = try database.sessions(of: listener).last, record.number == number else { return false }
    let stored = try StoredSession(number, of: listener, in: database, kinds: kinds)
    let isInterval = stored.cell.task.choices.contains { $0.interval != .prime }
    return record.name == TrainingExperiment.name && TrainingMode(record.kind, isInterval: isInterval) == mode
      && record.endReason?.hasPrefix("signal ") ?? true
  }

  /// Whether the listener's last answer in a block that is not done is older than the study allows.
  private func isTooLate(_ listener: String, in study: String) throws -> Bool {
    guard let resumeWithin,
      let participant = try database.participations(of: listener).first(where: { $0.study == study })
    else { return false }
    let progress = try StudyProgress(of: participant, in: database, kinds: kinds)
    guard let step = progress.progress.next, case .begun(let trials) = step.state, trials > 0 else { return false }
    let last = try step.parts.compactMap { progress.sessions[$0] }.compactMap { try database.lastAnswer(of: $0) }.max()
    guard let last = last.flatMap(Timestamp.seconds), let now = Timestamp.seconds(of: Timestamp.now()) else {
      return false
    }
    return Double(now - last) > resumeWithin * 3600
  }

  private func runner(of listener: String) -> LiveSessionRunner {
    LiveSessionRunner(database: database, listener: listener, most: most, responders: [])
  }

  private func ended(_ end: SessionEnd, _ listener: String) -> PageSituation.PageEnd {
    switch end {
    case .finished:
      PageSituation.PageEnd(
        reason: .finished, completion: completion?.replacing("{id}", with: Escaping.query(listener)))
    case .left, .settings: PageSituation.PageEnd(reason: .left)
    case .signal: PageSituation.PageEnd(reason: .stopped)
    }
  }
}

import PeachAudio
package import PeachExperiments
package import PeachStorage
import PeachTrials

/// One listener at one session: its record begins, the session runs, and the record ends as the session did.
///
/// The same for every kind of trial, whose record and session are made by its own extension.
package struct LiveSessionRunner {
  /// The outcome of showing the settings to the listener.
  package enum Settings: Hashable, Sendable {
    case kept, changed
    case signal(Int32)
  }

  /// How a sitting went.
  package struct Outcome: Hashable, Sendable {
    package var end: SessionEnd
    /// The session's number, of all of the listener; of a block with conditions, that of the first.
    package var number: Int
    /// Answered and stored, of all conditions.
    package var trials: Int
  }

  let database: LiveDatabase
  let listener: String
  /// How many trials at most; `nil` for as many as the strategy asks.
  let most: Int?
  /// Simulated listeners, as they were specified: each task has the first that fits it. Empty for a person.
  let responders: [String]
  /// The name, in messages, of the place that specifies the responder.
  let responderPlace: String
  /// Looks up whose twin a responder may be.
  let twins: Experiment.Overrides.Twins?
  /// The number of a session to continue, which was killed; `nil` to begin one.
  var resumed: Int?

  /// - Parameters:
  ///   - listener: Added where it is unknown.
  ///   - most: How many trials at most; `nil` for as many as the strategy asks.
  ///   - responders: Simulated listeners in a person's place, as they are specified: `gaussian jnd=12`. Each task has the
  ///     first that fits it. Empty for a person.
  ///   - responderPlace: What messages call the place where it is specified.
  ///   - twins: Looks up whose twin it may be.
  package init(
    database: LiveDatabase, listener: String, most: Int?, responders: [String], responderPlace: String = "responder",
    twins: Experiment.Overrides.Twins? = nil
  ) {
    self.database = database
    self.listener = listener
    self.most = most
    self.responders = responders
    self.responderPlace = responderPlace
    self.twins = twins
  }

  /// Runs one session to its end, or the sessions of a block's conditions. One that fails before its first answer leaves no
  /// record, and its number is free.
  ///
  /// - Parameters:
  ///   - new: The record of each condition; one for a session without conditions.
  ///   - make: Makes the session once its records have numbers, on which its random streams depend.
  ///   - settings: Shows the settings; the session continues where they were kept.
  /// - Throws: `LiveSessionError` if sound or strategy fail, and what `make`, the records and `settings` throw.
  func run<Task: SessionTask>(
    _ new: [SessionRecord], in room: some LiveSessionIO, settings: () throws -> Settings,
    _ make: ([SessionRecord]) throws -> Session<Task>
  ) throws -> Outcome {
    var records: [SessionRecord] = []
    var session: Session<Task>?
    do {
      for new in new {
        records.append(try resumed.map { try database.resumeSession($0, as: new) } ?? database.beginSession(new))
        try adopt(new.experiment, in: records[records.count - 1])
      }
      let made = try make(records)
      session = made
      let end = try run(made, settings)
      for (record, condition) in zip(records, made.conditions) {
        let isTraining = record.name == TrainingExperiment.name
        if condition.trials == 0, end == .settings || records.count > 1 || isTraining {
          // New settings begin another session, and training or a condition without a trial has nothing to tell.
          try database.discardSession(record)
        } else {
          let isOver = records.count > 1 && condition.isOver
          let reason = LiveSessionRunner.reason(
            isOver ? .finished : end, stopped: condition.task.status.stopReason?.rawValue)
          try database.endSession(record, reason: reason, at: room.clock.timestamp)
        }
      }
      if case .signal = end { room.close() }
      return Outcome(end: end, number: records[0].number, trials: made.trials)
    } catch {
      room.close()
      // Where a trial cannot be stored, this may not be either.
      for (index, record) in records.enumerated() {
        if (session?.conditions[index].trials ?? record.trials) == 0 {
          try? database.discardSession(record)
        } else {
          try? database.endSession(record, reason: "error", at: room.clock.timestamp)
        }
      }
      switch error {
      case let error as SoundError: throw LiveSessionError(.inaccessible, error.description)
      case let error as StrategyFault:
        let numbers = records.map { String($0.number) }.joined(separator: ", ")
        let name = "session\(records.count == 1 ? "" : "s") \(numbers) of \(listener)"
        throw LiveSessionError(.strategy, "\(name): \(error)")
      default: throw error
      }
    }
  }

  /// Notes that a block goes on under another experiment: its study's file changed limits or stop rules.
  private func adopt(_ experiment: String, in record: SessionRecord) throws {
    guard record.trials > 0 || record.experiment != experiment else { return }
    let known = try database.continuations(of: record).last?.experiment ?? record.experiment
    if known != experiment { try database.goOn(record, under: experiment) }
  }

  private func run<Task: SessionTask>(
    _ session: Session<Task>, _ settings: () throws -> Settings
  ) throws -> SessionEnd {
    while true {
      let end = try session.run()
      guard end == .settings else { return end }
      switch try settings() {
      case .kept: continue
      case .changed: return end
      case .signal(let number): return .signal(number)
      }
    }
  }

  private static func reason(_ end: SessionEnd, stopped: String?) -> String {
    switch end {
    case .finished: stopped ?? "trials"
    case .left, .settings: "quit"
    case .signal(let number): "signal \(number)"
    }
  }
}

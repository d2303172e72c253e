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
    /// The session's number, of all of the listener.
    package var number: Int
    /// Answered and stored.
    package var trials: Int
  }

  let database: LiveDatabase
  let listener: String
  /// How many trials at most; `nil` for as many as the strategy asks.
  let most: Int?
  /// A simulated listener, as it was specified.
  let responder: String?
  /// The name, in messages, of the place that specifies the responder.
  let responderPlace: String
  /// Looks up whose twin a responder may be.
  let twins: Experiment.Overrides.Twins?
  /// The number of a session to continue, which was killed; `nil` to begin one.
  var resumed: Int?

  /// - Parameters:
  ///   - listener: Added where it is unknown.
  ///   - most: How many trials at most; `nil` for as many as the strategy asks.
  ///   - responder: A simulated listener in a person's place, as it is specified: `gaussian jnd=12`.
  ///   - responderPlace: What messages call the place where it is specified.
  ///   - twins: Looks up whose twin it may be.
  package init(
    database: LiveDatabase, listener: String, most: Int?, responder: String?, responderPlace: String = "responder",
    twins: Experiment.Overrides.Twins? = nil
  ) {
    self.database = database
    self.listener = listener
    self.most = most
    self.responder = responder
    self.responderPlace = responderPlace
    self.twins = twins
  }

  /// Runs one session to its end. One that fails before its first answer leaves no record, and its number is free.
  ///
  /// - Parameters:
  ///   - make: Makes the session once its record has a number, on which its random streams depend.
  ///   - settings: Shows the settings; the session goes on where they were kept.
  /// - Throws: `LiveSessionError` if sound or strategy fail, and what `make`, the records and `settings` throw.
  func run<Task: SessionTask>(
    _ new: SessionRecord, in room: some LiveSessionIO, settings: () throws -> Settings,
    _ make: (SessionRecord) throws -> Session<Task>
  ) throws -> Outcome {
    let record = try resumed.map { try database.resumeSession($0, as: new) } ?? database.beginSession(new)
    try adopt(new.experiment, in: record)
    room.begin(record)
    var session: Session<Task>?
    do {
      let made = try make(record)
      session = made
      let end = try run(made, settings)
      if end == .settings, made.trials == 0 {
        // New settings begin another session; one without a trial has nothing to tell.
        try database.discardSession(record)
      } else {
        let reason = LiveSessionRunner.reason(end, stopped: made.task.status.stopReason?.rawValue)
        try database.endSession(record, reason: reason, at: room.clock.timestamp)
      }
      if case .signal = end { room.close() }
      return Outcome(end: end, number: record.number, trials: made.trials)
    } catch {
      room.close()
      // Where a trial cannot be stored, this may not be either.
      if (session?.trials ?? 0) == 0 {
        try? database.discardSession(record)
      } else {
        try? database.endSession(record, reason: "error", at: room.clock.timestamp)
      }
      switch error {
      case let error as SoundError: throw LiveSessionError(.inaccessible, error.description)
      case let error as StrategyFault:
        throw LiveSessionError(.strategy, "session \(record.number) of \(listener): \(error)")
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

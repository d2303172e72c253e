import PeachAudio
package import PeachPitch
import PeachTrials

/// The player, clock, responder and display with which a session presents a trial.
///
/// It throws every interruption through the kind of trial to the session, which discards the trial.
package struct Stage<Task: SessionTask> {
  /// Seconds between looks at whether the sound has begun.
  private static var startPoll: Double { 0.0005 }
  /// Seconds after which a sound that has not begun will not.
  private static var startLimit: Double { 5 }
  /// Seconds between looks at whether the player is still there and reads its samples.
  private static var playPoll: Double { 0.01 }

  let parts: Session<Task>.Parts
  let trial: Task.Trial
  /// How the listener may answer.
  var responses = SessionResponses()
  /// How often the sound of the trial was heard again.
  var repeats = 0

  /// The moment it is, by the session's clock.
  package var now: Double { parts.clock.now }

  package func show(_ state: Task.State) { parts.display.show(state, of: trial) }

  /// Starts the sound that was prepared.
  ///
  /// - Returns: The moment at which its samples were on their way to the listener.
  package func start() throws -> Double {
    try parts.player.start()
    let called = now
    while try !parts.player.hasStarted() {
      _ = try event(until: now + Self.startPoll, for: nil)
      if now > called + Self.startLimit {
        throw parts.player.delayed(by: Self.startLimit)
      }
    }
    return now
  }

  /// Waits while sound plays; input is refused.
  package func play(until moment: Double) throws {
    while now < moment {
      _ = try event(until: min(moment, now + Self.playPoll), for: nil)
      try checkPlayer()
    }
  }

  /// The question about a sound.
  ///
  /// - Parameters:
  ///   - onset: The start of the sound.
  ///   - soundEnd: The end of the sound; infinity for a sound that is held until the answer.
  package func question(onset: Double, soundEnd: Double) -> Question<Task> {
    Question(
      trial, onset: onset, soundEnd: soundEnd,
      about: .answer(mayRepeat: responses.repeats.map { repeats < $0.most } ?? false))
  }

  /// Waits for input while the sound in question plays.
  ///
  /// - Returns: The listener's action; `nil` if the sound ended first.
  /// - Throws: `DeadlinePassed` if the deadline came first.
  package func inputDuringSound(_ question: Question<Task>) throws -> (input: Task.Input, moment: Double)? {
    let limit = deadline(of: question)
    while now < question.soundEnd {
      let found = try event(until: min(question.soundEnd, limit, now + Self.playPoll), for: question)
      try checkPlayer()
      if let found { return try checked(found, limit) }
      if now >= limit { throw DeadlinePassed() }
    }
    return nil
  }

  /// The moment until which a question must be answered; infinity if there is none.
  private func deadline(of question: Question<Task>) -> Double {
    responses.deadline.map { question.onset + $0.seconds } ?? .infinity
  }

  /// An action that came in time.
  private func checked(
    _ found: (input: Task.Input, moment: Double), _ limit: Double
  ) throws(DeadlinePassed) -> (input: Task.Input, moment: Double) {
    guard found.moment <= limit else { throw DeadlinePassed() }
    return found
  }

  /// - Throws: `SoundError` if the player has died, `SoundStall` if the sound had a gap.
  private func checkPlayer() throws {
    try parts.player.check()
    if parts.player.hasStalled(at: now) { throw SoundStall() }
  }

  /// Waits for input after the sound, until the deadline if there is one.
  ///
  /// - Throws: `DeadlinePassed` if the deadline came first.
  package func inputAfterSound(_ question: Question<Task>) throws -> (input: Task.Input, moment: Double) {
    let limit = deadline(of: question)
    // A sound that stalls at its end is late.
    while parts.player.isReading {
      let found = try event(until: min(limit, now + Self.playPoll), for: question)
      try checkPlayer()
      if let found { return try checked(found, limit) }
      if now >= limit { throw DeadlinePassed() }
    }
    while true {
      if let found = try event(until: limit, for: question) { return try checked(found, limit) }
      if now >= limit { throw DeadlinePassed() }
    }
  }

  /// Asks how confident the listener is in the answer, however long that takes.
  ///
  /// - Returns: The rating and the seconds that it took.
  func confidence(on scale: ConfidenceScale) throws(SessionInterruption) -> (rating: Int, seconds: Double) {
    parts.display.askConfidence(scale)
    let asked = now
    let question = Question<Task>(trial, onset: asked, soundEnd: asked, about: .confidence(scale))
    while true {
      switch parts.responder.wait(until: .infinity, for: question) {
      case .confidence(let rating, let moment)?: return (rating, ((moment - asked) * 1e6).rounded() / 1e6)
      case .interruption(let interruption)?: throw interruption
      case .input?, .again?, nil: continue
      }
    }
  }

  /// Changes the frequency of the note that is held.
  package func tune(to frequency: Frequency) { parts.player.tune(to: frequency) }

  /// Ends the sound by a ramp of at most 10 ms, without a click.
  package func release() { parts.player.release() }

  private func event(
    until moment: Double, for question: Question<Task>?
  ) throws -> (input: Task.Input, moment: Double)? {
    switch parts.responder.wait(until: moment, for: question) {
    case nil, .confidence?: return nil
    case .again?:
      guard case .answer(mayRepeat: true) = question?.subject else { return nil }
      throw RepeatRequest()
    case .input(let input, let moment)?: return question == nil ? nil : (input, moment)
    case .interruption(let interruption)?: throw interruption
    }
  }
}

/// The listener wants to hear the sound of the trial again.
struct RepeatRequest: Error {}

/// No answer came before the deadline.
struct DeadlinePassed: Error {}

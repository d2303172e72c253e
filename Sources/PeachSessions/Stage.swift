import PeachAudio
package import PeachPitch

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
    Question(trial, onset: onset, soundEnd: soundEnd)
  }

  /// Waits for input while the sound in question plays.
  ///
  /// - Returns: The listener's action; `nil` if the sound ended first.
  package func inputDuringSound(_ question: Question<Task>) throws -> (input: Task.Input, moment: Double)? {
    while now < question.soundEnd {
      let found = try event(until: min(question.soundEnd, now + Self.playPoll), for: question)
      try checkPlayer()
      if let found { return found }
    }
    return nil
  }

  /// - Throws: `SoundError` if the player has died, `SoundStall` if the sound had a gap.
  private func checkPlayer() throws {
    try parts.player.check()
    if parts.player.hasStalled(at: now) { throw SoundStall() }
  }

  /// Waits for input after the sound, however long it takes.
  package func inputAfterSound(_ question: Question<Task>) throws -> (input: Task.Input, moment: Double) {
    // A sound that stalls at its end is late.
    while parts.player.isReading {
      let found = try event(until: now + Self.playPoll, for: question)
      try checkPlayer()
      if let found { return found }
    }
    while true {
      if let found = try event(until: .infinity, for: question) { return found }
    }
  }

  /// Changes the frequency of the note that is held.
  package func tune(to frequency: Frequency) { parts.player.tune(to: frequency) }

  /// Ends the sound by a ramp of at most 10 ms, without a click.
  package func release() { parts.player.release() }

  private func event(
    until moment: Double, for question: Question<Task>?
  ) throws(SessionInterruption) -> (input: Task.Input, moment: Double)? {
    switch parts.responder.wait(until: moment, for: question) {
    case nil: return nil
    case .input(let input, let moment)?: return question == nil ? nil : (input, moment)
    case .interruption(let interruption)?: throw interruption
    }
  }
}

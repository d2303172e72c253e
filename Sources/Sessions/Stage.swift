public import Pitch
import Sound

/// What a trial is presented on: the player, the clock, the responder and the display of its session.
///
/// Whatever interrupts is thrown through the kind of trial to the session, which discards the trial.
public struct Stage<Task: SessionTask> {
  /// Seconds between looks at whether the sound has begun.
  private static var startPoll: Double { 0.0005 }
  /// Seconds after which a sound that has not begun will not.
  private static var startLimit: Double { 5 }
  /// Seconds between looks at whether the player is still there.
  private static var playPoll: Double { 0.02 }

  let parts: Session<Task>.Parts
  let trial: Task.Trial

  /// The moment it is, by the session's clock.
  public var now: Double { parts.clock.now }

  public func show(_ state: Task.State) { parts.display.show(state, of: trial) }

  /// Starts the sound that was prepared.
  ///
  /// - Returns: The moment at which its samples were on their way to the listener.
  public func start() throws -> Double {
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
  public func play(until moment: Double) throws {
    while now < moment {
      _ = try event(until: min(moment, now + Self.playPoll), for: nil)
      try parts.player.check()
    }
  }

  /// What the listener is asked of a sound.
  ///
  /// - Parameters:
  ///   - onset: The moment it begins.
  ///   - soundEnd: The moment it ends; infinity where it is held until it is answered.
  public func question(onset: Double, soundEnd: Double) -> Question<Task> {
    Question(trial, onset: onset, soundEnd: soundEnd)
  }

  /// Waits for input while the sound plays of which is asked.
  ///
  /// - Returns: What the listener did; nil when the sound has ended.
  public func inputDuringSound(_ question: Question<Task>) throws -> (input: Task.Input, moment: Double)? {
    while now < question.soundEnd {
      if let found = try event(until: min(question.soundEnd, now + Self.playPoll), for: question) { return found }
      try parts.player.check()
    }
    return nil
  }

  /// Waits for input after the sound, however long it takes.
  public func inputAfterSound(_ question: Question<Task>) throws -> (input: Task.Input, moment: Double) {
    while true {
      if let found = try event(until: .infinity, for: question) { return found }
    }
  }

  /// Changes the frequency of the note that is held.
  public func tune(to frequency: Frequency) { parts.player.tune(to: frequency) }

  /// Ends the sound by a ramp of at most 10 ms, without a click.
  public func release() { parts.player.release() }

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

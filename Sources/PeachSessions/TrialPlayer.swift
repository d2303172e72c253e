package import PeachAudio
package import PeachPitch

/// The player of a trial's sound: aplay, a page, or none.
package protocol TrialPlayer: AnyObject {
  /// Makes a sound ready, so that starting it takes next to no time; what is heard meanwhile goes on.
  func prepare(_ sound: RenderedSound) throws(SoundError)
  /// Makes a sound ready whose last note is held until it is released.
  func prepare(_ sound: HeldSound) throws(SoundError)
  /// Receives the trial's possible successors, so that a player far away can have them before the answer is known. By default
  /// nothing happens.
  ///
  /// - Parameter sounds: Makes the sounds, one for each result of the present trial, when the player has time.
  func lookAhead(to sounds: @escaping () -> [RenderedSound])
  /// Changes the frequency of the held note while it sounds; nothing where none does.
  func tune(to frequency: Frequency)
  /// Does beforehand what starting takes, such as opening the device; what is heard ends. By default nothing.
  func warm() throws(SoundError)
  /// Starts what was prepared.
  func start() throws(SoundError)
  /// Whether its samples are on their way to the listener.
  func hasStarted() throws(SoundError) -> Bool
  /// The error for a sound that has not begun this many seconds after its start.
  func delayed(by seconds: Double) -> SoundError
  /// - Throws: `SoundError` if the player has died.
  func check() throws(SoundError)
  /// Whether the player still has samples to take. By default it does not.
  var isReading: Bool { get }
  /// Whether the sound has stalled, so that the listener heard a gap. By default it never does.
  ///
  /// - Parameter now: The moment by the session's clock.
  func hasStalled(at now: Double) -> Bool
  /// Plays a short sound at once instead of one that is over; what was prepared stays so.
  func play(_ sound: RenderedSound) throws(SoundError)
  /// Ends the sound by a ramp of at most 10 ms, without a click.
  func release()
  /// Ends the sound at once.
  func silence()
}

extension TrialPlayer {
  package func warm() {}
  package func lookAhead(to sounds: @escaping () -> [RenderedSound]) {}
  package var isReading: Bool { false }
  package func hasStalled(at now: Double) -> Bool { false }
}

/// The sound of a trial had a gap: the trial is discarded and asked again.
package struct SoundStall: Error {}

extension AplayPlayer: TrialPlayer {
  package func delayed(by seconds: Double) -> SoundError {
    SoundError(
      "aplay, the program that plays the sounds, has not begun to play within \(Int(seconds)) s",
      hint: "try another --device")
  }
}

/// Plays nothing, on a clock that takes no time.
package final class SilentPlayer: TrialPlayer {
  package init() {}

  package func prepare(_ sound: RenderedSound) {}
  package func prepare(_ sound: HeldSound) {}
  package func tune(to frequency: Frequency) {}
  package func start() {}
  package func hasStarted() -> Bool { true }
  package func delayed(by seconds: Double) -> SoundError { SoundError("silence has not begun") }
  package func check() {}
  package func play(_ sound: RenderedSound) {}
  package func release() {}
  package func silence() {}
}

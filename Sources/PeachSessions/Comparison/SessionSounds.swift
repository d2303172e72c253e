package import PeachAudio
package import PeachTrials

/// The sounds of a session's trials, whatever they are made of.
package protocol SessionSounds: Sendable {
  var task: TrialTask { get }
  /// The sound after a wrong answer; `nil` for silence.
  var tick: RenderedSound? { get }
  /// Seconds from the player's reading to the sound, where that was calibrated.
  var onsetLatency: Double { get }
  /// Whether feedback after a wrong answer names the right one.
  var namesRightAnswer: Bool { get }
  /// Whether feedback says if an answer was right.
  var judgesAnswers: Bool { get }
  /// Makes the draws of trials that were stored before.
  mutating func follow(_ trials: Int)
  /// The sound of a trial.
  ///
  /// - Parameter trial: Its number in the session, from 1.
  /// - Throws: `SoundError` if it cannot be made.
  mutating func sound(of comparison: Comparison, trial: Int) throws(SoundError) -> RenderedSound
  /// The record of a sound, without times.
  func presentation(of comparison: Comparison, as sound: RenderedSound) -> Presentation
}

extension SessionSounds {
  package var namesRightAnswer: Bool { false }
  package var judgesAnswers: Bool { true }
}

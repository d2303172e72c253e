public import PeachPitch

/// The sound of a trial as samples, without the requested level or the strategy. Peach implements it; a
/// `SoundListener` receives it.
public protocol AudibleTrial: Sendable {
  /// The sample rate in Hz.
  var samplesPerSecond: Double { get }
  /// The samples of each note or interval in the order of sounding, each with the silence that follows it. The full
  /// scale is −1…1. If the two ears hear different sounds, these are the samples of the left one. Sound before the
  /// first note or interval is left out.
  var heardNotes: [ArraySlice<Float>] { get }
}

/// A listener who answers from the sound of a trial instead of its numbers.
public protocol SoundListener: Listener {
  /// Answers the sound of a trial. In a session with a simulated listener Peach calls it instead of
  /// `answer(_:using:)`. Simulations, and the repetition of stored trials when a session continues, have no sound and
  /// call `answer(_:using:)`. Both must take the same draws from `random`.
  ///
  /// - Parameters:
  ///   - trial: The sound as it is played.
  ///   - interval: The interval from the reference note to the correct pitch of the target; `prime` in a task without
  ///     notes.
  ///   - reference: The note that sounds first. It has no meaning in a task without notes.
  ///   - random: The listener's own stream.
  mutating func answer(
    hearing trial: any AudibleTrial, interval: DirectedInterval, above reference: MIDINote,
    using random: inout RandomStream
  ) -> Answer
}

/// Names the random draws in the sounds of one run: noises, phases, and roved values, such as a level, frequency or
/// duration that an experiment file draws. With it a trial that is rendered again has the same samples. It does not
/// freeze the noise: each trial has its own, unless the file asks for the same in the whole session. Peach makes it and
/// passes it to `Listener.hearing`. It has no public members: a listener that contains another one passes it on.
public struct RunSounds: Hashable, Sendable {
  /// The root seed of the experiment.
  package let seed: UInt64
  /// Names the listener, as in all streams.
  package let path: [String]
  /// The replicate, or the number of the live session, from 1.
  package let replicate: Int

  package init(seed: UInt64, path: [String], replicate: Int) {
    self.seed = seed
    self.path = path
    self.replicate = replicate
  }
}

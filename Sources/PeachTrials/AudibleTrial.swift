public import PeachPitch

/// The sound of a trial as samples, without the requested level or the strategy. Peach implements it; a
/// `SoundListener` receives it.
public protocol AudibleTrial: Sendable {
  /// The sample rate in Hz.
  var samplesPerSecond: Double { get }
  /// The samples of each note in the order of sounding, each with the silence that follows it. The full scale is
  /// −1…1.
  var heardNotes: [ArraySlice<Float>] { get }
}

/// A listener who answers from the sound of a trial instead of its numbers.
public protocol SoundListener: Listener {
  /// Answers the sound of a trial. Peach calls it in sessions, instead of `answer(_:using:)`; simulations have no
  /// sound. Like a person, the listener also knows the interval and the reference note. It must take the same draws
  /// from `random` as `answer(_:using:)`.
  mutating func answer(
    hearing trial: any AudibleTrial, interval: DirectedInterval, above reference: MIDINote,
    using random: inout RandomStream
  ) -> Answer
}

/// Names the random parts of the sounds of one run: noises, phases, and roves, which are random changes of level or
/// frequency. With it every rendering of a trial has the same samples. Peach makes it and passes it to
/// `Listener.hearing`.
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

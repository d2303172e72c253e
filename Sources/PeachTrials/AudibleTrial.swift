public import PeachPitch

/// The sound of a trial as samples, without the requested level or the strategy.
public protocol AudibleTrial: Sendable {
  /// Samples a second.
  var samplesPerSecond: Double { get }
  /// The samples of each note in the order in which they sound, silence after them included.
  var heardNotes: [ArraySlice<Float>] { get }
}

/// A listener who answers what is heard, rather than the numbers of a trial.
public protocol SoundListener: Listener {
  /// Answers the sound of a trial. Beside the sound it is told what a person is, which interval the second note is to
  /// stand at and above which note of the keyboard. Draws as `answer(_:using:)` does.
  mutating func answer(
    hearing trial: any AudibleTrial, interval: DirectedInterval, above reference: MIDINote,
    using random: inout RandomStream
  ) -> Answer
}

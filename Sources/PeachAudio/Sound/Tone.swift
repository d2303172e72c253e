package import PeachPitch

/// A note to be rendered: its frequency and level, without its timbre.
package struct Tone: Hashable, Sendable {
  package var frequency: Frequency
  /// The level asked for, in dB FS: 0 dB is the RMS of a sine of peak 1.
  package var level: AmplitudeDB
  /// The key a sampled timbre takes its sample from; both notes of a unison have the same, so that only their pitch
  /// differs. It says nothing about the frequency.
  package var key: MIDINote

  package init(frequency: Frequency, level: AmplitudeDB, key: MIDINote) {
    self.frequency = frequency
    self.level = level
    self.key = key
  }
}

public import Pitch

/// What one note is to be: its pitch and level, without its timbre.
public struct Tone: Hashable, Sendable {
  public var frequency: Frequency
  /// The level asked for, in dB FS: 0 dB is the RMS of a sine of peak 1.
  public var level: AmplitudeDB
  /// The key a sampled timbre takes its sample from; both notes of a unison have the same, so that only their pitch
  /// differs. It says nothing about the frequency.
  public var key: MIDINote

  public init(frequency: Frequency, level: AmplitudeDB, key: MIDINote) {
    self.frequency = frequency
    self.level = level
    self.key = key
  }
}

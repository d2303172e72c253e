/// The sound settings of an experiment file; each is `nil` if the file leaves it to the defaults of the machine.
package struct SoundSettings: Hashable, Sendable {
  /// The name of a timbre.
  package var sound: String?
  package var level: SoundLevel?
  package var gains: NoteGains?
  /// Seconds.
  package var ramp: Double?
  /// 0 to 1: the target's level varies by ± this × 2 dB.
  package var varyLoudness: Double?
  /// Hz.
  package var sampleRate: Int?
  /// The sample format as in settings: `16`, `24`, `float`.
  package var sampleFormat: String?
  /// `both`, `left`, `right`.
  package var channel: String?

  package init() {}

  /// The sound without a file or a setting.
  package static let standardSound = "sine"
  package static let standardLevel = -12.0
  package static let standardRamp = 0.01
}

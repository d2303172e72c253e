/// What an experiment file says of how its notes sound; nil where it says nothing and the defaults of the machine hold.
public struct Sounding: Hashable, Sendable {
  /// The name of a timbre.
  public var sound: String?
  public var level: SoundLevel?
  public var gains: NoteGains?
  /// Seconds.
  public var ramp: Double?
  /// 0 to 1: the target's level varies by ± this × 2 dB.
  public var varyLoudness: Double?
  /// Hz.
  public var sampleRate: Int?
  /// As a setting has it: `16`, `24`, `float`.
  public var sampleFormat: String?
  /// `both`, `left`, `right`.
  public var channel: String?

  public init() {}

  /// What a session knows without a file or a setting.
  public static let standardSound = "sine"
  public static let standardLevel = -12.0
  public static let standardRamp = 0.01
}

/// The sound settings of an experiment file; each is `nil` if the file leaves it to the defaults of the machine.
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
  /// The sample format as in settings: `16`, `24`, `float`.
  public var sampleFormat: String?
  /// `both`, `left`, `right`.
  public var channel: String?

  public init() {}

  /// The sound without a file or a setting.
  public static let standardSound = "sine"
  public static let standardLevel = -12.0
  public static let standardRamp = 0.01
}

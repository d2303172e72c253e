/// What was measured of a sound device of this machine, one channel of it.
public struct DeviceProfile: Hashable, Sendable {
  /// How loud it is at one frequency.
  public struct Level: Hashable, Sendable {
    /// Hz.
    public var frequency: Double
    /// dB SPL − dB FS.
    public var offset: Double

    public init(frequency: Double, offset: Double) {
      self.frequency = frequency
      self.offset = offset
    }
  }

  /// As aplay names it.
  public var device: String
  /// `both`, `left` or `right`.
  public var channel: String
  /// The sound that was measured; `nil` if only its latency was.
  public var waveform: String?
  /// By frequency, each once; none where only its latency was measured.
  public var levels: [Level] = []
  /// The highest level that is safe, in dB SPL.
  public var limit: Double?
  /// Seconds from the player's reading of a sample to its sound; `nil` if it was not measured.
  public var onsetLatency: Double?
  /// ISO 8601 UTC: when it was last measured.
  public var calibratedAt: String
  /// Peach's version.
  public var version: String

  public init(device: String, channel: String, calibratedAt: String, version: String) {
    self.device = device
    self.channel = channel
    self.calibratedAt = calibratedAt
    self.version = version
  }
}

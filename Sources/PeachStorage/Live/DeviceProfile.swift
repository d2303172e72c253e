/// The measurements of one channel of a sound device of this machine.
package struct DeviceProfile: Hashable, Sendable {
  /// How loud it is at one frequency.
  package struct Level: Hashable, Sendable {
    /// Hz.
    package var frequency: Double
    /// dB SPL − dB FS.
    package var offset: Double

    package init(frequency: Double, offset: Double) {
      self.frequency = frequency
      self.offset = offset
    }
  }

  /// The device's name for aplay.
  package var device: String
  /// `both`, `left` or `right`.
  package var channel: String
  /// The sound that was measured; `nil` if only its latency was.
  package var waveform: String?
  /// By frequency, each once; none where only its latency was measured.
  package var levels: [Level] = []
  /// The highest level that is safe, in dB SPL.
  package var limit: Double?
  /// Seconds from the player's reading of a sample to its sound; `nil` if it was not measured.
  package var onsetLatency: Double?
  /// ISO 8601 UTC: when it was last measured.
  package var calibratedAt: String
  /// Peach's version.
  package var version: String

  package init(device: String, channel: String, calibratedAt: String, version: String) {
    self.device = device
    self.channel = channel
    self.calibratedAt = calibratedAt
    self.version = version
  }
}

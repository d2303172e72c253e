public import Pitch

/// The sound of a trial as samples, and what is heard in it: one part after another, such as a reference and a target.
public struct RenderedSound: Hashable, Sendable {
  /// One note, or one interval of a forced choice.
  public struct Part: Hashable, Sendable {
    /// The frame at which it begins.
    public var start: Int
    /// The level presented, in dB FS: the one asked for, or the highest that does not clip.
    public var level: AmplitudeDB

    public init(start: Int, level: AmplitudeDB) {
      self.start = start
      self.level = level
    }
  }

  /// One channel, −1…1.
  public let samples: [Float]
  public let sampleRate: SampleRate
  /// In the order of their starts; there is one.
  public let parts: [Part]

  /// - Precondition: There are parts, which begin one after another inside the samples.
  public init(samples: [Float], sampleRate: SampleRate, parts: [Part]) {
    precondition(!parts.isEmpty, "a sound without parts")
    self.samples = samples
    self.sampleRate = sampleRate
    self.parts = parts
  }

  /// Of all parts and what is between them, in seconds.
  public var duration: Double { Double(samples.count) / sampleRate.hertz }

  /// Seconds from the first sample to the beginning of a part.
  ///
  /// - Precondition: There is such a part.
  public func onset(of part: Int) -> Double { Double(parts[part].start) / sampleRate.hertz }
}

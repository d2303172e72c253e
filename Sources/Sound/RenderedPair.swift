public import Pitch

/// Two notes as samples, and what is heard.
public struct RenderedPair: Hashable, Sendable {
  /// One channel, −1…1.
  public let samples: [Float]
  public let sampleRate: SampleRate
  /// The frame at which the target note starts.
  public let targetStart: Int
  /// The levels presented, in dB FS: those asked for, or the highest that does not clip.
  public let referenceLevel: AmplitudeDB
  public let targetLevel: AmplitudeDB

  public init(
    samples: [Float], sampleRate: SampleRate, targetStart: Int, referenceLevel: AmplitudeDB, targetLevel: AmplitudeDB
  ) {
    self.samples = samples
    self.sampleRate = sampleRate
    self.targetStart = targetStart
    self.referenceLevel = referenceLevel
    self.targetLevel = targetLevel
  }

  /// Of both notes and the gap, in seconds.
  public var duration: Double { Double(samples.count) / sampleRate.hertz }
}

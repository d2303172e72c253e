package import PeachPitch

/// The sound of a trial as samples, and what is heard in it: one part after another, such as a reference and a target.
package struct RenderedSound: Hashable, Sendable {
  /// One note, or one interval of a forced choice.
  package struct Part: Hashable, Sendable {
    /// The frame at which it begins.
    package var start: Int
    /// The level presented, in dB FS: the one asked for, or the highest that does not clip.
    package var level: AmplitudeDB

    package init(start: Int, level: AmplitudeDB) {
      self.start = start
      self.level = level
    }
  }

  /// One channel, −1…1; with a right channel the left one.
  package let samples: [Float]
  /// The right channel, as long as the left one; `nil` if both are the same.
  package let right: [Float]?
  package let sampleRate: SampleRate
  /// In the order of their starts; there is one.
  package let parts: [Part]

  /// - Precondition: There are parts, which begin one after another inside the samples. Channels are equally long.
  package init(samples: [Float], right: [Float]? = nil, sampleRate: SampleRate, parts: [Part]) {
    precondition(!parts.isEmpty, "a sound without parts")
    precondition(right.map { $0.count == samples.count } ?? true, "channels of different lengths")
    self.samples = samples
    self.right = right
    self.sampleRate = sampleRate
    self.parts = parts
  }

  /// Duration of all parts and the gaps between them, in seconds.
  package var duration: Double { Double(samples.count) / sampleRate.hertz }

  /// Seconds from the first sample to the beginning of a part.
  ///
  /// - Precondition: There is such a part.
  package func onset(of part: Int) -> Double { Double(parts[part].start) / sampleRate.hertz }
}

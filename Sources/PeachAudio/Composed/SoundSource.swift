import PeachSupport

/// A kind of sound before ramps, level and modulation: one file for each, listed in `all`.
protocol SoundSource: Sendable {
  /// The key that names it in files: `tone`.
  static var key: String { get }
  /// Whether `fm` can modulate its frequency.
  static var hasFrequency: Bool { get }
  /// Whether `spectrum-level` and `erb-level` can state its level.
  static var hasSpectrumLevel: Bool { get }
  /// Reads it from the mapping of a sound that has its key; `nil` after problems.
  static func read(_ reader: SoundReader) -> Self?
  /// Its share of a sound with all draws made.
  ///
  /// - Parameters:
  ///   - key: Prefix of the names of its draws.
  ///   - seconds: The duration that is needed.
  /// - Throws: `SoundError` if the numbers at this level allow no sound.
  func drawn(_ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate) throws(SoundError)
    -> any SourceWaveform
  /// Its power over that in a band of 1 Hz at 1 kHz, by which `spectrum-level` becomes a level; `nil` if its spectrum has no level
  /// per Hz.
  func bandwidth(_ draws: SoundDraws) -> Double?
}

extension SoundSource {
  static var hasFrequency: Bool { false }
  static var hasSpectrumLevel: Bool { false }
  func bandwidth(_ draws: SoundDraws) -> Double? { nil }
}

/// A waveform that an ear may get late.
protocol SourceWaveform {
  /// Samples from the onset on. A level of 0 dB FS is that of a sine with peak 1.
  ///
  /// - Parameters:
  ///   - delay: Seconds by which the waveform is late. It is there before its onset, too.
  ///   - phase: Radians by which every frequency leads.
  ///   - modulation: Of the frequency; only for sources with `hasFrequency`.
  func samples(
    _ count: Int, delay: Double, phase: Double, rate: SampleRate, modulation: FrequencyModulation?
  ) -> [Double]
}

/// A sinusoidal modulation of frequency with its numbers drawn.
struct FrequencyModulation: Hashable, Sendable {
  /// Hz.
  var rate: Double
  /// The largest deviation from the frequency, in Hz.
  var excursion: Double
  /// Radians at the onset.
  var phase: Double

  /// Radians by which the phase of the carrier leads after some seconds.
  func lead(at seconds: Double) -> Double {
    excursion / rate * (cos(phase) - cos(2 * .pi * rate * seconds + phase))
  }
}

/// The kinds of sources.
enum SoundSources {
  static let all: [any SoundSource.Type] = [
    ToneSource.self, GlideSource.self, ComplexSource.self, NoiseSource.self, EqualisingSource.self, ClickSource.self,
    RippleSource.self, FileSource.self,
  ]
}

import PeachSupport

/// A pure tone: sin(2πft + φ), which starts at its phase.
struct ToneSource: SoundSource {
  static let key = "tone"
  static let hasFrequency = true

  var frequency: StimulusNumber
  /// Degrees.
  var phase: StimulusNumber

  static func read(_ reader: SoundReader) -> ToneSource? {
    let frequency = reader.number(
      key, .frequency, in: .within(1...43_200), required: true, "Frequency of a pure tone")
    let phase = reader.number(
      "phase", .degrees, in: .within(-360...360), default: "0", "Phase of the tone at its onset; 0 starts as a sine")
    return frequency.map { ToneSource(frequency: $0, phase: phase ?? .fixed(0)) }
  }

  func drawn(
    _ draws: SoundDraws, key: String, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> any SourceWaveform {
    let frequency = draws.value(frequency)
    try rate.check(frequency, "tone")
    return Components(all: [.init(frequency: frequency, amplitude: 1, phase: draws.value(phase) * .pi / 180)])
  }
}

/// A sum of sines. Modulation of frequency moves all in proportion to the first.
struct Components: SourceWaveform {
  struct Component: Hashable {
    /// Hz.
    var frequency: Double
    var amplitude: Double
    /// Radians at the onset.
    var phase: Double
  }

  var all: [Component]

  func samples(
    _ count: Int, delay: Double, phase: Double, rate: SampleRate, modulation: FrequencyModulation?
  ) -> [Double] {
    var samples = [Double](repeating: 0, count: count)
    for component in all {
      let step = 2 * .pi * component.frequency
      let share = component.frequency / all[0].frequency
      for i in 0..<count {
        let time = Double(i) / rate.hertz - delay
        let lead = modulation.map { share * $0.lead(at: time) } ?? 0
        samples[i] += component.amplitude * sin(step * time + component.phase + phase + lead)
      }
    }
    return samples
  }
}

extension SampleRate {
  /// - Throws: `SoundError` if a frequency cannot be played at this rate.
  func check(_ frequency: Double, _ name: String) throws(SoundError) {
    guard frequency > 0, frequency <= highest else {
      throw SoundError(
        "\(name): \(frequency.shortest) Hz cannot be played at a sample rate of \(self); expected above 0 and at "
          + "most \(highest.shortest) Hz",
        hint: "narrow the limits of the strategy, or choose a higher sample rate")
    }
  }
}

package import PeachPitch
import PeachSupport

extension RenderedSound {
  /// A steady tone, as a device is measured with: of any timbre, with ramps of 10 ms.
  ///
  /// - Parameter seconds: 0.1…60.
  /// - Throws: `SoundError` if the timbre cannot make it, or the frequency is too high.
  package static func referenceTone(
    _ timbre: any Timbre, _ frequency: Frequency, level: AmplitudeDB, seconds: Double, rate: SampleRate
  ) throws(SoundError) -> RenderedSound {
    let semitones = Cents.between(Frequency(unchecked: 440), frequency).value / Cents.perSemitone
    let key = MIDINote(unchecked: max(0, min(127, 69 + Int(semitones.rounded()))))
    let tone = Tone(frequency: frequency, level: level, key: key)
    // The first note of a pair, without what comes after it.
    let pair = try TonePair(
      reference: tone, target: tone, noteDuration: seconds, gap: 0, ramp: Ramp(0.01), timbre: timbre, sampleRate: rate
    ).rendered()
    return RenderedSound(
      samples: Array(pair.samples[..<pair.parts[1].start]), sampleRate: rate, parts: [pair.parts[0]])
  }

  /// A burst of noise of 20 ms, the same every time, so that a recording shows its place to the sample.
  package static func noiseBurst(level: AmplitudeDB, rate: SampleRate) -> RenderedSound {
    // A linear congruential generator (Knuth, TAOCP 2, 3.3.4), whose high bits are good enough for noise.
    var state: UInt64 = 20_261_123
    let amplitude = pow(10, level.decibels / 20)
    let noise = (0..<rate.frames(0.02)).map { _ -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(amplitude) * (Float(state >> 40) / Float(1 << 23) - 1)
    }
    return RenderedSound(
      samples: noise + [Float](repeating: 0, count: rate.frames(0.05)), sampleRate: rate,
      parts: [Part(start: 0, level: level)])
  }
}

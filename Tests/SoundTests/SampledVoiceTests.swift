import Foundation
import PeachAudio
import PeachPitch
import Testing

/// Held notes that are made of samples.
@Suite struct SampledVoiceTests {
  private static let rate = SampleRate.hz44100

  /// Four harmonics of a fundamental without ramps, which fade by a factor in a second.
  private func samples(_ hertz: Double, seconds: Double, fading: Double = 1) -> [Float] {
    (0..<Self.rate.frames(seconds)).map { n in
      let phase = 2 * Double.pi * hertz * Double(n) / Self.rate.hertz
      let wave: Double = sin(phase) + sin(2 * phase) / 2 + sin(3 * phase) / 3 + sin(4 * phase) / 4
      return Float(0.3 * pow(fading, Double(n) / Self.rate.hertz) * wave)
    }
  }

  private func next(_ count: Int, of voice: inout SampledVoice) -> [Double] {
    var result = [Float](repeating: 0, count: count)
    result.withUnsafeMutableBufferPointer { voice.write(gain: 0.5, to: $0) }
    return result.map(Double.init)
  }

  @Test(arguments: [55.3, 440, 1234.5]) func `a held note lasts any time, at its pitch and level, without a click`(
    hertz: Double
  ) throws {
    var voice = try SampledVoice(samples(hertz, seconds: 4), of: try Frequency(hertz), name: "horn", rate: Self.rate)
    _ = next(1000, of: &voice)
    var levels: [Double] = []
    // Twenty seconds begin nine times again.
    for cents in [0.0, 100, -100, 3.3, 50.05] {
      let expected: Double = hertz * exp2(cents / 1200)
      voice.tune(to: try Frequency(expected))
      _ = next(2000, of: &voice)
      let stretch = next(4 * Self.rate.rawValue, of: &voice)
      // A seam may turn the phase by half a sample; it is the pitch of a stretch without one that counts.
      let found = (0..<8).map { part -> Double in
        let piece = stretch[(part * 20_000)..<(part * 20_000 + 16_384)]
        return abs(Measuring.cents(Measuring.frequency(piece, near: expected, rate: Self.rate.hertz), over: expected))
      }
      #expect(found.sorted()[3] < 0.01)
      levels.append(Measuring.level(stretch))
      #expect(found.max() ?? 1 < 1.5)
      // Above the harmonics is nothing.
      for start in stride(from: 0, to: stretch.count - 4096, by: 4096) {
        let powers = Spectrum.decibels(Array(stretch[start..<start + 4096]))
        let bin = Self.rate.hertz / 4096
        let above = powers.dropFirst(Int(4.3 * expected / bin) + Spectrum.lobe + 1).max() ?? 0
        #expect(above < -75)
      }
    }
    // Of √½·0.15·√(1 + ¼ + ⅑ + 1/16), against a sine of peak 1.
    for level in levels { #expect(abs(level - 20 * log10(0.15 * sqrt(1 + 0.25 + 1.0 / 9 + 0.0625))) < 0.1) }
  }

  @Test func `unchanged, it is the samples themselves`() throws {
    let given = samples(440, seconds: 4)
    var voice = try SampledVoice(given, of: try Frequency(440), name: "horn", rate: Self.rate)
    let made = next(80_000, of: &voice)
    let largest = (8..<80_000).map { abs(made[$0] - 0.5 * Double(given[$0])) }.max() ?? 1
    #expect(largest < 1e-6)
  }

  @Test func `a sound that fades or is too short cannot be held`() throws {
    let text = """
      the sound 'Piano' fades, so its notes cannot be held as a matching needs
        hint: choose a sustained sound, such as an organ or sine
      """
    for samples in [samples(440, seconds: 6, fading: 0.8), samples(440, seconds: 3)] {
      #expect(
        message {
          _ = try SampledVoice(samples, of: try Frequency(440), name: "'Piano'", rate: Self.rate)
        } == text)
    }
    // A fall by 4 dB in all is none.
    _ = try SampledVoice(
      samples(440, seconds: 6, fading: 0.89), of: try Frequency(440), name: "'Organ'", rate: Self.rate)
  }
}

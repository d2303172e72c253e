import Foundation
import PeachAudio
import PeachPitch
import Testing

/// The samples of held notes: reference, gap, and a note whose pitch changes while it sounds.
@Suite struct HeldSamplesTests {
  private static let rate = SampleRate.hz44100

  private func sound(
    _ reference: Tone, _ held: Tone, highest: Double, duration: Double = 0.3, gap: Double = 0.1234,
    timbre: any Timbre = Sine(), rate: SampleRate = rate
  ) throws -> HeldSound {
    HeldSound(
      reference: reference, held: held, highest: try Frequency(highest), noteDuration: duration, gap: gap,
      ramp: try Ramp(0.015), timbre: timbre, sampleRate: rate)
  }

  /// The next samples, asked for in stretches of a length.
  private func next(_ count: Int, of samples: inout HeldSamples, by stretch: Int = 220) -> [Double] {
    var result = [Float](repeating: 0, count: count)
    result.withUnsafeMutableBufferPointer { all in
      for start in stride(from: 0, to: count, by: stretch) {
        samples.write(to: UnsafeMutableBufferPointer(rebasing: all[start..<min(count, start + stretch)]))
      }
    }
    return result.map(Double.init)
  }

  /// The samples of the held note of A4 alone, from its onset ramp on.
  private func held(_ timbre: any Timbre = Sine(), highest: Double = 500) throws -> HeldSamples {
    let sound = try sound(tone(440), tone(440), highest: highest, duration: 0.05, gap: 0, timbre: timbre)
    var samples = try HeldSamples(sound)
    _ = next(Self.rate.frames(0.05) + Self.rate.frames(0.02), of: &samples)
    return samples
  }

  @Test(arguments: [("sine", SampleRate.hz44100), ("complex:10", .hz48000), ("complex:64:0", .hz96000)])
  func `reference, gap and onset equal those of a pair of notes for any block size`(
    name: String, rate: SampleRate
  ) throws {
    let timbre = try BuiltInTimbres.named(name)
    // The complexes are too loud: both notes are limited alike.
    let (reference, target) = (try tone(311.1, -3), try tone(349.2, -3))
    let rendered = try pair(
      reference, target, duration: 0.3, gap: 0.1234, ramp: 0.015, timbre: timbre, rate: rate
    ).rendered()
    let whole = try sound(reference, target, highest: 349.2, timbre: timbre, rate: rate)
    #expect(whole.onset == rendered.onset(of: 1))
    for stretch in [1, 220, 100_000] {
      var samples = try HeldSamples(whole)
      let made = next(rendered.samples.count, of: &samples, by: stretch)
      let hasSameOpening =
        made[..<rendered.targetStart] == rendered.samples[..<rendered.targetStart].map(Double.init)[...]
      #expect(hasSameOpening)
      // Up to the ramp at the end of the pair's.
      let steady = rendered.targetStart..<(rendered.samples.count - rate.frames(0.015) - 1)
      let largest = steady.map { abs(made[$0] - Double(rendered.samples[$0])) }.max() ?? 1
      #expect(largest < 1e-6)
    }
  }

  @Test func `both notes have the harmonics that neither is too high for, at a level that both can have`() throws {
    // At 400 Hz there could be ten harmonics, at 3500 Hz five.
    let timbre = try HarmonicComplex(10, rollOff: 0)
    let five = try HarmonicComplex(5, rollOff: 0)
    let rendered = try pair(tone(400, 0), tone(3500, 0), duration: 0.3, timbre: five).rendered()
    #expect(rendered.targetLevel < (try AmplitudeDB(-2)))
    var samples = try HeldSamples(
      try sound(tone(400, 0), tone(3400, 0), highest: 3500, gap: 0, timbre: timbre))
    let made = next(rendered.samples.count, of: &samples)
    let hasSameReference =
      made[..<rendered.targetStart] == rendered.samples[..<rendered.targetStart].map(Double.init)[...]
    #expect(hasSameReference)
    for range in [2000..<12_000, rendered.targetStart + 2000..<rendered.targetStart + 12_000] {
      #expect(abs(Measuring.level(made[range]) - rendered.targetLevel.decibels) < 0.05)
    }
  }

  @Test func `the frequency is that which was asked for, within a thousandth of a cent`() throws {
    var samples = try held()
    for hertz in [466.16, 415.3, 440.25, 440.25 * exp2(0.1 / 1200)] {
      samples.tune(to: try Frequency(hertz))
      _ = next(Self.rate.frames(0.02), of: &samples)
      let found = Measuring.frequency(next(40_000, of: &samples), around: hertz, rate: Self.rate.hertz)
      #expect(abs(Measuring.cents(found, over: hertz)) < 0.001)
    }
  }

  @Test func `a step has decayed to 4 % after 5 ms and to under 0.1 % after 10 ms`() throws {
    var samples = try held(highest: 880)
    samples.tune(to: try Frequency(880))
    var at = 0
    for (seconds, left) in [(0.005, 0.04), (0.010, 0.0005)] {
      // 16 samples about the moment.
      _ = next(Self.rate.frames(seconds) - 8 - at, of: &samples)
      let short = next(16, of: &samples)
      at = Self.rate.frames(seconds) + 8
      // x[n+1] + x[n−1] = 2 cos(2πf/rate) x[n].
      var (numerator, denominator) = (0.0, 0.0)
      for n in 1..<15 {
        numerator += (short[n + 1] + short[n - 1]) * short[n]
        denominator += 2 * short[n] * short[n]
      }
      let frequency: Double = acos(numerator / denominator) / (2 * Double.pi) * Self.rate.hertz
      let missing: Double = (880 - frequency) / 440
      #expect(abs(missing - left) < 0.005)
    }
  }

  @Test func `a thousand changes leave the phase unbroken`() throws {
    var samples = try held(highest: 480)
    let level = pow(10, -12.0 / 20)
    var last = next(2, of: &samples)
    var largest = 0.0
    for change in 0..<1000 {
      // Up and down by up to 100 cents, with a change each 5 ms.
      let cents = 100 * sin(Double(change) * 2.39996)
      samples.tune(to: try Frequency(440 * exp2(cents / 1200)))
      let stretch = last + next(220, of: &samples)
      for n in 1..<stretch.count - 1 {
        largest = max(largest, abs(stretch[n + 1] - 2 * stretch[n] + stretch[n - 1]))
      }
      last = Array(stretch.suffix(2))
    }
    // That of a sine at the highest frequency; a jump of a hundredth of a cycle has fourteen times as much.
    let highest: Double = 440 * exp2(100.0 / 1200)
    let step: Double = 2 * Double.pi * highest / Self.rate.hertz
    let own: Double = 2 * level * (1 - cos(step))
    #expect(largest < 1.001 * own)
  }

  /// Where what is meant to be a pure tone of about 440 Hz has power above 2 kHz, relative to the tone, in dB: a click has it
  /// everywhere, a smooth change nowhere.
  private func splatter(_ samples: [Double]) -> Double {
    let bin = Self.rate.hertz / Double(samples.count)
    return Spectrum.decibels(samples).dropFirst(Int(2000 / bin)).max() ?? 0
  }

  @Test func `a glide of 100 cents has no click where the measure finds a deliberate one`() throws {
    let (before, after) = (2048, 2048)
    let semitone = try Frequency(440 * exp2(100.0 / 1200))
    var samples = try held()
    let steady = next(before + after, of: &samples)
    samples = try held()
    var glide = next(before, of: &samples)
    samples.tune(to: semitone)
    glide += next(after, of: &samples)
    // The same, but the second note begins with a phase of its own, a twentieth of a cycle off.
    let level = pow(10, -12.0 / 20)
    let turn: Double = 440 * (0.02 + Double(before) / Self.rate.hertz) + 0.05
    let click = (0..<after).map { n -> Double in
      let cycles: Double = turn + semitone.hertz * Double(n) / Self.rate.hertz
      return level * sin(2 * .pi * cycles)
    }
    // The same, with the frequency changed between two samples: the slope breaks.
    var phase = 0.0
    let kink = (0..<before + after).map { n -> Double in
      defer { phase += (n < before ? 440 : semitone.hertz) / Self.rate.hertz }
      return level * sin(2 * .pi * phase)
    }
    #expect(splatter(steady) < -120)
    #expect(splatter(glide) < -115)
    #expect(splatter(kink) > -90)
    #expect(splatter(Array(steady[..<before]) + click) > -70)
  }

  @Test func `it is never above the highest, nor are harmonics above 0.45 of the rate`() throws {
    // At 2200 Hz nine of ten harmonics are below 19 845 Hz.
    let timbre = try HarmonicComplex(10, rollOff: 0)
    var samples = try HeldSamples(
      try sound(tone(2000), tone(2000), highest: 2200, duration: 0.05, gap: 0, timbre: timbre))
    samples.tune(to: try Frequency(3000))
    _ = next(Self.rate.frames(0.2), of: &samples)
    let made = next(16_384, of: &samples)
    let powers = Spectrum.decibels(made)
    let bin = Self.rate.hertz / 16_384
    let partials = (1...10).map { k in
      let center = Int((2200 * Double(k) / bin).rounded())
      return powers[center - 2...min(center + 2, powers.count - 1)].max() ?? -300
    }
    for partial in partials[..<9] { #expect(abs(partial) < 3) }
    #expect(partials[9] < -100)
    for (i, power) in powers.enumerated() where abs((Double(i) * bin / 2200).rounded() * 2200 / bin - Double(i)) > 20 {
      #expect(power < -100)
    }
  }

  @Test func `its end continues the sound under a ramp`() throws {
    let ramp = try Ramp(0.01)
    for name in ["sine", "complex:3"] {
      var samples = try held(BuiltInTimbres.named(name))
      var other = samples
      let whole = next(441, of: &samples, by: 441)
      var end = [Float](repeating: 0, count: 441)
      end.withUnsafeMutableBufferPointer { other.end(by: ramp, rate: Self.rate, to: $0) }
      for i in 0..<440 {
        let gain = 0.5 * (1 - cos(.pi * Double(440 - i) / 441))
        #expect(abs(Double(end[i]) - gain * whole[i]) < 1e-6)
      }
    }
  }

  /// A timbre of samples, which ends when they do.
  private struct Recorded: Timbre {
    static let pattern = "recorded"
    static let summary = "samples"
    static let source = "none"
    init() {}
    init?(named name: String) { nil }
    var name: String { "recorded" }
    func note(
      _ frequency: Frequency, key: MIDINote, frames: Int, rate: SampleRate
    ) throws(SoundError) -> Waveform {
      try Waveform(samples: (0..<frames).map { Float($0 % 2) + 1 })
    }
  }

  @Test func `a note that cannot be held, or is too high, is reported before any sound`() throws {
    #expect(
      message { _ = try HeldSamples(try sound(tone(440), tone(440), highest: 500, timbre: Recorded())) } == """
        the sound recorded cannot be held, as a matching needs
          hint: choose sine or a complex, such as complex:10
        """)
    #expect(
      message { _ = try HeldSamples(try sound(tone(440), tone(20_000), highest: 20_100)) } == """
        the held note is 20000 Hz, above 0.45 of the sample rate (19845 Hz at 44100 Hz)
          hint: choose a lower note or a higher sample rate
        """)
    #expect(
      message { _ = try HeldSamples(try sound(tone(440), tone(440), highest: 500, gap: 61)) }
        == "gap must be between 0 and 60 s, got 61 s")
  }
}

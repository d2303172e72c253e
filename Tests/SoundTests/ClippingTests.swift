import Glibc
import PeachAudio
import PeachPitch
import Testing

/// No note goes beyond full scale, and what is presented is told.
@Suite struct ClippingTests {
  @Test func `a sine is limited to 0 dB and no less`() throws {
    let rendered = try pair(tone(997, -0.5), tone(1003.3, 1.5)).rendered()
    #expect(rendered.referenceLevel.decibels == -0.5)
    #expect(rendered.targetLevel.decibels == 0)
    #expect(abs(Measuring.level(Measuring.steady(rendered.targetNote, ramp: 0.015, rate: .hz44100))) < 0.001)
    let peak = try #require(rendered.samples.map(\.magnitude).max())
    #expect(peak <= 1 && peak > 0.9999)
  }

  @Test func `the reference note is limited too`() throws {
    let rendered = try pair(tone(997, 2), tone(1003.3, -3)).rendered()
    #expect(rendered.referenceLevel.decibels == 0)
    #expect(rendered.targetLevel.decibels == -3)
  }

  /// A level that was asked for is presented to the last digit where it does not clip.
  @Test func `a complex is limited by its peak, to the highest level that fits`() throws {
    for (name, count, rollOff) in [("complex:10", 10, 6.0), ("complex:64:0", 64, 0), ("complex:3:20", 3, 20)] {
      let amplitudes = (1...count).map { pow(10, -rollOff * log2(Double($0)) / 20) }
      // The peak of the continuous waveform by brute force, and so the highest level.
      let peak = (0...400_000).map { i in
        let x = Double.pi * Double(i) / 400_000
        return amplitudes.enumerated().reduce(0) { $0 + $1.element * sin(Double($1.offset + 1) * x) }
      }.max()
      let highest = 20 * log10(sqrt(amplitudes.reduce(0) { $0 + $1 * $1 }) / (try #require(peak)))
      let timbre = try BuiltInTimbres.named(name)
      let rendered = try pair(tone(100.03, highest - 0.001), tone(100.03, highest + 0.7), timbre: timbre).rendered()
      #expect(rendered.referenceLevel.decibels == highest - 0.001)
      #expect(abs(rendered.targetLevel.decibels - highest) < 1e-5, "\(name)")
      let loudest = try #require(rendered.samples.map(\.magnitude).max())
      #expect(loudest <= 1 && loudest > 0.99, "\(name)")
      #expect(
        abs(Measuring.level(Measuring.steady(rendered.targetNote, ramp: 0.015, rate: .hz44100)) - highest) < 0.001)
    }
  }

  @Test func `omitted harmonics do not count towards the peak`() throws {
    // At 15 kHz only the fundamental remains of a complex: a sine, which may have 0 dB.
    let timbre = try HarmonicComplex(64, rollOff: 0)
    let rendered = try pair(tone(15_000, 3), tone(100, 2.9), timbre: timbre).rendered()
    #expect(rendered.referenceLevel.decibels == 0)
    #expect(rendered.targetLevel.decibels < -10)
  }

  /// Fewer harmonics of a higher note are left, so that its level may be higher: the ear could tell the two by that.
  @Test func `notes of equal levels stay so where one of them is limited`() throws {
    let rendered = try pair(tone(3300, 0), tone(3400, 0), timbre: HarmonicComplex(30, rollOff: 0)).rendered()
    #expect(rendered.referenceLevel.decibels < -5)
    #expect(rendered.referenceLevel == rendered.targetLevel)
    let apart = try pair(tone(3300, 0), tone(3400, -0.01), timbre: HarmonicComplex(30, rollOff: 0)).rendered()
    #expect(apart.referenceLevel != apart.targetLevel)
  }
}

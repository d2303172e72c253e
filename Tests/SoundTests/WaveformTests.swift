import Glibc
import PeachAudio
import PeachPitch
import Testing

/// Samples held against the formula, and their spectrum.
@Suite struct WaveformTests {
  /// The formula, harmonic by harmonic and sample by sample: amplitudes scaled to an RMS level, raised-cosine ramps.
  private func formula(
    _ frequency: Double, _ amplitudes: [Double], level: Double, frames: Int, ramp: Double, rate: Double
  ) -> [Double] {
    let scale = pow(10, level / 20) / sqrt(amplitudes.reduce(0) { $0 + $1 * $1 })
    return (0..<frames).map { i in
      let edge = Double(min(i, frames - i)) / rate
      let envelope = edge < ramp ? 0.5 * (1 - cos(Double.pi * edge / ramp)) : 1
      var sum = 0.0
      for (k, amplitude) in amplitudes.enumerated() {
        let cycles = Double(k + 1) * frequency * Double(i) / rate
        sum += amplitude * sin(2 * Double.pi * (cycles - cycles.rounded(.down)))
      }
      return scale * envelope * sum
    }
  }

  @Test(arguments: SampleRate.allCases) func `every sample equals the formula, including ramps`(rate: SampleRate)
    throws
  {
    // A ramp that is no whole number of samples, and notes that are no whole number of blocks.
    let ramp = 0.01237
    for (name, amplitudes) in [
      ("sine", [1.0]), ("complex:5:0", [1, 1, 1, 1, 1]),
      ("complex:4:6", (1...4).map { pow(10, -6 * log2(Double($0)) / 20) }),
    ] {
      let rendered = try pair(
        tone(261.63, -20.5), tone(1046.97, -14.25), duration: 0.437, gap: 0.0503, ramp: ramp,
        timbre: BuiltInTimbres.named(name), rate: rate
      ).rendered()
      let frames = Int((0.437 * rate.hertz).rounded())
      let silence = Int((0.0503 * rate.hertz).rounded())
      #expect(rendered.targetStart == frames + silence)
      #expect(rendered.samples.count == 2 * frames + silence)
      #expect(rendered.samples[frames..<frames + silence].allSatisfy { $0 == 0 })
      for (note, frequency, level) in [(rendered.referenceNote, 261.63, -20.5), (rendered.targetNote, 1046.97, -14.25)]
      {
        #expect(note[0] == 0)
        let expected = formula(frequency, amplitudes, level: level, frames: frames, ramp: ramp, rate: rate.hertz)
        let worst = zip(note, expected).map { abs($0 - $1) }.max() ?? 1
        // Rounded to Float twice inside a ramp, by 2^−26 at most where samples are below 0.5.
        #expect(worst < 0x1.01p-25, "\(name)")
      }
    }
  }

  @Test func `durations and gaps are exact to a sample`() throws {
    for (rate, duration, gap) in [
      (SampleRate.hz44100, 0.3, 0.0), (.hz44100, 1.00001, 0.25), (.hz48000, 0.33333, 1.7), (.hz96000, 2.5, 0.000_01),
    ] {
      let rendered = try pair(tone(300), tone(301), duration: duration, gap: gap, rate: rate).rendered()
      let frames = Int((duration * rate.hertz).rounded())
      let start = frames + Int((gap * rate.hertz).rounded())
      #expect(rendered.targetStart == start)
      #expect(rendered.samples.count == start + frames)
      #expect(rendered.duration == Double(start + frames) / rate.hertz)
    }
  }

  /// Steady notes under a window whose side lobes lie below −150 dB. The requirement is −60 dB.
  @Test(arguments: SampleRate.allCases)
  func `nothing but the harmonics is within 120 dB of the tone`(rate: SampleRate) throws {
    let count = 32_768
    for (name, harmonics) in [("sine", 1), ("complex:10", 10)] {
      for hertz in [65.41, 440, 1209.3] {
        let rendered = try pair(
          tone(40), tone(hertz), duration: 1.2, timbre: BuiltInTimbres.named(name), rate: rate
        ).rendered()
        let steady = Array(Measuring.steady(rendered.targetNote, ramp: 0.015, rate: rate).prefix(count))
        let fundamental = hertz / rate.hertz * Double(count)
        var outside = -300.0
        for (bin, level) in Spectrum.decibels(steady).enumerated() {
          let nearest = min(max((Double(bin) / fundamental).rounded(), 1), Double(harmonics)) * fundamental
          if abs(Double(bin) - nearest) > Double(Spectrum.lobe) { outside = max(outside, level) }
        }
        #expect(outside < -120, "\(name) \(hertz)")
      }
    }
  }

  @Test func `the spectrum of a file of 24 bits is as clean`() throws {
    let rendered = try pair(tone(440), tone(443.1), duration: 1).rendered()
    let (bytes, layout) = try written { try SoundFile.write(rendered, format: .pcm24, to: $0) }
    let first = layout.dataOffset + layout.bytesPerFrame * (rendered.targetStart + 1000)
    let samples = (0..<32_768).map { i in
      let at = first + 3 * i
      let number = Int32(bytes[at]) | Int32(bytes[at + 1]) << 8 | Int32(Int8(bitPattern: bytes[at + 2])) << 16
      return Double(number) / 8_388_607
    }
    let fundamental: Double = 443.1 / 44_100 * 32_768
    let outside = Spectrum.decibels(samples).enumerated()
      .filter { abs(Double($0.offset) - fundamental) > Double(Spectrum.lobe) }.map(\.element).max()
    #expect(try #require(outside) < -120)
  }

  @Test func `the spectrum shows a tone that does not belong`() throws {
    let clean = try pair(tone(440), tone(440), duration: 1).rendered().targetNote[1000..<33_768]
    let spoilt = clean.enumerated().map { $1 + 1e-6 * sin(0.3 * Double($0)) }
    let bin = Int((0.3 / (2 * Double.pi) * 32_768).rounded())
    #expect(abs(Spectrum.decibels(spoilt)[bin] - 20 * log10(1e-6 / pow(10, -12 / 20))) < 1)
  }

  @Test func `the harmonics fall by the roll-off`() throws {
    for (name, count, rollOff) in [("complex:6", 6, 6.0), ("complex:8:12", 8, 12), ("complex:7:0", 7, 0)] {
      let note = try pair(tone(220), tone(311.3), timbre: BuiltInTimbres.named(name)).rendered().targetNote
      let steady = Array(Measuring.steady(note, ramp: 0.015, rate: .hz44100))
      let amplitudes = (1...count).map { Measuring.amplitude(steady, at: 311.3 * Double($0), rate: 44_100) }
      for k in 2...count {
        let fall = 20 * log10(amplitudes[0] / amplitudes[k - 1])
        #expect(abs(fall - rollOff * log2(Double(k))) < 0.01, "\(name), harmonic \(k)")
      }
      #expect(Measuring.amplitude(steady, at: 311.3 * Double(count + 1), rate: 44_100) < 1e-6)
    }
  }

  @Test(arguments: SampleRate.allCases)
  func `harmonics above 0.45 of the rate are left out, and the level is that of the rest`(rate: SampleRate) throws {
    // Five harmonics below the limit, the sixth just above it.
    let hertz = 0.45 * rate.hertz / 5.5
    let rendered = try pair(
      tone(hertz, -20), tone(hertz, -18), timbre: HarmonicComplex(20, rollOff: 3), rate: rate
    ).rendered()
    let steady = Array(Measuring.steady(rendered.targetNote, ramp: 0.015, rate: rate))
    for k in 1...5 { #expect(Measuring.amplitude(steady, at: hertz * Double(k), rate: rate.hertz) > 0.01) }
    #expect(Measuring.amplitude(steady, at: hertz * 6, rate: rate.hertz) < 1e-6)
    // Where harmonic 7 and up would have been folded to.
    for k in 7...12 {
      let folded = abs(remainder(hertz * Double(k), rate.hertz))
      let nearest = (folded / hertz).rounded() * hertz
      if abs(folded - nearest) > 200 { #expect(Measuring.amplitude(steady, at: folded, rate: rate.hertz) < 1e-6) }
    }
    #expect(abs(Measuring.level(steady) + 18) < 0.001)
    #expect(rendered.targetLevel == (try AmplitudeDB(-18)))
  }

  @Test func `both notes have the same timbre`() throws {
    // The same tone twice is the same samples twice; a fifth higher, every harmonic keeps its share.
    let timbre = try BuiltInTimbres.named("complex:12:4")
    let same = try pair(tone(247), tone(247), timbre: timbre).rendered()
    let isSame = same.referenceNote == same.targetNote
    #expect(isSame)
    let fifth = try pair(tone(247), tone(370.5), timbre: timbre).rendered()
    let notes = [(fifth.referenceNote, 247.0), (fifth.targetNote, 370.5)].map { note, hertz -> [Double] in
      let steady = Array(Measuring.steady(note, ramp: 0.015, rate: .hz44100))
      return (1...12).map { Measuring.amplitude(steady, at: hertz * Double($0), rate: 44_100) }
    }
    for (a, b) in zip(notes[0], notes[1]) { #expect(abs(20 * log10(Double(a) / Double(b))) < 0.001) }
  }
}

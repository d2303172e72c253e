import Glibc
import PeachAudio
import PeachPitch
import Testing

/// Every note of the default range, in every tuning that can be named, at every interval: measured from the samples.
@Suite struct PitchAndLevelTests {
  private static let duration = 0.3
  private static let ramp = 0.01
  /// One that no rate or duration is a multiple of.
  private static let referencePitch = 442.7

  /// One of each built-in kind; those that need a file of their own are left to `PitchTests`.
  static let tunings: [any TuningSystem] = BuiltInTunings.all.compactMap {
    $0.init(named: $0.name) ?? $0.init(named: "19-edo")
  }

  static let timbres = ["sine", "complex:10"]

  @Test func `there are tunings to measure`() { #expect(Self.tunings.count >= 2) }

  @Test(arguments: tunings.indices, timbres)
  func `every interval from every note is within 0.1 cent and 0.05 dB`(tuning: Int, timbre: String) throws {
    let tuning = Self.tunings[tuning]
    let timbre = try BuiltInTimbres.named(timbre)
    let pitch = try Frequency(Self.referencePitch)
    var worst = (cents: 0.0, decibels: 0.0)
    for number in 36...84 {
      let note = try MIDINote(number)
      let reference = tuning.frequency(of: note, referencePitch: pitch)
      for interval in DirectedInterval.all {
        let offset = Cents(floatLiteral: 7.3 * Double(interval.semitones) / 12)
        let target = tuning.frequency(of: interval, offset: offset, above: note, referencePitch: pitch)
        let rendered = try pair(
          tone(reference.hertz, -20), tone(target.hertz, -17.5), duration: Self.duration, ramp: Self.ramp,
          timbre: timbre
        ).rendered()
        func measure(_ samples: [Double], _ frequency: Frequency, _ level: Double) {
          let steady = Measuring.steady(samples, ramp: Self.ramp, rate: .hz44100)
          let found = Measuring.frequency(steady, near: frequency.hertz, rate: 44_100)
          worst.cents = max(worst.cents, abs(Measuring.cents(found, over: frequency.hertz)))
          worst.decibels = max(worst.decibels, abs(Measuring.level(steady) - level))
        }
        measure(rendered.targetNote, target, -17.5)
        if interval == .prime { measure(rendered.referenceNote, reference, -20) }
      }
    }
    #expect(worst.cents < 0.1)
    #expect(worst.decibels < 0.05)
  }

  @Test func `the measurement sees a tenth of a cent, and a twentieth of a decibel`() throws {
    for frequency in [32.7, 440, 2093] {
      let off = frequency * exp2(0.15 / 1200)
      let rendered = try pair(tone(440), tone(off, -17.44), duration: Self.duration, ramp: Self.ramp).rendered()
      let steady = Measuring.steady(rendered.targetNote, ramp: Self.ramp, rate: .hz44100)
      let found = Measuring.frequency(steady, near: frequency, rate: 44_100)
      #expect(abs(Measuring.cents(found, over: frequency) - 0.15) < 0.02)
      #expect(abs(Measuring.level(steady) + 17.44) < 0.005)
    }
  }

  @Test(arguments: SampleRate.allCases) func `pitch and level are the same at every rate`(rate: SampleRate) throws {
    for name in ["sine", "complex:10", "complex:25:3"] {
      let rendered = try pair(
        tone(196.4, -21), tone(294.9, -19.3), timbre: BuiltInTimbres.named(name), rate: rate
      ).rendered()
      #expect(rendered.sampleRate == rate)
      for (note, frequency, level) in [(rendered.referenceNote, 196.4, -21), (rendered.targetNote, 294.9, -19.3)] {
        let steady = Measuring.steady(note, ramp: 0.015, rate: rate)
        let found = Measuring.frequency(steady, near: frequency, rate: rate.hertz)
        #expect(abs(Measuring.cents(found, over: frequency)) < 0.001)
        #expect(abs(Measuring.level(steady) - level) < 0.001)
      }
    }
  }
}

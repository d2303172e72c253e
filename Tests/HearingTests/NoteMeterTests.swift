import Glibc
import PeachAudio
import PeachPitch
import Testing

/// What the ear makes of notes whose frequency and level are known.
@Suite struct EarTests {
  private static let rate = SampleRate.hz44100
  /// One that nothing is a multiple of.
  private static let pitch = Frequency(unchecked: 442.7)

  /// Both notes of a pair as they are made, and what is heard of them.
  private func heard(
    _ timbre: String, _ key: Int, cents: Double, seconds: Double, level: Double = -20, rate: SampleRate = rate
  ) throws -> (frequency: Frequency, note: HeardNote?) {
    let note = try MIDINote(key)
    let frequency = EqualTemperament().frequency(of: note, referencePitch: Self.pitch)
    let off = Frequency(unchecked: frequency.hertz * exp2(cents / 1200))
    let tone = Tone(frequency: off, level: try AmplitudeDB(level), key: note)
    let sound = try TonePair(
      reference: tone, target: tone, noteDuration: seconds, gap: 0.05, ramp: try Ramp(0.01),
      timbre: BuiltInTimbres.named(timbre), sampleRate: rate
    ).rendered().asWritten(.pcm24)
    return (off, NoteMeter.hear(sound.samples[..<sound.parts[1].start], rate: rate.hertz))
  }

  /// 20 periods of A1 are 0.36 s.
  @Test(arguments: ["sine", "complex:3", "complex:10", "complex:10:0", "complex:20:12"])
  func `notes of 20 periods and more are heard within a hundredth of a cent`(timbre: String) throws {
    for key in 33...96 {
      for cents in [-37.3, 0, 0.21, 11.9] {
        let (frequency, note) = try heard(timbre, key, cents: cents, seconds: 0.4)
        let found = try #require(note, "\(timbre) \(key) is not heard")
        let error = 1200 * log2(found.frequency / frequency.hertz)
        #expect(abs(error) < 0.01, "\(timbre) \(key) \(cents): off by \(error) cents")
        #expect(abs(found.level + 20) < 0.02, "\(timbre) \(key) \(cents): \(found.level) dB FS")
      }
    }
  }

  @Test(arguments: [SampleRate.hz48000, .hz96000]) func `at every rate the same is heard`(rate: SampleRate) throws {
    for key in [36, 60, 84] {
      let (frequency, note) = try heard("complex:10", key, cents: 3.1, seconds: 0.5, rate: rate)
      let found = try #require(note)
      #expect(abs(1200 * log2(found.frequency / frequency.hertz)) < 0.01)
    }
  }

  @Test(arguments: [0.05, 0.1, 0.2]) func `short notes of the middle of the keyboard are heard within a twentieth`(
    seconds: Double
  ) throws {
    // 7 periods and more of the 3/4 that a window takes: from C4 on in 0.05 s.
    let lowest = Int((69 + 12 * log2(10 / seconds / 440)).rounded(.up))
    for key in lowest...96 {
      let (frequency, note) = try heard("complex:10", key, cents: -3.7, seconds: seconds)
      let found = try #require(note, "\(key) is not heard")
      let error = 1200 * log2(found.frequency / frequency.hertz)
      #expect(abs(error) < 0.05, "\(key) in \(seconds) s: off by \(error) cents")
    }
  }

  @Test func `the highest notes are heard as high as they are`() throws {
    for key in 97...120 {
      for timbre in ["sine", "complex:10"] {
        let (frequency, note) = try heard(timbre, key, cents: 7.7, seconds: 0.3)
        let found = try #require(note)
        #expect(abs(1200 * log2(found.frequency / frequency.hertz)) < 0.01, "\(timbre) \(key)")
      }
    }
  }

  @Test func `softer by 40 dB is heard so, and in the same pitch`() throws {
    let (frequency, note) = try heard("sine", 69, cents: 1.3, seconds: 0.5, level: -60)
    let found = try #require(note)
    #expect(abs(found.level + 60) < 0.01)
    #expect(abs(1200 * log2(found.frequency / frequency.hertz)) < 0.01)
  }

  @Test func `silence and noise without pitch are no note`() {
    #expect(NoteMeter.hear([], rate: 44_100) == nil)
    #expect(NoteMeter.hear([Float](repeating: 0, count: 10_000)[...], rate: 44_100) == nil)
    #expect(NoteMeter.hear([Float](repeating: 0.3, count: 10_000)[...], rate: 44_100) == nil)
    #expect(NoteMeter.hear([0.1, -0.1, 0.1][...], rate: 44_100) == nil)
  }
}

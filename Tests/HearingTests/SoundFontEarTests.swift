#if SoundFonts
  import Glibc
  import Hearing
  import Pitch
  import Sound
  import Testing

  /// What the ear makes of sampled instruments: a unison's offset, whatever the preset itself is off.
  @Suite struct SoundFontEarTests {
    /// Steady and fading, bright and dark, plucked, bowed, blown and sung.
    static let presets = ["soundfont:0:0", "soundfont:0:19", "soundfont:0:24", "soundfont:0:48", "soundfont:0:73"]

    @Test(arguments: presets) func `a unison's offset is heard within a twentieth of a cent`(name: String) throws {
      let timbre = try BuiltInTimbres.named(name)
      var worst = 0.0
      for number in stride(from: 48, through: 84, by: 3) {
        let key = try MIDINote(number)
        let frequency = EqualTemperament().frequency(of: key, referencePitch: Frequency(unchecked: 440))
        for cents in [-12.0, -3.3, 0.7, 8.1] {
          let level = try AmplitudeDB(-20)
          let sound = try TonePair(
            reference: Tone(frequency: frequency, level: level, key: key),
            target: Tone(
              frequency: Frequency(unchecked: frequency.hertz * exp2(cents / 1200)), level: level, key: key),
            noteDuration: 1, gap: 0, ramp: try Ramp(0.01), timbre: timbre, sampleRate: .hz44100
          ).rendered().asWritten(.pcm24)
          let first = try #require(Ear.hear(sound.samples[..<sound.parts[1].start], rate: 44_100))
          let second = try #require(Ear.hear(sound.samples[sound.parts[1].start...], rate: 44_100))
          let error = 1200 * log2(second.frequency / first.frequency) - cents
          worst = max(worst, abs(error))
        }
      }
      #expect(worst < 0.05, "\(name): \(worst) cents")
    }
  }
#endif

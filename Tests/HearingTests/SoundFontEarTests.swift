#if SoundFonts
  import Glibc
  import PeachAudio
  import PeachPitch
  import Testing

  /// What the ear makes of sampled instruments: a unison's offset, whatever the preset itself is off.
  @Suite struct SoundFontEarTests {
    /// Steady and fading, bright and dark, plucked, bowed, blown and sung.
    static let presets = ["soundfont:0:0", "soundfont:0:19", "soundfont:0:24", "soundfont:0:48", "soundfont:0:73"]

    @Test(arguments: zip(presets, [0.2, 0.05, 0.05, 20, 0.3]))
    func `a unison's offset is heard, the better the steadier a preset is`(name: String, most: Double) throws {
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
          let first = try #require(NoteMeter.hear(sound.samples[..<sound.parts[1].start], rate: 44_100))
          let second = try #require(NoteMeter.hear(sound.samples[sound.parts[1].start...], rate: 44_100))
          let error = 1200 * log2(second.frequency / first.frequency) - cents
          worst = max(worst, abs(error))
        }
      }
      #expect(worst < most, "\(name): \(worst) cents")
    }

    /// What the ear makes of intervals between keys, in cents off, an octave more or less left aside: within 0.2 cents of
    /// steady presets. A piano's partials fade and are no multiples of the lowest; a flute's pitch and that of strings
    /// is not steady.
    @Test(arguments: zip(presets, [9, 0.2, 0.2, 60, 8]))
    func `intervals between keys are correct for steady presets`(
      name: String, most: Double
    ) throws {
      let timbre = try BuiltInTimbres.named(name)
      var errors: [String] = []
      var worst = 0.0
      for number in [48, 55, 60, 67, 72] {
        for semitones in [-7, -4, 3, 4, 7, 12] {
          let (a, b) = (try MIDINote(number), try MIDINote(number + semitones))
          let pitch = Frequency(unchecked: 440)
          let level = try AmplitudeDB(-20)
          let sound = try TonePair(
            reference: Tone(
              frequency: EqualTemperament().frequency(of: a, referencePitch: pitch), level: level, key: a),
            target: Tone(
              frequency: EqualTemperament().frequency(of: b, referencePitch: pitch), level: level, key: b),
            noteDuration: 1, gap: 0, ramp: try Ramp(0.01), timbre: timbre, sampleRate: .hz44100
          ).rendered().asWritten(.pcm24)
          let first = try #require(NoteMeter.hear(sound.samples[..<sound.parts[1].start], rate: 44_100))
          let second = try #require(NoteMeter.hear(sound.samples[sound.parts[1].start...], rate: 44_100))
          let error = remainder(1200 * log2(second.frequency / first.frequency) - Double(100 * semitones), 1200)
          worst = max(worst, abs(error))
          errors.append("\(number)\(semitones > 0 ? "+" : "")\(semitones): \((error * 100).rounded() / 100)")
        }
      }
      #expect(worst < most, "\(name): \(errors.joined(separator: ", "))")
    }
  }
#endif

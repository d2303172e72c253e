import PeachSupport

#if SoundFonts
  package import PeachPitch
  import PeachSupport

  /// A preset of a SoundFont, such as a sampled piano.
  ///
  /// The sample is that of the tone's key, shifted from the preset's own pitch there to the tone's frequency. What a preset
  /// itself is off is measured, key by key, and taken away; where its pitch is not steady enough for that, it is taken for
  /// what it should be, so that in a unison both notes are off alike. Its level is the RMS over the whole note. Held notes are those of presets that do not fade.
  package struct SoundFontTimbre: Timbre {
    package static let pattern = "soundfont:BANK:PROGRAM"
    package static let summary =
      "a preset (instrument), by number or name, of the SoundFont file that the environment variable PEACH_SOUNDFONT "
      + "names"
    package static let source = "SoundFont Technical Specification 2.04 (2006); FluidSynth"

    package let font: SoundFont
    package let preset: SoundFont.Preset

    package init(_ preset: SoundFont.Preset, of font: SoundFont) {
      self.font = font
      self.preset = preset
    }

    /// "soundfont:0:16" or "soundfont:Church Organ", case not minded.
    package init?(named name: String) throws(SoundError) {
      guard name == "soundfont" || name.hasPrefix("soundfont:") else { return nil }
      let font = try SoundFont.standard()
      let wanted = String(name.dropFirst("soundfont:".count))
      let match = font.presets.first {
        "\($0.bank):\($0.program)" == wanted || $0.name.lowercased() == wanted.lowercased()
      }
      guard let match else {
        let nearest = NearestName.of(wanted, among: font.presets.map(\.name))
        throw SoundError(
          "no preset \(SafeText.quoted(wanted)) in \(font.path); a sound is soundfont:BANK:PROGRAM or soundfont:PRESET NAME",
          hint: nearest.map { NearestName.question(about: "soundfont:\($0)") }
            ?? "peach list sounds shows them")
      }
      self.init(match, of: font)
    }

    package var name: String { "soundfont:\(preset.bank):\(preset.program)" }

    package var facts: [(key: String, text: String)] {
      let keys = [45, 57, 69, 81].map { MIDINote(unchecked: $0) }
      let offs = keys.map { key in "\(key) \(deviation(at: key).map { (($0 * 10).rounded() / 10).shortest } ?? "—")" }
      return [
        ("preset", preset.name), ("file", font.path), ("cents off", offs.joined(separator: ", ")),
      ]
    }

    package func note(
      _ frequency: Frequency, key: MIDINote, frames: Int, rate: SampleRate
    ) throws(SoundError) -> Waveform {
      let samples = try font.samples(
        of: preset, key: key, cents: shift(to: frequency, from: key), frames: frames, rate: rate)
      do {
        return try Waveform(samples: samples)
      } catch {
        throw SoundError(
          "\(SafeText.quoted(preset.name)) (\(name)) has no sound at \(key)", hint: "choose another note or preset")
      }
    }

    /// Seconds of a preset from which a held note is made.
    private static let heldSeconds = 20.0

    package func heldVoice(
      _ frequency: Frequency, upTo highest: Frequency, key: MIDINote, rate: SampleRate
    ) throws(SoundError) -> any HeldVoice {
      let samples = try font.samples(
        of: preset, key: key, cents: shift(to: frequency, from: key), frames: rate.frames(Self.heldSeconds), rate: rate)
      return try SampledVoice(samples, of: frequency, name: "\(SafeText.quoted(preset.name)) (\(name))", rate: rate)
    }

    /// The frequency of a key in equal temperament at A4 = 440 Hz, to which SoundFonts are tuned.
    static func nominal(_ key: MIDINote) -> Frequency {
      EqualTemperament().frequency(of: key, referencePitch: Frequency(unchecked: 440))
    }

    /// In cents, from the preset's own pitch at a key.
    private func shift(to frequency: Frequency, from key: MIDINote) -> Double {
      Cents.between(Self.nominal(key), frequency).value - (deviation(at: key) ?? 0)
    }

    /// How far the preset itself is off at a key, in cents; `nil` if it has no partial near the key's frequency. Measured once.
    package func deviation(at key: MIDINote) -> Double? {
      font.deviation(of: preset, at: key) {
        let rate = SampleRate.hz44100
        guard
          let samples = try? font.samples(of: preset, key: key, cents: 0, frames: rate.rawValue, rate: rate)
        else { return nil }
        let nominal = Self.nominal(key)
        return PartialFrequency.of(samples.dropFirst(rate.rawValue / 10), near: nominal, rate: rate).map {
          Cents.between(nominal, $0).value
        }
      }
    }
  }
#endif

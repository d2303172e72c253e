#if SoundFonts
  import Glibc
  import PeachAudio
  import PeachPitch
  import Testing

  /// Presets of Debian's TimGM6mb; the test run that has the trait SoundFonts installs it.
  @Suite struct SoundFontTests {
    private static let rate = SampleRate.hz44100

    private func font() throws -> SoundFont { try SoundFont(path: "/usr/share/sounds/sf2/TimGM6mb.sf2") }

    private func preset(_ name: String) throws -> SoundFontTimbre {
      try #require(try BuiltInTimbres.named(name) as? SoundFontTimbre)
    }

    /// The frequency of the fundamental, well after the attack.
    private func frequency(_ timbre: SoundFontTimbre, _ key: MIDINote, cents: Double, around hertz: Double) throws
      -> Double
    {
      let samples = try timbre.font.samples(
        of: timbre.preset, key: key, cents: cents, frames: Self.rate.rawValue, rate: Self.rate)
      let steady = samples[10_000..<40_000].map(Double.init)
      return Measuring.frequency(steady, around: hertz, rate: Self.rate.hertz)
    }

    /// Presets without vibrato. Those that beat (piano, church and reed organ) beat at another rate when they are shifted
    /// far, which moves what is measured; the steady ones are shifted by a semitone too, as by another reference pitch.
    @Test(arguments: [
      ("soundfont:0:0", false), ("soundfont:0:16", true), ("soundfont:0:19", false), ("soundfont:0:20", false),
      ("soundfont:0:74", true), ("soundfont:0:79", true),
    ])
    func `the shift from a preset's own pitch is within 0.1 cent`(name: String, isSteady: Bool) throws {
      let timbre = try preset(name)
      var worst = 0.0
      for number in [55, 62, 69, 76] {
        let key = try MIDINote(number)
        let nominal = 440 * exp2(Double(number - 69) / 12)
        let own = try frequency(timbre, key, cents: 0, around: nominal)
        let near = stride(from: -12.1, through: 12.1, by: 1.37).map { $0 } + [0.5, -0.01, 3, -7]
        for wished in near + (isSteady ? [-101.27, 99.47] : []) {
          let expected = own * exp2(wished / 1200)
          let found = try frequency(timbre, key, cents: wished, around: expected)
          worst = max(worst, abs(Measuring.cents(found, over: expected)))
        }
      }
      #expect(worst < 0.1, "\(name)")
    }

    @Test func `a preset that stays is held and tuned, and one that fades is refused`() throws {
      let held = { (name: String) in
        HeldSound(
          reference: try tone(440, -20), held: try tone(430, -20), highest: try Frequency(450), noteDuration: 0.5,
          gap: 0, ramp: try Ramp(0.01), timbre: try self.preset(name), sampleRate: Self.rate)
      }
      var samples = try HeldSamples(try held("soundfont:0:74"))
      var made = [Float](repeating: 0, count: 2 * Self.rate.rawValue)
      for hertz in [430, 447.7, 425.1] {
        samples.tune(to: try Frequency(hertz))
        made.withUnsafeMutableBufferPointer { samples.write(to: $0) }
        // What the preset itself is off at its key, 3 cents, is taken away.
        let found = Measuring.frequency(made[30_000..<80_000].map(Double.init), around: hertz, rate: 44_100)
        #expect(abs(Measuring.cents(found, over: hertz)) < 0.3)
      }
      #expect(
        message { _ = try HeldSamples(try held("soundfont:0:0")) } == """
          the sound 'Piano 1' (soundfont:0:0) fade, so they cannot be held, as a matching needs
            hint: choose a sustained sound, such as an organ or sine
          """)
    }

    @Test func `a pair has its interval and its levels`() throws {
      let rendered = try pair(
        tone(440, -30, key: 69), tone(440 * exp2(4.3 / 1200), -27.5, key: 69), duration: 1, ramp: 0.002,
        timbre: preset("soundfont:0:74")
      ).rendered()
      let notes = [rendered.referenceNote, rendered.targetNote]
      let found = notes.map { Measuring.frequency($0[10_000..<40_000], around: 440, rate: 44_100) }
      #expect(abs(Measuring.cents(found[1], over: found[0]) - 4.3) < 0.1)
      // The level is the RMS of the whole note; ramps of 2 ms take little from it.
      for (note, level) in zip(notes, [-30, -27.5]) {
        let power = note.reduce(0) { $0 + $1 * $1 } / Double(note.count)
        #expect(abs(10 * log10(2 * power) - level) < 0.05)
      }
      #expect(rendered.samples.count == 88_200)
    }

    @Test func `equal notes have equal samples after any other note`() throws {
      let organ = try preset("soundfont:0:19")
      func note() throws -> RenderedSound { try pair(tone(262, key: 60), tone(262, key: 60), timbre: organ).rendered() }
      let first = try note()
      let isUnison = first.referenceNote == first.targetNote
      #expect(isUnison)
      // Glockenspiel and strings: filters, releases and several voices.
      for other in ["soundfont:0:9", "soundfont:0:48"] {
        _ = try pair(tone(900, key: 80), tone(260, key: 60), timbre: preset(other), rate: .hz96000).rendered()
      }
      let again = try note()
      let isSame = again == first
      #expect(isSame)
    }

    @Test(arguments: SampleRate.allCases) func `pitch is the same at every rate`(rate: SampleRate) throws {
      let note = try pair(
        tone(440, key: 69), tone(443.1, key: 69), duration: 1, timbre: preset("soundfont:0:74"), rate: rate
      ).rendered()
      let start = rate.frames(0.2)
      let found = [note.referenceNote, note.targetNote].map {
        Measuring.frequency($0[start..<start + rate.frames(0.7)], around: 441, rate: rate.hertz)
      }
      #expect(abs(Measuring.cents(found[1], over: found[0]) - Measuring.cents(443.1, over: 440)) < 0.1)
    }

    @Test func `a note that would clip is limited`() throws {
      let rendered = try pair(
        tone(440, 0, key: 69), tone(441, 0, key: 69), ramp: 0.002, timbre: preset("soundfont:0:0")
      ).rendered()
      #expect(rendered.targetLevel.decibels < -3)
      let peak = try #require(rendered.samples.map(\.magnitude).max())
      #expect(peak <= 1 && peak > 0.9)
    }

    @Test func `the pitch error of a preset is measured`() throws {
      for name in ["soundfont:0:16", "soundfont:0:20", "soundfont:0:74"] {
        let timbre = try preset(name)
        let found = try frequency(timbre, try MIDINote(69), cents: 0, around: 440)
        let deviation = try #require(timbre.deviation(at: try MIDINote(69)))
        #expect(abs(deviation - Measuring.cents(found, over: 440)) < 0.2, "\(name)")
      }
      // Its sample is that of another key than is heard.
      #expect(try preset("soundfont:0:14").deviation(at: MIDINote(69)) == nil)
    }

    @Test func `presets are named by number or by name`() throws {
      let organ = try preset("soundfont:church organ")
      #expect(organ.name == "soundfont:0:19")
      #expect(organ.preset.name == "Church Organ")
      #expect(try preset(organ.name).preset == organ.preset)
      let font = try font()
      #expect(font.presets.count > 100)
      #expect(Set(font.presets.map { [$0.bank, $0.program] }).count == font.presets.count)
    }

    @Test func `a preset that is not there is refused with the nearest`() throws {
      let path = SoundFont.defaultPath
      #expect(
        message { _ = try preset("soundfont:Churh Organ") } == """
          no preset 'Churh Organ' in \(path); a sound is soundfont:BANK:PROGRAM or soundfont:PRESET NAME
            hint: did you mean 'soundfont:Church Organ'?
          """)
      for wanted in ["", "0", "7:99", "0:128", "0:0:0"] {
        #expect(
          message { _ = try preset("soundfont:\(wanted)") } == """
            no preset '\(wanted)' in \(path); a sound is soundfont:BANK:PROGRAM or soundfont:PRESET NAME
              hint: peach list sounds shows them
            """)
      }
    }

    @Test(arguments: ["/no/such.sf2", "/etc/hostname"]) func `a file that is no SoundFont is refused`(path: String) {
      #expect(
        message { _ = try SoundFont(path: path) } == """
          cannot read the SoundFont \(path)
            hint: install timgm6mb-soundfont, or name a file of SoundFont 2 format in PEACH_SOUNDFONT
          """)
    }

    @Test func `a key without a sound is refused`() throws {
      let drums = try preset("soundfont:128:0")
      #expect(
        message { _ = try pair(tone(440, key: 69), tone(20, key: 3), timbre: drums).rendered() } == """
          'Standard' (soundfont:128:0) has no sound at D#-1
            hint: choose another note or preset
          """)
    }

    @Test func `the list has every preset`() throws {
      let list = SoundList.all()
      #expect(list.advice == nil)
      #expect(list.entries.count == BuiltInTimbres.all.count + (try font().presets.count))
      let clarinet = try #require(list.entries.first { $0.name == "soundfont:0:71" })
      #expect(clarinet.summary == "Clarinet")
      #expect(try #require(clarinet.cents).magnitude < 20)
    }
  }
#endif

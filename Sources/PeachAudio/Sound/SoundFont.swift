#if SoundFonts
  import CFluidSynth
  package import PeachPitch
  import PeachSupport
  import Synchronization

  /// A SoundFont file, played by FluidSynth without effects.
  ///
  /// FluidSynth cuts every pitch to whole cents. Whole cents are set by a tuning of the keys, the rest by the rate of the
  /// synthesiser: made for a rate lower by r cents and played at the true one, all is r cents higher. Each note has a
  /// synthesiser of its own, for voices keep something of the note before; the loaded file is handed from one to the next.
  package final class SoundFont: Sendable {
    /// One sound of the file.
    package struct Preset: Hashable, Sendable {
      package let bank: Int
      package let program: Int
      package let name: String
    }

    /// The velocity of every note: loudness is made by the level, so that the timbre stays the same.
    private static let velocity: Int32 = 100

    /// The file as FluidSynth has it, with the synthesiser that loaded it and will free it.
    private struct Loaded {
      let owner: Synthesizer
      let font: OpaquePointer
    }

    package let path: String
    /// In the order of banks and programs.
    package let presets: [Preset]
    private let loaded: Mutex<Loaded>
    /// The measured deviations of presets at keys.
    private let deviations = Mutex<[Place: Double?]>([:])

    private struct Place: Hashable {
      var preset: Preset
      var key: MIDINote
    }

    /// - Parameter path: Of a file in SoundFont 2 format.
    /// - Throws: `SoundError` if it cannot be read.
    package init(path: String) throws(SoundError) {
      peach_fluid_be_quiet()
      let owner = try Synthesizer(rate: SampleRate.hz44100.hertz)
      let number = fluid_is_soundfont(path) == 0 ? -1 : fluid_synth_sfload(owner.synth, path, 0)
      guard number >= 0, let font = fluid_synth_get_sfont_by_id(owner.synth, number) else {
        owner.delete()
        throw SoundError(
          "cannot read the SoundFont \(SafeText.line(path))",
          hint: "install timgm6mb-soundfont, or name a file of SoundFont 2 format in PEACH_SOUNDFONT")
      }
      fluid_synth_remove_sfont(owner.synth, font)
      self.path = path
      presets = Self.presets(of: font)
      loaded = Mutex(Loaded(owner: owner, font: font))
    }

    deinit {
      loaded.withLock {
        fluid_synth_add_sfont($0.owner.synth, $0.font)
        $0.owner.delete()
      }
    }

    private static func presets(of font: OpaquePointer) -> [Preset] {
      var presets: [Preset] = []
      fluid_sfont_iteration_start(font)
      while let preset = fluid_sfont_iteration_next(font) {
        presets.append(
          Preset(
            bank: Int(fluid_preset_get_banknum(preset)), program: Int(fluid_preset_get_num(preset)),
            name: String(cString: fluid_preset_get_name(preset))))
      }
      return presets.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
    }

    /// The deviation of a preset at a key. It is measured once.
    func deviation(of preset: Preset, at key: MIDINote, _ measured: () -> Double?) -> Double? {
      let place = Place(preset: preset, key: key)
      if let known = deviations.withLock({ $0[place] }) { return known }
      let deviation = measured()
      deviations.withLock { $0[place] = .some(deviation) }
      return deviation
    }

    /// One note of a preset, a number of cents above the preset's own pitch at a key. The same samples every time.
    ///
    /// - Throws: `SoundError` if FluidSynth does not start.
    package func samples(
      of preset: Preset, key: MIDINote, cents: Double, frames: Int, rate: SampleRate
    ) throws(SoundError) -> [Float] {
      let whole = cents.rounded(.down)
      let played = rate.hertz / exp2((cents - whole) / Cents.perOctave)
      // The samples of the file count who plays them: one note at a time.
      return try loaded.withLock { loaded throws(SoundError) in
        let synthesizer = try Synthesizer(rate: played)
        defer { synthesizer.delete() }
        let synth = synthesizer.synth
        let number = fluid_synth_add_sfont(synth, loaded.font)
        defer {
          fluid_synth_all_sounds_off(synth, -1)
          fluid_synth_remove_sfont(synth, loaded.font)
        }
        fluid_synth_program_select(synth, 0, number, Int32(preset.bank), Int32(preset.program))
        synthesizer.tune(cents: whole)
        fluid_synth_noteon(synth, 0, Int32(key.number), Self.velocity)
        return synthesizer.write(frames)
      }
    }
  }

  /// FluidSynth for one note.
  private struct Synthesizer {
    let settings: OpaquePointer
    let synth: OpaquePointer

    /// - Parameter rate: Samples a second, 8000…96 000.
    init(rate: Double) throws(SoundError) {
      guard let settings = new_fluid_settings() else { throw SoundError("FluidSynth did not start") }
      for effect in ["synth.reverb.active", "synth.chorus.active"] { fluid_settings_setint(settings, effect, 0) }
      fluid_settings_setnum(settings, "synth.sample-rate", rate)
      fluid_settings_setint(settings, "synth.polyphony", 32)
      guard let synth = new_fluid_synth(settings) else {
        delete_fluid_settings(settings)
        throw SoundError("FluidSynth did not start")
      }
      fluid_synth_set_interp_method(synth, -1, Int32(FLUID_INTERP_HIGHEST.rawValue))
      self.settings = settings
      self.synth = synth
    }

    func delete() {
      delete_fluid_synth(synth)
      delete_fluid_settings(settings)
    }

    /// Half a cent more than whole ones, so that rounding cannot cut off one. All keys, for the tuning of a key counts
    /// from that of the sample's root.
    func tune(cents: Double) {
      let pitches = MIDINote.range.map { Cents.perSemitone * Double($0) + cents + 0.5 }
      fluid_synth_activate_key_tuning(synth, 0, 0, "peach", pitches, 0)
      fluid_synth_activate_tuning(synth, 0, 0, 0, 0)
    }

    /// Both channels as one.
    func write(_ frames: Int) -> [Float] {
      var left = [Float](repeating: 0, count: frames)
      var right = left
      fluid_synth_write_float(synth, Int32(frames), &left, 0, 1, &right, 0, 1)
      return (0..<frames).map { left[$0] + right[$0] }
    }
  }

  extension SoundFont {
    private static let known = Mutex<[String: SoundFont]>([:])

    /// `$PEACH_SOUNDFONT`, else the one that Debian's packages install.
    package static var defaultPath: String {
      if let path = getenv("PEACH_SOUNDFONT") { return String(cString: path) }
      let folder = "/usr/share/sounds/sf2"
      return ["\(folder)/default-GM.sf2", "\(folder)/default.sf2"].first { access($0, R_OK) == 0 }
        ?? "\(folder)/TimGM6mb.sf2"
    }

    /// The SoundFont at the default path, read once.
    ///
    /// - Throws: `SoundError` if it cannot be read.
    package static func standard() throws(SoundError) -> SoundFont {
      let path = defaultPath
      if let font = known.withLock({ $0[path] }) { return font }
      let font = try SoundFont(path: path)
      known.withLock { $0[path] = font }
      return font
    }
  }
#endif

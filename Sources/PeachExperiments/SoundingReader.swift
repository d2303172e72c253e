import PeachAudio
import PeachPitch
import PeachSupport
import PeachTrials

/// Reads how notes sound, under `task:`. What a file does not say of it does not stand in the resolved one, whose digest
/// tells old results from new.
enum SoundingReader {
  static func read(_ reader: Reader) -> SoundSettings {
    var sounding = SoundSettings()
    sounding.sound = sound(reader)
    sounding.level = level(reader)
    sounding.gains = gains(reader)
    sounding.ramp = reader.optionalNumber(
      "ramp", unit: "ms", in: .within(2...100),
      "Length of the rise and of the fall of a note, in ms, inside its duration; default 10"
    ).map { $0 / 1000 }
    sounding.varyLoudness = reader.optionalNumber(
      "vary-loudness", unit: "1", in: .within(0...1),
      "Roving of loudness, from 0 to 1: levels change at random from trial to trial, by up to ±2 dB times this value. "
        + "It changes the second note of a comparison and every note of an oddity, AXB or same–different trial, but not "
        + "matchings. In a simulation only a listener of kind loudness-pitch responds to it")
    sounding.channel = choice(
      reader, "channel", Channel.allCases.map(\.rawValue), "Output channel: one side, or both; default both")
    sounding.sampleRate = choice(
      reader, "sample-rate", SampleRate.allCases.map { String($0.rawValue) },
      "Sample rate in Hz; default 44100"
    ).flatMap { Int($0) }
    sounding.sampleFormat = choice(
      reader, "sample-format", SampleFormat.allCases.map(\.word),
      "Bits per sample, or float for 32-bit floating point; default 24")
    return sounding
  }

  private static func sound(_ reader: Reader) -> String? {
    let parameter = Parameter(
      name: "sound", kind: .form(BuiltInTimbres.all.map { $0.pattern }.joined(separator: ", ")), fallback: "none",
      meaning: "The sound of the notes; default sine: see peach list sounds")
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard let text = node.text else {
      reader.report("expected the name of a sound, got \(node.shown)", at: "sound")
      return nil
    }
    do throws(SoundError) {
      let name = try BuiltInTimbres.named(text).name
      reader.resolve("sound", .text(name))
      return name
    } catch {
      reader.report(error.reason, at: "sound", hint: error.hint)
      return nil
    }
  }

  private static func level(_ reader: Reader) -> SoundLevel? {
    let parameter = Parameter(
      name: "level", kind: .form(SoundLevel.expected), unit: "dB FS", fallback: "none",
      meaning:
        "Level of the notes: in dB FS (0 is the loudest sine), default -12; or in dB SPL on a calibrated device, such "
        + "as 65 dB SPL"
    )
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard let level = node.text.flatMap(SoundLevel.init(parsing:)) else {
      reader.report("expected \(SoundLevel.expected), got \(node.shown)", at: "level")
      return nil
    }
    switch level {
    case .fullScale(let number): reader.resolve("level", .number(number))
    case .pressure: reader.resolve("level", .text(level.text))
    }
    return level
  }

  /// `note-levels: {C3: 6, C5: 0}`.
  private static func gains(_ reader: Reader) -> NoteGains? {
    let key = "note-levels"
    let parameter = Parameter(
      name: key, kind: .form("a mapping of notes to decibels in [-60, 30], such as {C3: 6, C5: 0}"), unit: "dB",
      fallback: "none",
      meaning:
        "Gain of some notes in dB, added to the level so that all notes are equally audible; Peach interpolates "
        + "for notes between them"
    )
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard case .mapping(let entries, _) = node else {
      // As a resolved file has it, and a setting.
      if let gains = node.text.flatMap(NoteGains.init(parsing:)) {
        reader.resolve(key, .text(gains.text))
        return gains
      }
      reader.report("expected notes with decibels, such as {C3: 6, C5: 0}, got \(node.shown)", at: key)
      return nil
    }
    var steps: [NoteGains.Step] = []
    for entry in entries {
      guard let note = try? MIDINote(parsing: entry.key), let gain = entry.value.plainText.flatMap(NumberGrammar.double)
      else {
        reader.report(
          "expected a note and its decibels, such as C3: 6, got "
            + "\(SafeText.quoted("\(entry.key): \(entry.value.text ?? "")"))",
          at: key)
        continue
      }
      steps.append(NoteGains.Step(note: note, decibels: gain))
    }
    guard steps.count == entries.count else { return nil }
    guard let gains = NoteGains(steps: steps) else {
      reader.report("expected each note once, with decibels in [-60, 30]", at: key)
      return nil
    }
    reader.resolve(key, .text(gains.text))
    return gains
  }

  /// One of several words; `nil` if it is left out or wrong.
  private static func choice(_ reader: Reader, _ name: String, _ words: [String], _ meaning: String) -> String? {
    let parameter = Parameter(name: name, kind: .choice(words), fallback: "none", meaning: meaning)
    guard let node = reader.node(parameter, required: false) else { return nil }
    guard let text = node.text, words.contains(text) else {
      reader.report("expected one of \(words.joined(separator: ", ")), got \(node.shown)", at: name)
      return nil
    }
    reader.resolve(name, .text(text))
    return text
  }
}

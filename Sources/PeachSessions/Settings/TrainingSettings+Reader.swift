import PeachAudio
import PeachPitch
import PeachSupport
import PeachTrials

extension TrainingSettings {
  /// - Returns: What stands in for a wrong value is its default.
  static func read(_ reader: Reader) -> TrainingSettings {
    let notes: NoteRange = reader.form(
      "notes", default: "C2-C6", NoteRange.expected, "Reference notes", NoteRange.init(parsing:), \.text)
    let duration = reader.number(
      "note-duration", unit: "s", in: .within(0.3...3), default: 1, "How long each note sounds")
    let gap = reader.number("gap", unit: "s", in: .within(0...5), default: 0, "Silence between the notes")
    let pitch = reader.number(
      "reference-pitch", unit: "Hz", in: .within(380...480), default: 440, "Frequency of A4")
    let limits: ClosedRange<Double> = reader.form(
      "limits", unit: "cents", default: "0.1-100", LevelLimits.expected,
      "Smallest and largest difference between the notes, in cents",
      LevelLimits.parse, LevelLimits.text)
    let loudness = reader.number(
      "vary-loudness", unit: "1", in: .within(0...1), default: 0,
      "Roving of the level, 0 to 1: the level of the second note changes at random by up to ±2 dB times this value")
    let mechanical = reader.number(
      "natural-mechanical", unit: "1", in: .within(0...1), default: 0.5,
      "For the strategy adaptive: how the next note is chosen: 0 near the last note, 1 always a weak spot")
    let matchingOffset = reader.number(
      "matching-offset", unit: "cents", in: .within(1...1200), default: 100,
      "How far from the correct pitch the tunable note can start, in cents; the control can tune as far in both "
        + "directions")
    let intervals: [DirectedInterval] = reader.form(
      "intervals", default: "perfect-fifth-up", IntervalList.expected,
      "Musical intervals for training with intervals; each trial has one of them at random",
      IntervalList.parse, IntervalList.text)
    let tuning: any TuningSystem = reader.form(
      "tuning", default: EqualTemperament.name, BuiltInTunings.names.joined(separator: ", "),
      "Tuning: the size of each interval in cents (peach list tunings)",
      tuning(named:), { $0.name })
    let sound: any Timbre = reader.form(
      "sound", default: Sine.pattern, BuiltInTimbres.all.map { $0.pattern }.joined(separator: ", "),
      "Sound (timbre) of the notes: see peach list sounds", BuiltInTimbres.named, { $0.name })
    let strategy: Strategy = reader.choice("strategy", default: .kazez, "Strategy that chooses the next comparison")
    let tick: WrongTick = reader.choice(
      "wrong-tick", default: .auto, "Signal after a wrong answer: a vibration, a sound, or whichever is available")
    let language: Language = reader.choice(
      "language", default: .auto, "English, German, or the language of the environment")
    let device: String = reader.form(
      "device", default: "default", "a device name, as the command aplay -L lists them",
      "Sound device that plays the notes",
      DeviceName.parse, \.self)
    let latency = reader.number(
      "onset-latency", unit: "ms", in: .within(0...1000), default: 0,
      "Measured delay of the device in ms until the sound is heard; response times start then")
    let level: SoundLevel = reader.form(
      "level", unit: "dB FS", default: SoundSettings.standardLevel.shortest, SoundLevel.expected,
      "Level of the notes in dB FS (0 is the loudest sine); on a calibrated device also in dB SPL, such as 65 dB SPL",
      LevelText.parse, \.text)
    let gains: NoteGains = reader.form(
      "note-levels", unit: "dB", default: NoteGains.none.text, "none, or \(NoteGains.expected)",
      "Gain of some notes in dB, added to the level so that all notes are equally audible; Peach interpolates "
        + "for notes between them",
      LevelText.parseGains, \.text)
    let ramp = reader.number(
      "ramp", unit: "ms", in: .within(2...100), default: 10, "Rise and fall of a note, inside its duration")
    let channel: Channel = reader.choice("channel", default: .both, "Output channel: left, right or both")
    let rate = reader.choice(
      "sample-rate", from: SampleRate.allCases.map { String($0.rawValue) },
      default: String(SampleRate.hz44100.rawValue),
      "Sample rate in Hz")
    let format = reader.choice(
      "sample-format", from: SampleFormat.allCases.map(\.word), default: SampleFormat.pcm24.word,
      "Bits per sample, or float for 32-bit floating point")
    return TrainingSettings(
      notes: notes, noteDuration: duration, gap: gap, referencePitch: Frequency(unchecked: pitch), limits: limits,
      varyLoudness: loudness, naturalMechanical: mechanical, matchingOffset: matchingOffset, intervals: intervals,
      tuning: tuning, sound: sound, strategy: strategy, wrongTick: tick, language: language, device: device,
      onsetLatency: latency / 1000,
      level: level, gains: gains, ramp: ramp / 1000, channel: channel,
      sampleRate: Int(rate).flatMap(SampleRate.init) ?? .hz44100,
      sampleFormat: SampleFormat(word: format) ?? .pcm24, resolved: reader.resolved)
  }

  /// A tuning of this package, or that of a Scala file.
  private static func tuning(named name: String) throws -> any TuningSystem {
    if name.hasPrefix(ScalaScale.prefix) { return try ScalaSetting.tuning(name) }
    guard let tuning = BuiltInTunings.named(name) else {
      throw SettingError(
        "expected one of \(BuiltInTunings.names.joined(separator: ", ")), got \(SafeText.quoted(name))",
        hint: BuiltInTunings.question(for: name))
    }
    return tuning
  }
}

extension Reader {
  /// A value with a grammar of its own. A wrong one is reported, and the default stands in.
  ///
  /// - Parameter text: How the value is written; `nil` if it is written as it was given.
  fileprivate func form<T>(
    _ name: String, unit: String = "", default fallback: String, _ expected: String, _ meaning: String,
    _ parse: (String) throws -> T, _ text: ((T) -> String)? = nil
  ) -> T {
    let parameter = Parameter(
      name: name, kind: .form(expected), unit: unit, fallback: fallback, meaning: meaning)
    let given = node(parameter, required: false)?.text ?? fallback
    do {
      let value = try parse(given)
      resolve(name, .text(text?(value) ?? given))
      return value
    } catch let error as SettingError {
      report(error.reason, at: name, hint: error.hint)
    } catch let error as SoundError {
      report(error.reason, at: name, hint: error.hint)
    } catch {
      report("\(error)", at: name)
    }
    resolve(name, .text(fallback))
    guard let value = try? parse(fallback) else { preconditionFailure("the default of \(name) is invalid") }
    return value
  }
}

enum DeviceName {
  static func parse(_ text: String) throws -> String {
    guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw SettingError("expected a device name, as the command aplay -L lists them, got \(SafeText.quoted(text))")
    }
    return text
  }
}

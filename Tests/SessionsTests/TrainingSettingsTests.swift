import Foundation
import PeachAudio
import PeachPitch
import PeachSessions
import PeachStorage
import PeachSupport
import PeachTrials
import Testing

@Suite struct TrainingSettingsTests {
  private func read(_ stored: [String: String]) throws -> TrainingSettings {
    let read = TrainingSettings.read(stored: stored)
    try #require(read.warnings.isEmpty, "\(read.warnings)")
    return read.settings
  }

  // MARK: Values

  @Test func `the defaults are those that listeners are promised`() throws {
    let settings = try read([:])
    #expect(settings.notes == .fixed(try MIDINote(36)...MIDINote(84)))
    #expect(settings.noteDuration == 1)
    #expect(settings.gap == 0)
    #expect(settings.referencePitch.hertz == 440)
    #expect(settings.limits == 0.1...100)
    #expect(settings.varyLoudness == 0)
    #expect(settings.naturalMechanical == 0.5)
    #expect(settings.intervals == [DirectedInterval(.perfectFifth, .up)])
    #expect(settings.tuning.name == "equal-temperament")
    #expect(settings.sound.name == "sine")
    #expect(settings.strategy == .kazez)
    #expect(settings.wrongTick == .auto)
    #expect(settings.language == .auto)
    #expect(settings.device == "default")
    #expect(settings.onsetLatency == 0)
    #expect(settings.level == .fullScale(-12))
    #expect(settings.gains == .none)
    #expect(settings.channel == .both)
    #expect(settings.sampleRate == .hz44100)
    #expect(settings.sampleFormat == .pcm24)
    #expect(settings.ramp == 0.01)
  }

  @Test func `every key takes another value`() throws {
    let stored = [
      "notes": "adaptive", "note-duration": "0.3", "gap": "5", "reference-pitch": "415.5", "limits": "0.5-50",
      "vary-loudness": "1", "natural-mechanical": "0.25", "matching-offset": "20",
      "intervals": "octave-down,prime,tritone", "tuning": "19-edo", "sound": "complex:10:3", "strategy": "adaptive",
      "wrong-tick": "sound", "language": "de", "device": "hw:1,0", "onset-latency": "12.5", "level": "-30.5",
      "ramp": "100", "note-levels": "C3:6,C5:0", "channel": "left", "sample-rate": "48000", "sample-format": "float",
    ]
    #expect(stored.keys.sorted() == TrainingSettings.parameters.map(\.name).sorted())
    let settings = try read(stored)
    #expect(settings.notes == .adaptive)
    #expect(settings.noteDuration == 0.3)
    #expect(settings.gap == 5)
    #expect(settings.referencePitch.hertz == 415.5)
    #expect(settings.limits == 0.5...50)
    #expect(settings.varyLoudness == 1)
    #expect(settings.naturalMechanical == 0.25)
    #expect(settings.matchingOffset == 20)
    #expect(settings.intervals.map(\.name) == ["octave-down", "prime", "tritone-up"])
    #expect(settings.tuning.name == "19-edo")
    #expect(settings.sound.name == "complex:10:3")
    #expect(settings.strategy == .adaptive)
    #expect(settings.wrongTick == .sound)
    #expect(settings.language == .de)
    #expect(settings.device == "hw:1,0")
    #expect(settings.onsetLatency == 0.0125)
    #expect(settings.level == .fullScale(-30.5))
    #expect(settings.gains.text == "C3:6,C5:0")
    #expect(settings.channel == .left)
    #expect(settings.sampleRate == .hz48000)
    #expect(settings.sampleFormat == .float32)
    #expect(settings.ramp == 0.1)
  }

  @Test(
    arguments: [
      ("notes", "36-84", "C2-C6"), ("notes", "A0-C8", "A0-C8"), ("notes", "C4–C5", "C4-C5"),
      ("notes", "Bb3-A#4", "A#3-A#4"), ("limits", "1.0-1e2", "1-100"), ("gap", "2.50", "2.5"),
      ("intervals", "tritone, major-third-down", "tritone-up,major-third-down"), ("reference-pitch", "+442", "442"),
      ("device", "plughw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=0"),
    ])
  func `a value is stored in one form, which means the same`(key: String, given: String, stored: String) throws {
    #expect(try TrainingSettings.checked(key, given) == stored)
    #expect(try TrainingSettings.checked(key, stored) == stored)
    #expect(try read([key: given])[key] == stored)
  }

  // MARK: Refusals

  @Test(
    arguments: [
      ("gap", "9", "gap: expected a number (s) in [0, 5], got '9'"),
      ("gap", "", "gap: expected a number (s) in [0, 5], got nothing"),
      ("gap", "nan", "gap: expected a number (s) in [0, 5], got 'nan'"),
      ("note-duration", "0.29", "note-duration: expected a number (s) in [0.3, 3], got '0.29'"),
      ("reference-pitch", "379", "reference-pitch: expected a number (Hz) in [380, 480], got '379'"),
      (
        "level", "0.5",
        "level: expected a level in dB FS from -90 to 0, such as -12, or in dB SPL from 0 to 120, such as 65 dB "
          + "SPL, got '0.5'"
      ),
      (
        "note-levels", "H3:1",
        "note-levels: expected none, or notes with decibels in [-60, 30], such as C3:6,C5:0,C6:-3, got 'H3:1'"
      ),
      ("sample-rate", "22050", "sample-rate: expected one of 44100, 48000, 96000, got '22050'"),
      ("sample-format", "8", "sample-format: expected one of 16, 24, float, got '8'"),
      ("ramp", "1", "ramp: expected a number (ms) in [2, 100], got '1'"),
      ("vary-loudness", "2", "vary-loudness: expected a number in [0, 1], got '2'\n  hint: write 0.02"),
      ("onset-latency", "-1", "onset-latency: expected a number (ms) in [0, 1000], got '-1'"),
      (
        "strategy", "kazes",
        "strategy: expected one of kazez, adaptive, got 'kazes'\n  hint: did you mean 'kazez'?"
      ),
      (
        "wrong-tick", "of",
        "wrong-tick: expected one of auto, vibrate, sound, off, got 'of'\n  hint: did you mean 'off'?"
      ),
      ("language", "french", "language: expected one of auto, en, de, got 'french'"),
      (
        "limits", "50-5",
        "limits: expected two numbers (cents) in [0.1, 100], the smaller first, such as 0.5-50, got '50-5'\n"
          + "  hint: did you mean '5-50'?"
      ),
      (
        "limits", "5-5",
        "limits: expected two numbers (cents) in [0.1, 100], the smaller first, such as 0.5-50, got '5-5'"
      ),
      (
        "limits", "0.05-5",
        "limits: expected two numbers (cents) in [0.1, 100], the smaller first, such as 0.5-50, got '0.05-5'"
      ),
      (
        "tuning", "werkmeister-3",
        "tuning: expected one of equal-temperament, just-intonation, pythagorean, meantone, werckmeister-3, N-edo, "
          + "scala:FILE, got 'werkmeister-3'\n  hint: did you mean 'werckmeister-3'?"
      ),
      ("intervals", "prime,prime", "intervals: expected each interval once, got prime twice"),
      ("device", "a\nb", #"device: expected a device name, as the command aplay -L lists them, got 'a\u{a}b'"#),
      (
        "device", "hw\u{0}\u{202e}",
        #"device: expected a device name, as the command aplay -L lists them, got 'hw\u{0}\u{202e}'"#
      ),
      (
        "gapp", "1",
        "no setting named 'gapp'\n  hint: did you mean 'gap'?"
      ),
    ])
  func `a wrong value is rejected with the allowed values`(key: String, value: String, message: String) throws {
    let error = #expect(throws: SettingError.self) { try TrainingSettings.checked(key, value) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      ("C4-E4", "from C4 to E4 is 4 semitones; the range needs at least 12"), ("C6-C2", "did you mean 'C2-C6'?"),
      ("C9-C2", "C9 is note 120"), ("E4-C4", "from E4 to C4 is 4 semitones; the range needs at least 12"),
      ("20-84", "G#0 is note 20"), ("36-109", "C#8 is note 109"), ("C-1-C4", "C-1 is note 0"),
      ("adaptiv", "did you mean 'adaptive'?"), ("C2", nil), ("C2-", nil), ("", nil),
    ])
  func `a wrong note range is rejected with a hint`(value: String, hint: String?) throws {
    let expected =
      "adaptive, or two notes from A0 to C8 (MIDI 21 to 108), an octave or more apart, such as C2-C6 or 36-84"
    let error = #expect(throws: SettingError.self) { try TrainingSettings.checked("notes", value) }
    #expect(error?.reason == "notes: expected \(expected), got '\(value)'")
    #expect(error?.hint == hint)
  }

  @Test(arguments: ["", ",", "perfect-fifth-up,", "perfect-fift"]) func `an empty or unknown choice of intervals`(
    value: String
  ) {
    let error = #expect(throws: SettingError.self) { try TrainingSettings.checked("intervals", value) }
    #expect(error?.reason.hasPrefix("intervals: interval must be one of prime, ") == true)
    #expect(error?.hint == (value == "perfect-fift" ? "did you mean 'perfect-fifth'?" : nil))
  }

  @Test func `bounds hold at their ends and not beyond`() throws {
    for parameter in TrainingSettings.parameters {
      guard case .number(let bounds) = parameter.kind else { continue }
      for end in [bounds.lower, bounds.upper].compactMap(\.self) {
        #expect(try TrainingSettings.checked(parameter.name, end.value.shortest) == end.value.shortest)
      }
      for value in bounds.outside {
        #expect(throws: SettingError.self) { try TrainingSettings.checked(parameter.name, value.shortest) }
      }
    }
  }

  @Test func `any two values go together`() throws {
    let longestRamps = try read(["ramp": "100", "note-duration": "0.3"])
    #expect(2 * longestRamps.ramp <= longestRamps.noteDuration)
    guard case .fixed(let keys) = try read(["notes": "A0-C8"]).notes else { return }
    for interval in DirectedInterval.all {
      _ = try keys.lowerBound.transposed(by: interval)
      _ = try keys.upperBound.transposed(by: interval)
    }
  }

  // MARK: What was stored

  @Test func `settings of another version are reported and ignored`() {
    let stored = TrainingSettings.read(
      stored: [
        "gap": "99", "zebra": "1", "colour": "red", "level": "-30", "sound": "organ", "zero": "50",
      ])
    let settings = stored.settings
    #expect(settings.gap == 0)
    #expect(settings.level == .fullScale(-30))
    #expect(settings.sound.name == "sine")
    #expect(
      stored.warnings == [
        "setting colour is unknown and ignored", "setting zebra is unknown and ignored",
        "setting zero is unknown and ignored",
        "setting gap is ignored: expected a number (s) in [0, 5], got '99'",
        "setting sound is ignored: no sound named 'organ'; sounds are sine, complex:N[:R]",
      ])
  }

  @Test func `the name of an unknown setting is shown without its control characters`() {
    let stored = TrainingSettings.read(stored: ["\u{6}\u{1b}[2J": "1"])
    #expect(stored.warnings == ["setting \\u{6}\\u{1b}[2J is unknown and ignored"])
  }

  @Test func `a Scala file is checked and kept by its whole path`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString).scl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let twelve = (1...12).map { "\($0)00.5\n" }.joined()
    try Data("twelve\n12\n\(twelve)".utf8).write(to: URL(fileURLWithPath: path))
    let folder = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    #expect(try TrainingSettings.checked("tuning", "scala:\(folder)/./\(name)") == "scala:\(path)")
    let fifth = DirectedInterval(.perfectFifth, .up)
    #expect(try read(["tuning": "scala:\(path)"]).tuning.size(of: fifth, above: MIDINote(60)).value == 700.5)
    try Data("two\n2\n600.\n1200.\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(
      #expect(throws: SettingError.self) { try TrainingSettings.checked("tuning", "scala:\(path)") }?.hint
        == "to use a map with another number of notes than 12, write it in an experiment file")
    try Data("no\nscale\n".utf8).write(to: URL(fileURLWithPath: path))
    let wrong = #expect(throws: SettingError.self) { try TrainingSettings.checked("tuning", "scala:\(path)") }
    #expect(
      wrong?.reason.hasPrefix("tuning: expected a valid Scala tuning file (.scl): \(path):2:") == true,
      "\(String(describing: wrong))"
    )
    let missing = #expect(throws: SettingError.self) { try TrainingSettings.checked("tuning", "scala:no.scl") }
    #expect(missing?.description == "tuning: expected a Scala tuning file (.scl), got 'no.scl', which cannot be read")
  }

  @Test func `settings resolve to every key with its value`() throws {
    let settings = try read(["gap": "0.5", "strategy": "adaptive"])
    #expect(settings.resolved.map(\.key) == TrainingSettings.parameters.map(\.name))
    #expect(
      Value.mapping(settings.resolved).json().hasPrefix(
        #"{"notes": "C2-C6", "note-duration": 1, "gap": 0.5, "reference-pitch": 440, "limits": "0.1-100""#))
    for parameter in TrainingSettings.parameters where !["gap", "strategy"].contains(parameter.name) {
      #expect(settings[parameter.name] == parameter.fallback)
    }
  }
}

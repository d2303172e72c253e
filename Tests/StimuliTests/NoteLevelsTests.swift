import PeachAudio
import PeachPitch
import PeachTrials
import Testing

@Suite struct NoteLevelsTests {
  private func key(_ number: Int) throws -> MIDINote { try MIDINote(number) }

  private let measured = LevelCalibration(
    points: [
      LevelCalibration.Point(frequency: 1760, offset: 90), LevelCalibration.Point(frequency: 440, offset: 100),
    ], limit: 85)

  @Test func `a level in dB SPL is less the device's offset at the note, on a line over log frequency`() throws {
    let levels = NoteLevels(.pressure(65), calibration: measured)
    #expect(levels.scale == .pressure)
    for (number, level) in [(60, -35.0), (69, -35), (81, -30), (93, -25), (105, -25)] {
      let made = levels.level(at: try key(number))
      #expect(abs(made.decibels - level) < 1e-9)
      #expect(levels.told(made, at: try key(number)) == 65)
    }
  }

  @Test func `a level is shown in dB SPL on a calibrated device and in dB FS otherwise`() throws {
    let calibrated = NoteLevels(.fullScale(-20), calibration: measured)
    #expect(calibrated.level(at: try key(69)).decibels == -20)
    #expect(calibrated.told(try AmplitudeDB(-20), at: try key(69)) == 80)
    let plain = NoteLevels(.fullScale(-20))
    #expect(plain.scale == .fullScale)
    #expect(plain.told(try AmplitudeDB(-20), at: try key(69)) == -20)
  }

  @Test func `gains of notes are on a line between those that are stated`() throws {
    let gains = try #require(NoteGains(parsing: "C5:0,C3:6,C6:-3"))
    #expect(gains.text == "C3:6,C5:0,C6:-3")
    let levels = NoteLevels(.fullScale(-20), gains: gains)
    for (number, level) in [(36, -14.0), (48, -14), (60, -17), (72, -20), (78, -21.5), (96, -23)] {
      #expect(levels.level(at: try key(number)).decibels == level)
    }
    for text in ["", "C3", "C3:x", "C3:6,C3:5", "C3:31", "H3:1", "C3:6,"] { #expect(NoteGains(parsing: text) == nil) }
  }

  @Test func `no note is louder than is safe`() throws {
    let levels = NoteLevels(.fullScale(-10), calibration: measured)
    #expect(levels.level(at: try key(69)).decibels == -15)
    #expect(levels.limit(at: try key(69))?.decibels == -15)
    #expect(levels.limit(at: try key(93))?.decibels == -5)
  }

  @Test func `a safe limit of another channel holds too, and at the pitch that sounds`() throws {
    var levels = NoteLevels(.fullScale(-10))
    levels.others = [measured]
    #expect(levels.scale == .fullScale)
    #expect(levels.level(at: try key(69)).decibels == -15)
    #expect(
      levels.problem(among: try key(60)...key(69), on: "it")?.reason
        == "level -10 dB FS: 90 dB SPL on it, above its safe limit of 85 dB SPL")
    // Both together are louder by 6 dB than the one that was measured.
    levels.others = [measured.raised(by: 6)]
    #expect(levels.limit(at: try key(69))?.decibels == -21)
    // An octave lower than its key, A5 is as loud as A4.
    levels.others = [measured]
    #expect(levels.limit(at: try key(81))?.decibels == -10)
    #expect(levels.limit(at: try key(81), sounding: 440...440)?.decibels == -15)
    // A note that is tuned passes the loudest frequency on its way.
    #expect(levels.limit(at: try key(81), sounding: 400...900)?.decibels == -15)
    var deep = NoteLevels(.pressure(80), calibration: measured)
    deep.referencePitch = 880
    #expect(abs(deep.level(at: try key(69)).decibels - -15) < 1e-9)
  }

  @Test func `a sound that cannot be played is rejected with a hint`() throws {
    let keys = try key(60)...key(81)
    #expect(NoteLevels(.pressure(85), calibration: measured).problem(among: keys, on: "it") == nil)
    #expect(
      NoteLevels(.pressure(85.5), calibration: measured).problem(among: keys, on: "it")?.description
        == "level 85.5 dB SPL: 85.5 dB SPL on it, above its safe limit of 85 dB SPL\n"
        + "  hint: choose a softer level; peach calibrate level --list shows the limit of each device")
    #expect(
      NoteLevels(.fullScale(-14), calibration: measured).problem(among: keys, on: "it")?.reason
        == "level -14 dB FS: 86 dB SPL on it, above its safe limit of 85 dB SPL")
    let gains = try #require(NoteGains(parsing: "C4:2,A4:0"))
    #expect(
      NoteLevels(.pressure(84), gains: gains, calibration: measured).problem(among: keys, on: "it")?.reason
        == "level 84 dB SPL: 86 dB SPL on it, above its safe limit of 85 dB SPL")
    #expect(
      NoteLevels(.pressure(65)).problem(among: keys, on: "it")?.description
        == "level 65 dB SPL: it is not calibrated, so the level must be in dB FS\n"
        + "  hint: peach calibrate level measures it; or state a level in dB FS, such as -12")
    let soft = LevelCalibration(points: [LevelCalibration.Point(frequency: 1000, offset: 60)], limit: 85)
    #expect(
      NoteLevels(.pressure(65), calibration: soft).problem(among: keys, on: "it")?.reason
        == "level 65 dB SPL: 5 dB above the loudest level that it can play")
  }

  @Test func `levels are read as they are written`() {
    for (text, level) in [
      ("-12", SoundLevel.fullScale(-12)), ("-12.5 dB FS", .fullScale(-12.5)), ("65 dB SPL", .pressure(65)),
      ("0", .fullScale(0)), ("65.25 db spl", .pressure(65.25)),
    ] {
      #expect(SoundLevel(parsing: text) == level)
      #expect(SoundLevel(parsing: level.text) == level)
    }
    for text in ["", "1", "-91", "65 dB", "121 dB SPL", "-1 dB SPL", "65dB SPL", "nan"] {
      #expect(SoundLevel(parsing: text) == nil, "\(text)")
    }
  }
}

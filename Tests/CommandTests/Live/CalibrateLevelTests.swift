import Foundation
import PeachStorage
import PeachTrials
import Testing

/// The level of a device, from the meter to the note that is heard.
@Suite struct CalibrateLevelTests {
  private let live: LiveWorkshop

  private static let experiment = """
    name: loud
    seed: 11
    task: {kind: comparison, notes: [C3, C4], note-duration: 0.2, level: 65 dB SPL}
    listeners:
      - {name: keen, kind: gaussian, jnd: 5}
    strategies:
      - {name: kazez, kind: kazez}
    stop: {trials: 40}
    replicates: 1

    """

  init() throws {
    live = try LiveWorkshop()
    try live.workshop.write("loud.yaml", Self.experiment)
    try live.workshop.write(
      "asound.conf",
      """
      pcm.quiet { type null }
      pcm.capture { type file slave.pcm null file "\(live.workshop.path("heard"))" format wav truncate false }

      """)
  }

  private func calibrate(_ arguments: String..., device: String = "capture") throws -> Workshop.Outcome {
    try live.workshop.run(
      ["calibrate", "level", "--device", device, "--seconds", "0.1"] + arguments, environment: live.environment)
  }

  /// The samples that were heard each time the device was opened, without those that were none.
  private func heard() throws -> [[Double]] {
    let folder = live.workshop.directory.path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("heard") }.sorted()
    return try names.compactMap { name in
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: live.workshop.path(name))))
      let mark = Array("data".utf8)
      let start = try #require((12..<max(13, bytes.count - 8)).first { Array(bytes[$0..<$0 + 4]) == mark }) + 8
      let samples = stride(from: start, to: bytes.count - 2, by: 3).map { place in
        Double(Int32(bytes[place]) << 8 | Int32(bytes[place + 1]) << 16 | Int32(bytes[place + 2]) << 24)
          / Double(Int32.max)
      }
      return samples.contains { $0 != 0 } ? samples : nil
    }
  }

  /// By the mean square under a Hann window, against that of a sine of peak 1.
  private func decibels(_ samples: ArraySlice<Double>) -> Double {
    var (power, weights) = (0.0, 0.0)
    for (i, sample) in samples.enumerated() {
      let weight = 0.5 - 0.5 * cos(2 * Double.pi * (Double(i) + 0.5) / Double(samples.count))
      power += weight * weight * sample * sample
      weights += weight * weight
    }
    return 10 * log10(2 * power / weights)
  }

  @Test func `a tone of 65 dB SPL has the level of the reading, and is stored with it`() throws {
    let outcome = try calibrate("--level", "-25", "--reading", "71.5")
    #expect(outcome.status == 0)
    #expect(outcome.error == "sine, 1000 Hz, -25 dB FS on capture: playing for 0.1 s\n")
    #expect(
      outcome.output.replacing(/\d{4}-\S+Z/, with: "TIME") == """
          device       capture, channel both
          waveform     sine
          offset       96.5 dB at 1000 Hz (dB SPL − dB FS)
          full scale   0 dB FS is 96.5 dB SPL
          safe limit   85 dB SPL
          measured at  TIME

        """)
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live loud.yaml --trials 1 --device capture < lines.txt").status
        == 0)
    let sounds = try heard()
    try #require(sounds.count >= 2)
    // The tone of the calibration, then the notes, each without its ramps.
    #expect(abs(decibels(sounds[0][600..<3800]) + 25) < 0.05)
    for note in [sounds[1][600..<8200], sounds[1][9500..<17_000]] { #expect(abs(decibels(note) - (65 - 96.5)) < 0.05) }
    let trial = try live.trials()[0]
    #expect(trial.heard.referenceLevel == 65)
    #expect(trial.heard.targetLevel == 65)
    let session = try live.sessions()[0]
    #expect(session.levelScale == "dB SPL")
    #expect(session.levelOffset == 96.5)
    #expect(session.sampleFormat == "24")
    #expect(session.channel == "both")
  }

  @Test func `a level above the limit is refused in files, settings and on the command line before any sound`() throws {
    #expect(try calibrate("--level", "-40", "--reading", "60", "--limit", "64").status == 0)
    let before = try heard().count
    func told(_ place: String, _ level: String, _ pressure: String) -> String {
      "\(place)level \(level): \(pressure) dB SPL on the device 'capture', above its safe limit of 64 dB SPL\n"
        + "  hint: choose a softer level; peach calibrate level --list shows the limit of each device\n"
    }
    let file = try live.shell("printf 'h\\n' > lines.txt; $peach live loud.yaml --device capture < lines.txt")
    #expect(file == Workshop.Outcome(status: 65, output: "", error: told("", "65 dB SPL", "65")))
    let option = try live.shell(
      "printf 'h\\n' > lines.txt; $peach live comparison --trials 1 --device capture --level -20 < lines.txt")
    #expect(option == Workshop.Outcome(status: 64, output: "", error: told("", "-20 dB FS", "80")))
    let device = try live.peach("settings", "device", "capture")
    #expect(device == Workshop.Outcome(status: 64, output: "", error: told("device: ", "-12 dB FS", "88")))
    #expect(try live.peach("settings", "level", "-40").status == 0)
    #expect(try live.peach("settings", "device", "capture").status == 0)
    let setting = try live.peach("settings", "level", "64.5 dB SPL")
    #expect(setting == Workshop.Outcome(status: 64, output: "", error: told("", "64.5 dB SPL", "64.5")))
    #expect(try live.peach("settings", "note-levels", "C4:0,C5:5").status == 64)
    let tone = try calibrate("--level", "-30", "--limit", "64")
    #expect(tone.status == 64)
    #expect(
      tone.error == """
        --level: -30 dB FS is 70 dB SPL on 'capture' as it was calibrated, above the safe limit of 64 dB SPL
          hint: choose a softer tone, or delete the calibration with --forget

        """)
    #expect(try heard().count == before)
    #expect(try live.sessions().isEmpty)
    #expect(try live.peach("settings", "level", "64 dB SPL").output == "level: -40 → 64 dB SPL\n")
    #expect(try live.shell("printf 'h\\n' > lines.txt; $peach live comparison --trials 1 < lines.txt").status == 0)
    #expect(try live.trials()[0].heard.referenceLevel == 64)
  }

  @Test func `without a device profile dB SPL is rejected with a hint, and all levels are in dB FS`() throws {
    let refused = """
      level 65 dB SPL: the device 'quiet' is not calibrated, so the level must be in dB FS
        hint: peach calibrate level measures it; or state a level in dB FS, such as -12

      """
    let file = try live.shell("printf 'h\\n' > lines.txt; $peach live loud.yaml --device quiet < lines.txt")
    #expect(file == Workshop.Outcome(status: 65, output: "", error: refused))
    #expect(try live.peach("settings", "device", "quiet").status == 0)
    #expect(
      try live.peach("settings", "level", "65 dB SPL") == Workshop.Outcome(status: 64, output: "", error: refused))
    #expect(try live.shell("printf 'h\\n' > lines.txt; $peach live comparison --trials 1 < lines.txt").status == 0)
    #expect(try live.sessions().map(\.levelScale) == ["dB FS"])
    #expect(try live.trials()[0].heard.referenceLevel == -12)
    // On a virtual clock nothing sounds: what would have been is told as it was asked for.
    let fast = try live.peach(
      "live", "loud.yaml", "--listener", "model", "--trials", "1", "--fast", "--responder", "hearing jnd=12")
    #expect(fast.status == 0)
    #expect(try live.trials(of: "model")[0].heard.referenceLevel == 65)
    #expect(try live.sessions(of: "model").map(\.levelScale) == ["dB SPL"])
  }

  @Test func `a reading may be asked for, a voltage, a table or a delay stated; what is known is listed and forgotten`()
    throws
  {
    let asked = try live.shell("printf 'loud\\n80\\n' | $peach calibrate level --device quiet --seconds 0.1")
    #expect(asked.status == 0)
    #expect(
      asked.error == """
        sine, 1000 Hz, -20 dB FS on quiet: playing for 0.1 s
        what does the meter read, in dB SPL? expected a number (dB SPL) in [0, 140], got 'loud'
        what does the meter read, in dB SPL? 
        """)
    #expect(
      try calibrate("--voltage", "0.1", "--sensitivity", "110", "--channel", "left", device: "quiet").status == 0)
    try live.workshop.write("ear.csv", "frequency_hz,reading_db\n250,78\n1000,80\n4000,74.5\n")
    #expect(try calibrate("--table", "ear.csv", "--level", "-20", device: "capture").status == 0)
    #expect(try calibrate("--onset-latency", "12.5", device: "capture").status == 0)
    let profiles = try live.database.deviceProfiles()
    #expect(profiles.map(\.device) == ["capture", "quiet", "quiet"])
    #expect(profiles.map(\.channel) == ["both", "both", "left"])
    #expect(profiles.map { $0.levels.map(\.offset) } == [[98, 100, 94.5], [100], [110]])
    #expect(profiles.map(\.onsetLatency) == [0.0125, nil, nil])
    let list = try live.peach("calibrate", "level", "--list")
    #expect(
      list.lines[0].wholeMatch(of: /device +channel +waveform +offset +limit +onset_latency +measured_at */) != nil)
    #expect(list.lines.contains { $0.wholeMatch(of: /quiet +left +sine +110 dB at 1000 Hz +85 dB SPL +– .*/) != nil })
    #expect(try calibrate("--forget", device: "quiet").output == "quiet, channel both: forgotten\n")
    #expect(
      try calibrate("--forget", device: "quiet")
        == Workshop.Outcome(
          status: 64, output: "",
          error: "there are no measurements of 'quiet', channel both\n"
            + "  hint: peach calibrate level --list shows all measurements\n"))
    #expect(try live.database.deviceProfiles().map(\.channel) == ["both", "left"])
    // No listener's: it stays where a listener goes.
    #expect(try heard().isEmpty)
  }

  @Test func `the known delay of a device applies without a listener's setting`() throws {
    #expect(try calibrate("--onset-latency", "40", device: "quiet").status == 0)
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live comparison --trials 1 --device quiet < lines.txt").status
        == 0)
    #expect(try live.peach("settings", "device", "quiet").status == 0)
    #expect(try live.peach("settings", "onset-latency", "15").status == 0)
    #expect(try live.shell("printf 'h\\n' > lines.txt; $peach live comparison --trials 1 < lines.txt").status == 0)
    #expect(try live.trials().map(\.heard.onsetLatency) == [0.04, 0.015])
  }

  @Test func `rate, format and channel of a file are those that are played, and are stored`() throws {
    try live.workshop.write(
      "side.yaml",
      Self.experiment.replacing(
        "level: 65 dB SPL", with: "level: -30, channel: right, sample-rate: 48000, sample-format: 16"))
    #expect(
      try live.shell("printf 'h\\n' > lines.txt; $peach live side.yaml --trials 1 --device capture < lines.txt").status
        == 0)
    let session = try live.sessions()[0]
    #expect(session.sampleRate == 48_000)
    #expect(session.sampleFormat == "16")
    #expect(session.channel == "right")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: live.workshop.path("heard"))))
    func number(_ range: Range<Int>) -> Int { bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) } }
    // Channels, samples a second, bits of a sample, as the header of the capture has them.
    #expect(number(22..<24) == 2)
    #expect(number(24..<28) == 48_000)
    #expect(number(34..<36) == 16)
    // Of each frame of 4 bytes the left side is silent.
    let frames = stride(from: 44, to: bytes.count - 3, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    #expect(frames.allSatisfy { $0[0] == 0 && $0[1] == 0 })
    #expect(frames.contains { $0[2] != 0 })
    // What was known of it is in the table of sessions.
    let rows = try live.peach("export", "--listener", "me", "--table", "sessions").lines
    #expect(
      rows[0].hasSuffix(
        ",origin,group,day,block,condition,excluded,sample_format,channel,level_offset_db,experiment_json,stalls,"
          + "keys_swapped,timeouts,responses_json"))
    #expect(rows[1].contains(",,16,right,,\"{"))
  }

  @Test(
    arguments: [
      (["--level", "3"], "--level: expected a number (dB FS) in [-90, 0], got 3"),
      (["--frequency", "5"], "--frequency: expected a number (Hz) in [20, 19000], got 5"),
      (
        ["--voltage", "1"],
        "--voltage, --sensitivity: expected both: the voltage of the tone, and the level in dB SPL at 1 V"
      ),
      (["--reading", "60", "--reading", "61"], "--reading: expected one reading for each of the 1 frequencies, got 2"),
      (
        ["--loopback", "--onset-latency", "3"], "--onset-latency: cannot be combined with --loopback, which measures it"
      ),
    ])
  func `an invalid measurement is rejected`(arguments: [String], message: String) throws {
    let outcome = try live.workshop.run(["calibrate", "level"] + arguments, environment: live.environment)
    #expect(outcome.status == 64)
    #expect(outcome.error.hasPrefix("Error: \(message)\nUsage: peach calibrate level "), "\(outcome.error)")
    #expect(outcome.output == "")
  }
}

import PeachExperiments
import PeachPitch
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// What a file says of how its notes sound.
@Suite struct SoundingTests {
  private func plan(_ keys: String) throws -> Plan {
    try Experiment.parse(
      """
      name: sounding
      seed: 1
      task: {kind: comparison\(keys)}
      listeners: [{name: a, kind: gaussian, jnd: 12}]
      strategies: [{name: k, kind: kazez}]
      stop: {trials: 5}
      replicates: 1
      """, file: "sounding.yaml"
    ).plan
  }

  private static let all =
    ", sound: complex:10:6, level: 65 dB SPL, note-levels: {C5: 0, C3: 6}, ramp: 20, vary-loudness: 0.5, channel: left, "
    + "sample-rate: 96000, sample-format: float"

  @Test func `a complete section is read, and reads back from the resolved experiment`() throws {
    let plan = try plan(Self.all)
    let sounding = plan.cells[0].task.sounding
    #expect(sounding.sound == "complex:10")
    #expect(sounding.level == .pressure(65))
    #expect(sounding.gains?.text == "C3:6,C5:0")
    #expect(sounding.ramp == 0.02)
    #expect(sounding.varyLoudness == 0.5)
    #expect(sounding.channel == "left")
    #expect(sounding.sampleRate == 96_000)
    #expect(sounding.sampleFormat == "float")
    let again = try Experiment.parse(plan.resolved.json(), file: "resolved").plan
    #expect(again.cells[0].task.sounding == sounding)
    #expect(again.resolved == plan.resolved)
  }

  @Test func `unstated settings are not resolved, so that digests stay the same`() throws {
    let plan = try plan("")
    #expect(plan.cells[0].task.sounding == SoundSettings())
    for key in ["sound", "level", "note-levels", "ramp", "vary-loudness", "channel", "sample-rate", "sample-format"] {
      #expect(!plan.resolved.json().contains("\"\(key)\""))
    }
  }

  @Test func `an error is rejected with its place`() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try plan(
        ", sound: complx:10, level: 3, note-levels: {H3: 1}, channel: middle, sample-rate: 22050, sample-format: 8")
    }
    let place = "sounding.yaml:3"
    #expect(
      error?.problems.map { "\($0.place.file):\($0.place.line): \($0.path): \($0.message)" } == [
        "\(place): task.sound: no sound named 'complx:10'; sounds are sine, complex:N[:R]"
          + (Self.playsSoundFonts ? ", soundfont:BANK:PROGRAM" : ""),
        "\(place): task.level: expected a level in dB FS from -90 to 0, such as -12, or in dB SPL from 0 to 120, "
          + "such as 65 dB SPL, got '3'",
        "\(place): task.note-levels: expected a note and its decibels, such as C3: 6, got 'H3: 1'",
        "\(place): task.channel: expected one of both, left, right, got 'middle'",
        "\(place): task.sample-rate: expected one of 44100, 48000, 96000, got '22050'",
        "\(place): task.sample-format: expected one of 16, 24, float, got '8'",
      ])
  }

  #if SoundFonts
    private static let playsSoundFonts = true
  #else
    private static let playsSoundFonts = false
  #endif

  @Test func `sounds may be varied like anything else`() throws {
    let plan = try plan(", sound: {vary: [sine, complex:10]}")
    #expect(plan.cells.map(\.task.sounding.sound) == ["sine", "complex:10"])
  }
}

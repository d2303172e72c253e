import PeachAudio
import PeachExperiments
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

/// How a device is accounted for when composed sounds are played.
@Suite struct SoundOutputTests {
  private static func stimulus(_ sounds: String) throws -> ComposedStimulus {
    let task = try TrialTask(parsing: "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {\(sounds)}}")
    return try #require(task.stimulus as? ComposedStimulus)
  }

  private static func tone(_ frequency: Double, levels: String, level: Double, seconds: Double = 0.5) throws
    -> ComposedStimulus
  {
    try stimulus(
      "levels: \(levels), before: 0, after: 0, standard: {tone: \(frequency), duration: \(seconds), ramp: 0, level: "
        + "\(level)}, target: {level: x}")
  }

  private static func draws(_ level: Double) -> SoundDraws {
    SoundDraws(level: level, sounds: RunSounds(seed: 1, path: ["a"], replicate: 1), trial: 1, folder: ".")
  }

  /// 6 dB too loud at 500 Hz and 10 dB too soft at 4 kHz.
  private static let uneven = LevelCalibration(
    points: [(500.0, 106.0), (1000, 100), (4000, 90)].map { LevelCalibration.Point(frequency: $0.0, offset: $0.1) },
    limit: nil)

  private func amplitude(_ samples: ArraySlice<Double>) -> Double {
    20 * log10(StereoSamples.rootMeanSquare(samples) * 2.0.squareRoot())
  }

  /// Halfway between 1 and 4 kHz on the axis of log frequency is 2 kHz: 5 dB.
  @Test(arguments: [(500.0, -6.0), (250, -6), (1000, 0), (2000, 5), (4000, 10), (8000, 10)])
  func `the response of a device is made flat for levels in dB SPL`(frequency: Double, gain: Double) throws {
    let stimulus = try Self.tone(frequency, levels: "dB SPL", level: 70)
    let plain = try stimulus.rendered(Self.draws(70), target: 1, rate: .hz48000, output: SoundOutput(fullScale: 100))
    let flat = try stimulus.rendered(
      Self.draws(70), target: 1, rate: .hz48000, output: SoundOutput(Self.uneven))
    let range = 4800..<19_200
    #expect(abs(amplitude(plain.samples.left[range]) - -30) < 0.01)
    #expect(abs(amplitude(flat.samples.left[range]) - (-30 + gain)) < 0.05)
    // Levels in dB FS are levels of samples.
    let samples = try Self.tone(frequency, levels: "dB FS", level: -30)
    let kept = try samples.rendered(Self.draws(-30), target: 1, rate: .hz48000, output: SoundOutput(Self.uneven))
    #expect(abs(amplitude(kept.samples.left[range]) - -30) < 0.01)
  }

  @Test func `a filtered sound begins and ends with its own samples`() throws {
    let stimulus = try Self.tone(1000, levels: "dB SPL", level: 70)
    let flat = try stimulus.rendered(Self.draws(70), target: 1, rate: .hz48000, output: SoundOutput(Self.uneven))
    #expect(flat.samples.frames == 2 * 24_000 + 19_200)
    // Between the intervals the filter rings less than 60 dB below the tone after 20 ms.
    #expect(amplitude(flat.samples.left[24_960..<42_240]) < -90)
  }

  private func limited(to limit: Double, others: [LevelCalibration] = []) -> SoundOutput {
    SoundOutput(
      LevelCalibration(points: [LevelCalibration.Point(frequency: 1000, offset: 100)], limit: limit), others: others)
  }

  @Test func `a sound above the safe limit is refused, and one at it is not`() throws {
    let stimulus = try Self.tone(1000, levels: "dB SPL", level: 70)
    _ = try stimulus.rendered(Self.draws(80), target: 1, rate: .hz48000, output: limited(to: 80))
    let error = #expect(throws: SoundError.self) {
      _ = try stimulus.rendered(Self.draws(81), target: 1, rate: .hz48000, output: limited(to: 80))
    }
    #expect(
      error?.reason == "the sound would be 81 dB SPL, above the safe limit of 80 dB SPL that is stored for the device")
    // In dB FS the device counts as loud as it is at its loudest frequency.
    let samples = try Self.tone(1000, levels: "dB FS", level: -20)
    #expect(throws: SoundError.self) {
      _ = try samples.rendered(Self.draws(-19), target: 1, rate: .hz48000, output: limited(to: 80))
    }
    // The limit of another channel holds too.
    let other = LevelCalibration(points: [LevelCalibration.Point(frequency: 1000, offset: 106)], limit: 75)
    #expect(throws: SoundError.self) {
      _ = try samples.rendered(Self.draws(-30), target: 1, rate: .hz48000, output: limited(to: 80, others: [other]))
    }
  }

  /// A click of 1 ms has 1/125 of the energy of the window: 21 dB less.
  @Test func `a short sound is as loud as its energy in 125 ms`() throws {
    let short = try Self.tone(1000, levels: "dB FS", level: -20, seconds: 0.001)
    let made = try short.rendered(Self.draws(-20), target: 1, rate: .hz48000, output: SoundOutput())
    #expect(abs(SoundOutput.loudest(made.samples) - (-20 - 10 * log10(125))) < 0.05)
  }

  @Test func `a player gets both ears, and a part for each interval`() throws {
    let stimulus = try Self.stimulus(
      "standard: {tone: 1000, duration: 0.1, level: -30, ear: left}, target: {level: x, ear: right}, between: 0.2")
    let sound = try stimulus.rendered(Self.draws(-20), target: 2, rate: .hz44100, output: SoundOutput()).sound
    #expect(sound.parts.map(\.start) == [4410, 4410 + 4410 + 8820])
    let right = try #require(sound.right)
    #expect(right.prefix(17_000).allSatisfy { $0 == 0 } && sound.samples.suffix(8820).allSatisfy { $0 == 0 })
    #expect(abs(sound.parts[1].level.decibels - sound.parts[0].level.decibels - 10) < 0.01)
  }
}

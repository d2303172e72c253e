import PeachAudio
import PeachExperiments
import PeachSupport
import PeachTrials
import Testing

/// Levels and extremes of rendered samples, as figures show them.
@Suite struct SoundLevelsTests {
  private static func samples(_ standard: String, trial: Int = 1) throws -> StereoSamples {
    let task = try TrialTask(
      parsing:
        "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {before: 0, after: 0, standard: {\(standard)}, "
        + "target: {level: x}}}")
    let stimulus = try #require(task.composed)
    let draws = SoundDraws(
      level: -60, sounds: RunSounds(seed: 3, path: ["levels"], replicate: 1), trial: trial, folder: ".")
    return try stimulus.rendered(draws, target: 2, rate: .hz48000, output: SoundOutput()).samples
  }

  @Test(arguments: [37.3, 440, 1000.7, 15_000]) func `a sine shows its level in a narrow band`(frequency: Double) throws
  {
    let samples = try Self.samples("tone: \(frequency), duration: 0.5, ramp: 0, level: -23")
    let levels = samples.levels(
      of: 0..<24_000, in: [(frequency, 1), (frequency + 30, 1), (2 * frequency, frequency / 10)])
    #expect(abs(levels[0] - -23) < 0.02)
    #expect(levels[1] < -60 && levels[2] < -80)
  }

  /// One noise of 0.5 s in 2 000 Hz under a Hann window has about 2 000 × 0.5 × 0.51 independent powers: 0.19 dB; in the mean of
  /// 20 noises 0.043 dB. Four of these: a false alarm in 16 000 runs.
  @Test func `a flat noise shows its spectrum level`() throws {
    let powers = try (1...20).map { trial -> Double in
      let samples = try Self.samples(
        "noise: {from: 500, to: 4500}, duration: 0.5, ramp: 0, spectrum-level: -60", trial: trial)
      return pow(10, samples.levels(of: 0..<24_000, in: [(2500, 2000)])[0] / 10)
    }
    #expect(abs(10 * log10(powers.reduce(0, +) / 20) - (-60 + 10 * log10(2000))) < 0.17)
  }

  @Test func `levels are those of the mean power of both ears, and silence lies outside of the sound`() throws {
    let samples = try Self.samples("tone: 1000, duration: 0.5, ramp: 0, level: -23, ear: right")
    let inside = samples.levels(of: 0..<4800, in: [(1000, 100)])[0]
    #expect(abs(inside - (-23 - 10 * log10(2))) < 0.02)
    // Half of the window is before the sound.
    let edge = samples.levels(of: -2400..<2400, in: [(1000, 100)])[0]
    #expect(abs(edge - (inside - 10 * log10(2))) < 0.3)
    #expect(samples.levels(of: -4800 ..< -2400, in: [(1000, 100)])[0] < -200)
  }

  @Test func `columns keep the extremes of their samples`() throws {
    let samples = try Self.samples("click: {width: 0.1}, duration: 0.2, ramp: 0, level: -6")
    let columns = samples.extremes(of: \.left, in: 0..<samples.frames, columns: 100)
    #expect(columns.count == 100)
    #expect(columns.map(\.high).max() == samples.left.max() && columns.map(\.low).min() == samples.left.min())
    let few = samples.extremes(of: \.left, in: 4..<9, columns: 1_000_000)
    #expect(
      few.map(\.low) == Array(samples.left[4..<9]) && few.map { ($0.seconds * 48_000).rounded() } == [4, 5, 6, 7, 8])
  }
}

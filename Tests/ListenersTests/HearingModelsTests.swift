import Foundation
import PeachConformance
import PeachExperiments
import PeachListeners
import PeachMath
import PeachSupport
import PeachTrials
import Testing

/// Models that hear the samples of composed sounds, against closed forms and against thresholds computed by other programs.
///
/// With PEACH_TEST_LONG all points are tested, with n = 4 000 trials each.
@Suite struct HearingModelsTests {
  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  fileprivate static let trials = isLong ? 4000 : 500
  static let kinds: [any ListenerDeclaration.Type] = [
    EnergyListener.self, EnvelopeListener.self, ExcitationListener.self, BinauralListener.self,
    ModulationListener.self,
  ]

  /// The proportion correct at a level.
  private func share(
    _ kind: any ListenerDeclaration.Type, _ settings: String, _ task: String, at level: Double,
    trials: Int = HearingModelsTests.trials
  ) throws -> Double {
    let task = try TrialTask(parsing: task)
    var listener = try Setting(YAMLText.parse("{\(settings)}", file: "listener")).listener(of: kind, in: task)
    var random = RandomStream(seed: 20_261_126)
    let comparison = try Listening.comparison(level)
    var correct = 0
    for _ in 0..<trials where listener.answer(comparison, using: &random).isHigher { correct += 1 }
    #expect(listener.fault == nil)
    return Double(correct) / Double(trials)
  }

  /// Asks for a share within 4.4 standard errors (false-alarm rate 1e-5). A share that is off by 8.9 points is found by 500
  /// trials with a power of 0.5, and one off by 3.1 points by 4 000.
  private func expect(_ share: Double, _ expected: Double, _ comment: String) {
    let error = (expected * (1 - expected) / Double(Self.trials)).squareRoot()
    #expect(abs(share - expected) < 4.4 * error, "\(comment): \(share) for \(expected)")
  }

  /// E/N₀ in dB of a tone in noise of 132.64 Hz at 70.7, 75 and 79.4 % correct, from chi-squared energies with 2WT degrees of
  /// freedom (Green & Swets 1966).
  private static let tones: [(seconds: Double, ratio: Double, share: Double)] = [
    (0.1, 4.94, 0.707), (0.1, 5.95, 0.75), (0.1, 6.90, 0.794), (0.3, 7.15, 0.707), (0.3, 8.13, 0.75),
    (0.3, 9.03, 0.794),
    (0.5, 8.18, 0.707), (0.5, 9.16, 0.75), (0.5, 10.05, 0.794),
  ]

  @Test func `an energy detector hears a tone in noise as the theory says`() throws {
    let width = 132.64
    for point in Self.isLong ? Self.tones : [Self.tones[1], Self.tones[4]] {
      // The noise has 0 dB in each Hz.
      let task =
        "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {noise: {from: \(1000 - width / 2), to: \(1000 + width / 2)}, "
        + "duration: \(point.seconds), ramp: 0, spectrum-level: 0}, target: {add: [{tone: 1000, duration: \(point.seconds), ramp: 0, "
        + "level: x}]}}}"
      let level = point.ratio - 10 * log10(point.seconds)
      expect(try share(EnergyListener.self, "lapse: 0", task, at: level), point.share, "\(point)")
    }
  }

  /// Thresholds at 70.7 % of a Viemeister listener in another program: 1 500 trials at eight depths each, ± 0.3 dB.
  private static let modulations: [(rate: Double, depth: Double)] = [
    (4, -24.5), (8, -24.5), (16, -24.4), (32, -24.3), (64, -22.0), (128, -17.8), (256, -12.5), (512, -6.7),
  ]

  /// At the published threshold a share between 65 and 76 % is asked of short runs: 0.3 dB are about 2 points, and four
  /// standard errors of 500 trials are 8. Long runs ask for 70.7 ± 5 points, which half a dB moves by about 4.
  @Test func `an envelope listener detects modulation as computed before`() throws {
    for point in Self.isLong ? Self.modulations : [Self.modulations[0], Self.modulations[5]] {
      let task =
        "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {noise: {from: 20, to: 12000}, duration: 0.5, ramp: 0, level: -20}, "
        + "target: {am: {rate: \(point.rate), depth: x}}}}"
      let share = try share(EnvelopeListener.self, "lapse: 0", task, at: point.depth)
      #expect(abs(share - 0.707) < (Self.isLong ? 0.05 : 0.1), "\(point): \(share)")
    }
  }

  /// The proportions of the same program (n = 1 000 each): .661 at 2 ms, .811 at 3 ms, .926 at 4 ms.
  @Test func `an envelope listener detects gaps as computed before`() throws {
    for (gap, expected) in [(2.0, 0.661), (3, 0.811), (4, 0.926)] {
      let task =
        "{kind: forced-choice, unit: ms, scale: log, alternatives: 2, sounds: {standard: {noise: {from: 20, to: 12000}, duration: 0.4, "
        + "ramp: 0, level: -20}, target: {gap: {at: 0.2, length: x, ramp: 0}}}}"
      let share = try share(EnvelopeListener.self, "lapse: 0", task, at: gap)
      let error = (expected * (1 - expected) * (1 / Double(Self.trials) + 1 / 1000)).squareRoot()
      #expect(abs(share - expected) < 4.4 * error, "\(gap): \(share)")
    }
  }

  /// A complex with a component every 4 Hz, as dense as the filters need. Each part of the band has its level.
  private static func dense(_ low: Double, _ high: Double, level: String) -> String {
    "complex: {frequencies: {from: \(low + 2), to: \(high - 2), count: \(Int(((high - low) / 4).rounded()))}, "
      + "phases: random}, duration: 2, ramp: 250, level: \(level)"
  }

  /// How much less noise passes a filter at 1 kHz with a notch of ± g around its centre: the integral of (1 + pg)·e^(−pg), which
  /// is (2 + pg)·e^(−pg) ∕ p, computed elsewhere for p = 30.157.
  private static let notches = [
    (0.05, -4.11), (0.1, -9.10), (0.15, -14.51), (0.2, -20.16), (0.3, -31.87), (0.4, -43.92),
  ]

  @Test func `an auditory filter passes as much beside a notch as the formula says, within 0.05 dB`() throws {
    for (g, passed) in Self.notches {
      let task =
        "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {\(Self.dense(200, 1800, level: "-30"))}, target: "
        + "{\(Self.dense(200, 1000 - 1000 * g, level: "x")), add: [{\(Self.dense(1000 + 1000 * g, 1800, level: "x"))}]}}}"
      // Equal excitation: each component of the target is stronger by what the notch takes away.
      let level = -30 - passed + 10 * log10((800 - 1000 * g) / 1600)
      #expect(try share(ExcitationListener.self, "lapse: 0", task, at: level - 0.05, trials: 1) == 0, "\(g)")
      #expect(try share(ExcitationListener.self, "lapse: 0", task, at: level + 0.05, trials: 1) == 1, "\(g)")
    }
  }

  /// 132.64 Hz of a flat spectrum pass the filter at 1 kHz, 21.23 dB more than 1 Hz does.
  @Test func `an auditory filter is as wide as its formula says, within 0.05 dB`() throws {
    let task =
      "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {complex: {frequencies: [1000]}, duration: 2, ramp: 250, level: -30}, "
      + "target: {\(Self.dense(200, 1800, level: "x"))}}}"
    let level = -30 - 21.23 + 10 * log10(1600)
    #expect(try share(ExcitationListener.self, "lapse: 0", task, at: level - 0.05, trials: 1) == 0)
    #expect(try share(ExcitationListener.self, "lapse: 0", task, at: level + 0.05, trials: 1) == 1)
  }

  /// With n filters the sensitivity to a change of the whole spectrum is √n times that of one. From 500 to 2000 Hz there are 10.4
  /// ERBs, which is 11 filters.
  @Test func `filters 1 ERB apart are combined as independent channels`() throws {
    let task =
      "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {complex: {f0: 100, harmonics: [1, 50]}, duration: 0.05}, target: {level: +x}}}"
    for (range, filters) in [("from: 1000", 1.0), ("from: 500, to: 2000", 11)] {
      let share = try share(ExcitationListener.self, "\(range), noise: 3, lapse: 0", task, at: 1)
      expect(share, NormalDistribution.cumulative(filters.squareRoot() / 3 / 2.0.squareRoot()), range)
    }
  }

  /// 10 log (k + 1)∕(k − 1) with k = (1 + 0.25²)·e^((ω·105 µs)²) at six frequencies (Durlach 1963), computed by another program.
  private static let maskingDifferences = [
    (125, 14.7), (250, 13.6), (500, 10.7), (1000, 6.1), (2000, 1.45), (4000, 0.01),
  ]

  /// A tone that is inverted at one ear is left over as much as one at both ears whose level is higher by the difference.
  @Test(arguments: maskingDifferences)
  func `two ears gain as much as the formula says, within 0.1 dB`(frequency: Int, difference: Double) throws {
    let tone = "complex: {frequencies: [\(frequency)]}, duration: 0.5, ramp: 50"
    let task =
      "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {\(tone), level: -30}, target: {level: x, ipd: 180}}}"
    let listener = "centre: \(frequency), delay: 0, lapse: 0"
    #expect(try share(BinauralListener.self, listener, task, at: -30 - difference - 0.1, trials: 1) == 0)
    #expect(try share(BinauralListener.self, listener, task, at: -30 - difference + 0.1, trials: 1) == 1)
  }

  /// A noise that reaches the left ear late cancels after the delay that is found, and a tone without that delay is left.
  @Test(arguments: [-400, 0, 300]) func `the delay that cancels a masker is found`(itd: Int) throws {
    let noise = "noise: {from: 300, to: 700}, duration: 0.2, level: -30, itd: \(itd)"
    func task(_ ipd: Int) -> String {
      "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {\(noise)}, target: {add: [{tone: 500, duration: 0.2, "
        + "level: x, itd: \(itd), ipd: \(ipd)}]}}}"
    }
    // The tone is inverted relative to the masker, or comes with it: then it is left over no better than it is masked.
    let inverted = try share(BinauralListener.self, "lapse: 0", task(180), at: -46)
    let equal = try share(BinauralListener.self, "lapse: 0", task(0), at: -46)
    #expect(inverted > 0.9 && equal < 0.75, "\(inverted), \(equal)")
  }

  /// A listener who compares levels only, with levels roved by R = 20 dB in each of two intervals: 75 % at 5.86 dB, which is
  /// p = 1 − (R − Δ)²/2R².
  @Test func `a roved level limits a listener to levels`() throws {
    let task =
      "{kind: forced-choice, unit: dB, alternatives: 2, sounds: {standard: {tone: 1000, duration: 0.05, ramp: 5, level: {draw: {from: -40, "
      + "to: -20}}}, target: {level: +x}}}"
    for level in [5.86, 12] {
      let expected = 1 - (20 - level) * (20 - level) / 800
      expect(try share(EnergyListener.self, "lapse: 0", task, at: level), expected, "\(level) dB")
    }
  }

  @Test func `a level without a sound ends the answers with the reason`() throws {
    let task = try TrialTask(
      parsing:
        "{kind: forced-choice, unit: ms, alternatives: 2, sounds: {standard: {tone: 500, duration: 0.1}, target: {gap: {at: 0.05, length: x}}}}"
    )
    var listener = try ([:] as Setting).listener(of: EnergyListener.self, in: task)
    var random = RandomStream(seed: 5)
    #expect(listener.answer(try Listening.comparison(200), using: &random).seconds.isNaN)
    #expect(listener.fault?.contains("level 200: tone: a gap of 0.2 s") == true)
  }

  @Test func `lapses and the smallest interval are chosen as stated`() throws {
    let task =
      "{kind: forced-choice, unit: dB, alternatives: 4, sounds: {standard: {tone: 1000, duration: 0.05, ramp: 5}, target: {level: +x}}}"
    expect(try share(EnergyListener.self, "lapse: 0.4", task, at: 20), 0.6 + 0.1, "lapses")
    #expect(try share(EnergyListener.self, "picks: smallest", task, at: -20) == 1)
    #expect(try share(EnergyListener.self, "picks: smallest", task, at: 20) == 0)
  }

  @Test(arguments: [
    "{kind: comparison}", "{kind: forced-choice, unit: dB}", "{kind: oddity}",
  ])
  func `a task without composed sounds is refused`(task: String) throws {
    let task = try TrialTask(parsing: task)
    for kind in Self.kinds {
      let settings: Setting = kind == ModulationListener.self ? ["template": 20] : [:]
      let problems = Listening.problems(kind, settings, in: task)
      #expect(problems.count == 1 && problems[0].contains("hears composed sounds"), "\(problems)")
    }
  }
}

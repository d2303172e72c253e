import Glibc
import PeachConformance
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

@Suite struct MemoryListenerTests {
  /// 100-ms tones, some seconds apart.
  private func task(gap: Double, notes: ClosedRange<Int> = 69...69) throws -> TrialTask {
    try #require(
      TrialTask.comparison(
        intervals: [.prime], notes: try MIDINote(notes.lowerBound)...MIDINote(notes.upperBound),
        tuning: EqualTemperament(), referencePitch: try Frequency(440), noteDuration: 0.1, gap: gap))
  }

  private func probability(_ settings: Setting, in task: TrialTask, at offset: Double) throws -> Double {
    try settings.listener(of: MemoryListener.self, in: task).probability(of: try Listening.comparison(offset, note: 69))
  }

  /// P = λ·a + (1 − λ)·Φ[(Δ − b)/√(2s² + d·(ISI + 0.1))], in semitones, with 30 digits; the first is .0101·.744 +
  /// .9899·Φ((−.25 + .0454)/√(2·.125² + 7.48e-4·2.1)).
  @Test(
    arguments: [
      ("L0", "fixed", 2, -25, 0.1355814671407891), ("L5", "fixed", 10, 50, 0.967446121701498407),
      ("L9", "roved", 5, 25, 0.640461526894407387), ("mean", "roved", 2, -50, 0.071494090570262593),
    ])
  func `the listeners of the paper answer as its model says`(
    preset: String, condition: String, gap: Double, offset: Double, expected: Double
  ) throws {
    let settings: Setting = ["preset": .init(stringLiteral: preset), "condition": .init(stringLiteral: condition)]
    #expect(abs(try probability(settings, in: task(gap: gap), at: offset) - expected) <= 1e-12)
  }

  /// In cents, to the printed digits: with a fixed reference 2 s before, and a roved one 10 s before.
  @Test func `their just-noticeable differences are those that follow from the paper`() throws {
    let fixed = [12.2, 8.6, 10.7, 12.8, 13.4, 10.1, 7.2, 16.4, 9.5, 10.4]
    let roved = [27.1, 14.8, 22.0, 21.1, 26.3, 40.1, 62.9, 51.0, 22.3, 44.7]
    for (condition, gap, jnds) in [("fixed", 2.0, fixed), ("roved", 10, roved)] {
      for (number, jnd) in jnds.enumerated() {
        let settings: Setting = [
          "preset": .init(stringLiteral: "L\(number)"), "condition": .init(stringLiteral: condition), "lapse": 0,
          "bias": 0,
        ]
        let slope = NormalDistribution.quantile(try probability(settings, in: task(gap: gap), at: 10)) / 10
        #expect(abs(NormalDistribution.quantile(0.75) / slope - jnd) <= 0.06, "L\(number) \(condition)")
      }
    }
  }

  @Test func `a reference that roves is remembered as one, and is known by the task`() throws {
    let roved: Setting = ["preset": "L3", "condition": "roved"]
    let fixed: Setting = ["preset": "L3", "condition": "fixed"]
    let left: Setting = ["preset": "L3"]
    let (one, many) = (try task(gap: 0), try task(gap: 0, notes: 60...72))
    #expect(try probability(left, in: one, at: 10) == probability(fixed, in: one, at: 10))
    #expect(try probability(left, in: many, at: 10) == probability(roved, in: many, at: 10))
    #expect(try probability(fixed, in: one, at: 10) != probability(roved, in: one, at: 10))
  }

  @Test func `noise and diffusion of one's own, and the retention as it is stated`() throws {
    let settings: Setting = ["noise": 3, "diffusion": 7, "retention": 6]
    let expected = NormalDistribution.cumulative(10 / (2.0 * 9 + 7 * 6).squareRoot())
    #expect(abs(try probability(settings, in: task(gap: 1), at: 10) - expected) <= 1e-15)
    #expect(
      Listening.problems(MemoryListener.self, [:], in: try task(gap: 0)) == [
        "noise: missing; expected a number (cents) ≥ 0", "diffusion: missing; expected a number (cents²/s) ≥ 0",
      ])
    #expect(
      Listening.problems(MemoryListener.self, ["noise": 0, "diffusion": 0], in: try task(gap: 0))
        == ["noise: expected noise, or diffusion times retention, above 0, got 0"])
    #expect(
      Listening.problems(MemoryListener.self, ["preset": "L10"], in: try task(gap: 0)).first
        == "preset: expected one of L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, mean, got 'L10'")
  }
}

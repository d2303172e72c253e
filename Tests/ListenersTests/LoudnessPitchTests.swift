import Glibc
import PeachConformance
import PeachListeners
import PeachMath
import PeachPitch
import PeachSupport
import PeachTrials
import Testing

@Suite struct LoudnessPitchTests {
  /// One note, whose level varies by ± 2 dB.
  private func task(varyLoudness: Double?, note: Int = 69) throws -> TrialTask {
    var task = try Listening.task(notes: note...note)
    task.sounding.varyLoudness = varyLoudness
    task.sounding.level = .pressure(80)
    return task
  }

  private func listener(_ settings: Setting, in task: TrialTask) throws -> any Listener {
    try settings.listener(of: ChangingListener<LoudnessPitch>.self, in: task)
  }

  /// At A4 and 80 dB SPL a decibel more is 2·10⁻⁴·(0.44 − 2) of the frequency less: −0.543 cents.
  @Test(arguments: [0.0001, 0.25, 0.5, 0.9999]) func `a louder low note is heard lower`(loudness: Double) throws {
    let task = try task(varyLoudness: 1)
    let listener = try listener(["coupling": 3, "sigma": 4], in: task)
    func cents(_ decibels: Double) -> Double { 1200 * log2(1 + 3 * 2e-4 * (decibels - 60) * (0.44 - 2)) }
    var comparison = try Listening.comparison(2, note: 69)
    comparison.loudness = loudness
    let slope = cents(80.5) - cents(79.5)
    #expect(abs(slope / 3 + 0.55) < 0.01)
    let expected = NormalDistribution.cumulative((2 + slope * 2 * (2 * loudness - 1)) / 4)
    #expect(abs(listener.probability(of: comparison) - expected) < 1e-4)
    #expect(
      abs(expected - NormalDistribution.cumulative((2 + cents(80 + 2 * (2 * loudness - 1)) - cents(80)) / 4)) < 1e-3)
  }

  @Test func `a comparison carries the loudness of its target and is otherwise unchanged`() throws {
    var comparison = try Listening.comparison(-3, note: 61, interval: DirectedInterval(.perfectFifth, .down))
    comparison.order = 3
    let before = comparison
    #expect(comparison.loudness == nil)
    for loudness in [0, 0.3, 0.99999] {
      comparison.loudness = loudness
      #expect(abs((comparison.loudness ?? 9) - loudness) < 1e-4)
      comparison.level.value = 5
      #expect(abs((comparison.loudness ?? 9) - loudness) < 1e-4 && comparison.order == 3)
    }
    comparison.level = before.level
    comparison.loudness = nil
    #expect(comparison == before)
  }

  /// n = 40 000 answers, in each of which the shift is another: a bias noise of ± 2 dB, 3.3 cents at most, sd 1.9, beside a noise
  /// of 1. Standard error 0.0025, held to 0.013: false-alarm rate 1e-6. Without the variation 0.977 were higher, with it 0.82.
  @Test func `a listener draws the loudness of a target if the comparison does not state it`() throws {
    let task = try task(varyLoudness: 1)
    var listener = try listener(["coupling": 3, "sigma": 1], in: task)
    var random = StreamFamily(seed: 27, path: ["loudness"]).stream(replicate: 1)
    let comparison = try Listening.comparison(2, note: 69)
    let higher = (0..<40_000).count { _ in listener.answer(comparison, using: &random).isHigher }
    // The mean of Φ over the uniform shift.
    let slope = 1200 * log2((1 + 6e-4 * 20.5 * -1.56) / (1 + 6e-4 * 19.5 * -1.56))
    let places = (0..<2000).map { (Double($0) + 0.5) / 1000 - 1 }
    let expected = places.reduce(0) { $0 + NormalDistribution.cumulative(2 + 2 * slope * $1) } / 2000
    #expect(abs(Double(higher) / 40_000 - expected) <= 0.013)
    // The truth takes the variation for normal, which here is twice the noise.
    #expect(abs(listener.probability(of: comparison) - expected) < 0.03)
  }

  @Test func `at one level and one pitch there is nothing to hear of it`() throws {
    let task = try task(varyLoudness: nil)
    #expect(
      abs(try listener(["jnd": 10], in: task).probability(of: Listening.comparison(10, note: 69)) - 0.75) <= 1e-12)
  }

  @Test func `the loudness draws equal those of the sounds, one for each trial`() throws {
    let task = try task(varyLoudness: 0.5)
    let family = StreamFamily(seed: 3, path: ["loudness", "me"])
    let listener = try listener(["coupling": 60, "sigma": 0.000001], in: task)
    var heard = LoudnessHeard.by(listener, in: task, loudness: family, replicate: 4)
    var (random, levels) = (RandomStream(seed: 1), family.stream(replicate: 4))
    for _ in 0..<50 {
      // Without noise a louder note is lower, a softer one higher.
      let isSofter = levels.unit() < 0.5
      #expect(heard.answer(try Listening.comparison(0, note: 69), using: &random).isHigher == isSofter)
    }
    let gaussian = try Setting.mapping([.init("jnd", 3)]).listener(of: GaussianListener.self, in: task)
    #expect(LoudnessHeard.by(gaussian, in: task, loudness: family, replicate: 4) is GaussianListener)
  }
}

import Glibc
import PeachTrials
import Testing

/// The longer examples of Watson's paper, stimulus by stimulus; the shorter ones are in `QuestPlusTests`.
///
/// Source: Watson (2017), J. Vision 17(3):10, doi:10.1167/17.3.10, its second and third example; the trials as
/// questplus 2023.1 has them in its tests, taken from the paper.
@Suite struct WatsonExamplesTests {
  private static let lapses = "lapse: [0, 0.01, 0.02, 0.03, 0.04]"

  /// Threshold, slope and lapse. At trials 95 and 96 every level far above the threshold tells nearly the same: −1 is
  /// 7e-15 nats from the paper's 0, −3 is 2.0e-12, −4 is 2.8e-11 and −5 3.9e-10. Of those that tie, within 1e-11, the
  /// first listed is chosen: from the top the paper's, from below −3.
  @Test(arguments: [(from: 0, to: -40, easiest: 0.0), (from: -40, to: 0, easiest: -3)])
  func `the example of threshold, slope and lapse`(from: Int, to: Int, easiest: Double) throws {
    let slopes = [2.0, 3, 4, 5].map { $0 / 20 }
    let track = try Tracks.follow(
      "kind: quest-plus, function: gumbel, levels: {from: \(from), to: \(to), count: 41}, "
        + "threshold: {from: -40, to: 0, count: 41}, slope: \(slopes), guess: 0.5, \(Self.lapses), estimate: mode, "
        + "stop: {trials: 128}", Self.second)
    #expect(track.levels == Self.secondLevels.map { $0 == 0 ? easiest : $0 })
    let estimate = try #require(track.estimate)
    #expect(estimate.threshold == -20)
    #expect(estimate.lapse == 0.04)
    // dψ/dx at the threshold is (1 − γ − λ)·(ln 10/e)·β/20.
    let perWatson = 0.46 * log(10) / exp(1) / 20
    let steepest = perWatson * 5
    #expect(agrees(try #require(estimate.slope), steepest))
  }

  /// Mean, standard deviation and lapse of a listener who answers one of two ways, both asymptotes λ from their end.
  @Test func `the example of mean, standard deviation and lapse`() throws {
    let track = try Tracks.follow(
      "kind: quest-plus, signed: true, guess: lapse, levels: {from: -10, to: 10, count: 21}, "
        + "threshold: {from: -5, to: 5, count: 11}, slope: \((1...10).map { 1 / Double($0) }), \(Self.lapses), "
        + "estimate: mode, stop: {trials: 128}", task: Tracks.comparison, Self.third)
    #expect(track.levels == Self.thirdLevels)
    let estimate = try #require(track.estimate)
    #expect(estimate.bias == 0)
    #expect(estimate.lapse == 0.01)
    // dψ/dx at the mean is (1 − 2λ)·φ(0)/σ.
    let steepest: Double = 0.98 / (2 * Double.pi).squareRoot() / 4
    #expect(agrees(try #require(estimate.slope), steepest))
  }

  private static let second =
    "1111001111111101011111110111111110111111111011101111111101111110111111111111101011110110111111101111"
    + "1111111111101110100111101111"
  private static let secondLevels: [Double] = [
    -18, -22, -25, -28, -30, -21, -12, -14, -15, -16, -18, -19, -20, -22, -23, -18, -19, -16, -17, -17, -18,
    -18, -18, -19, -19, -17, -17, -18, -18, -18, -18, -19, -19, -20, -18, -18, -18, -18, -18, -19, -19, -19,
    -19, -20, -18, -18, -18, -18, -18, -18, -18, -18, -18, -19, -19, -19, -20, -18, -18, -18, -18, -19, -19,
    -19, -18, -18, -18, -18, -19, -19, -19, -19, -19, -19, -19, -19, -20, -21, -19, -19, -19, -19, -19, -19,
    -19, -18, -19, -19, -16, -16, -16, -16, -16, -16, 0, 0, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19,
    -19, -19, -19, -19, -21, -21, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19,
    -19,
  ]
  private static let third =
    "1001111111010000110110001010010010100101110111000001000010001001000111001101000110000010011011010110"
    + "1101000011110100010000111110"
  private static let thirdLevels: [Double] = [
    0, -1, 2, -2, 2, 3, 3, -5, 3, 3, 3, 3, -7, -7, -7, -7, 4, -7, 4, 4, 4, -8, -8, -8, 4, -8, 4, -8, -7, 4,
    -7, -7, 4, -7, 4, -7, -6, 3, -4, -5, 3, 3, -7, 2, 2, 1, 0, -7, -6, -6, -6, 2, -5, 2, -6, -5, 3, -5, -5, 3,
    4, -5, -5, 4, -4, -4, -4, -4, 4, 3, 3, 4, 5, 5, -5, 5, -5, -5, 4, 5, 5, -5, -4, -4, -4, -4, 5, -4, -4, -3,
    4, 4, 5, 5, -4, 5, -4, -4, 5, 4, 5, 5, -5, 5, -4, -4, -4, -4, 5, -4, 5, 4, -4, 4, -4, -4, -4, 4, -4, -4,
    -4, 4, 4, -4, 4, 4, 4, -4,
  ]
}

import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// The maximum-likelihood procedure, by its formulas.
@Suite struct MaximumLikelihoodTests {
  private static let settings = "kind: mlp, threshold: [11, 2, 5], slope: 0.7, guess: 0.5, lapse: 0, stop: {trials: 60}"
  /// Where a candidate of γ ½ and λ 0 reaches the sweet point (1 + √5)/4: the logistic is then (√5 − 1)/2.
  private static func sweet(_ threshold: Double) -> Double {
    let share = (5.0.squareRoot() - 1) / 2
    return threshold + log(share / (1 - share)) / 0.7
  }

  private func likelihoods(_ answers: [(level: Double, isPositive: Bool)]) -> [Double] {
    [2.0, 5, 11].map { threshold in
      answers.reduce(1.0) { product, answer in
        let p = 0.5 + 0.5 / (1 + exp(-0.7 * (answer.level - threshold)))
        return product * (answer.isPositive ? p : 1 - p)
      }
    }
  }

  @Test func `every trial is at the sweet point of the likeliest candidate`() throws {
    let track = try Tracks.follow(Self.settings, "1011101")
    #expect(agrees(track.levels[0], Self.sweet(5)))
    var answers: [(level: Double, isPositive: Bool)] = []
    for (index, row) in track.rows.enumerated() {
      answers.append((row.comparison.level.value, row.isPositive))
      let found = likelihoods(answers)
      let best = try #require(found.indices.max { found[$0] < found[$1] })
      let expected = Self.sweet([2, 5, 11][best])
      let next = index + 1 < track.rows.count ? track.levels[index + 1] : try #require(track.next).level.value
      #expect(agrees(next, expected), "trial \(index + 2)")
      #expect(agrees(try #require(row.estimate?.threshold), expected), "estimate after trial \(index + 1)")
    }
    #expect(Set(track.levels.map { Int($0) }).count > 1)
  }

  @Test func `a target is where the likeliest candidate reaches it`() throws {
    let track = try Tracks.follow(Self.settings + ", target: 0.75", "11")
    #expect(agrees(track.levels[0], 5))
    #expect(agrees(track.levels[1], 2))
    #expect(track.rows[0].estimate?.threshold == track.levels[1])
  }

  @Test func `the first of equally likely candidates counts`() throws {
    // So far up that every candidate is certain of the answer.
    let track = try Tracks.follow(Self.settings, [.positive(true, at: 1e6)])
    #expect(agrees(try #require(track.next).level.value, Self.sweet(2)))
  }

  @Test func `a list gives its nearest level and the estimate is the candidate's`() throws {
    let track = try Tracks.follow(Self.settings + ", target: 0.75, levels: [8.5, 1, 4]", "11")
    #expect(track.levels == [4, 1])
    #expect(track.rows[0].estimate?.threshold == 2)
  }

  /// With false-alarm rates among the candidates the likeliest may differ in that alone.
  @Test func `candidates differ in guessing too`() throws {
    let settings =
      "kind: mlp, threshold: [3, 6, 9], slope: 1, guess: [0.02, 0.25], lapse: 0, target: 0.631, stop: {trials: 60}"
    let answers: [Trace.Answer] = [.positive(true, at: -4), .positive(false, at: 2.7), .positive(true, at: 6.4)]
    let track = try Tracks.follow(settings, task: "{kind: yes-no, unit: dB}", answers)
    func likelihood(_ threshold: Double, _ guess: Double) -> Double {
      func p(_ level: Double) -> Double { guess + (1 - guess) / (1 + exp(threshold - level)) }
      return p(-4) * (1 - p(2.7)) * p(6.4)
    }
    var best = (likelihood: 0.0, level: 0.0)
    for threshold in [3.0, 6, 9] {
      for guess in [0.02, 0.25] where likelihood(threshold, guess) > best.likelihood {
        let share = (0.631 - guess) / (1 - guess)
        best = (likelihood(threshold, guess), threshold + log(share / (1 - share)))
      }
    }
    #expect(likelihood(3, 0.25) > likelihood(3, 0.02))
    #expect(agrees(try #require(track.next).level.value, best.level))
  }

  @Test func `a target that a candidate never reaches is refused`() throws {
    let settings = "kind: mlp, threshold: [3, 6, 9], slope: 1, guess: [0, 0.4], stop: {trials: 60}, lapse: [0, 0.05]"
    #expect(
      try Tracks.problems(settings + ", target: 0.3") == [
        "strategies.track.target: expected a target that every candidate function (of the listed parameters) "
          + "reaches, between 0.4 and 0.95, got 0.3"
      ])
    #expect(try Tracks.problems(settings).isEmpty)
    #expect(
      try Tracks.problems(settings + ", target: sweet") == [
        "strategies.track.target: expected a number in (0, 1), or sweet-point, got 'sweet'"
      ])
  }
}

import Glibc
import PeachConformance
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// Hall (1981), J. Acoust. Soc. Am. 69:1763–1769: PEST's trials, read by maximum likelihood.
@Suite struct HallTests {
  private static let pest = "start: 40, step: {linear: 8}, min-step: 0.5, max-step: 16, stop: {trials: 99}"
  private static let responses = "11111111111101000111101100111101111010110110111001111011"

  private func hall(_ fit: String, task: String = Tracks.linear, _ responses: String = responses) throws -> Followed {
    try Tracks.follow("kind: hall, \(Self.pest), \(fit)", task: task, responses)
  }

  @Test func `it visits the levels that pest visits and ends where pest ends`() throws {
    let hall = try hall("slope: 0.3")
    let pest = try Tracks.follow("kind: pest, \(Self.pest)", Self.responses)
    #expect(hall.levels == pest.levels)
    #expect(hall.reversalTrials == pest.reversalTrials)
    #expect(hall.status == pest.status)
    #expect(hall.next?.level == pest.next?.level)
  }

  /// The derivative of the log-likelihood by the threshold is 0 at its peak: the sum over trials of
  /// (z − ψ)·ψ′/(ψ(1 − ψ)), for the logistic with β = 0.3, γ = ½ and λ = 0.02.
  @Test func `the estimate is where the likelihood is highest`() throws {
    let track = try hall("function: logistic, slope: 0.3, lapse: 0.02")
    let estimate = try #require(track.estimate)
    let threshold = try #require(estimate.threshold)
    // ψ = 0.75 at F = 0.25/0.48.
    let alpha = threshold + log(0.48 / 0.25 - 1) / 0.3
    var score = 0.0
    var information = 0.0
    for row in track.rows {
      let f = 1 / (1 + exp(-0.3 * (row.comparison.level.value - alpha)))
      let psi = 0.5 + 0.48 * f
      let derivative = 0.48 * f * (1 - f) * 0.3
      score += ((row.isPositive ? 1 : 0) - psi) * derivative / (psi * (1 - psi))
      information += derivative * derivative / (psi * (1 - psi))
    }
    #expect(abs(score / information) < 1e-5)
    let f = 0.25 / 0.48
    #expect(abs(try #require(estimate.slope) - 0.48 * f * (1 - f) * 0.3) < 1e-12)
    #expect(estimate.lapse == 0.02)
    #expect(estimate.guess == 0.5)
  }

  @Test func `without a slope it is fitted too`() throws {
    let track = try hall("function: logistic, lapse: 0.02")
    let estimate = try #require(track.estimate)
    let threshold = try #require(estimate.threshold)
    let slope = try #require(estimate.slope)
    // dψ/dx = 0.48·F·(1 − F)·β at F = 0.25/0.48.
    let share = 0.25 / 0.48
    let steepness: Double = slope / (0.48 * share * (1 - share))
    // The logit of F at the threshold.
    let offset = -log(0.48 / 0.25 - 1)
    func likelihood(_ threshold: Double, _ beta: Double) -> Double {
      var sum = 0.0
      for row in track.rows {
        let logit: Double = beta * (row.comparison.level.value - threshold) + offset
        let psi: Double = 0.5 + 0.48 / (1 + exp(-logit))
        sum += log(row.isPositive ? psi : 1 - psi)
      }
      return sum
    }
    let peak = likelihood(threshold, steepness)
    for (shift, factor) in [(0.05, 1.0), (-0.05, 1), (0, 1.02), (0, 0.98), (0.05, 1.02), (-0.05, 0.98)] {
      #expect(likelihood(threshold + shift, steepness * factor) < peak)
    }
  }

  @Test func `an uninformative fit gives its status and no threshold`() throws {
    #expect(try hall("slope: 0.3", "111111").estimate == Estimate(status: .allCorrect, threshold: nil))
    #expect(try hall("slope: 0.3", "000").estimate == Estimate(status: .oneAnswer, threshold: nil))
    #expect(try hall("function: normal", "101").estimate == Estimate(status: .tooFewLevels, threshold: nil))
    #expect(try hall("slope: 0.3", "111101").estimate?.status == .ok)
  }

  @Test func `a Weibull of the level and a Gumbel of its logarithm are one`() throws {
    let pest = "start: 40, step: {factor: 2}, min-step: 1.1, stop: {trials: 99}"
    let estimates = try ["weibull", "gumbel, log-level: true"].map {
      try Tracks.follow("kind: hall, \(pest), function: \($0), slope: 1.7", task: Tracks.log, Self.responses).estimate
    }
    let weibull = try #require(estimates[0]?.threshold)
    #expect(abs(try #require(estimates[1]?.threshold) / weibull - 1) < 1e-7)
  }

  @Test func `unsuitable data are rejected`() throws {
    func problems(_ fit: String, task: String = Tracks.linear) throws -> [String] {
      try Tracks.problems(
        "kind: hall, start: 9, step: {linear: 2}, limits: [1, 99], min-step: 1, stop: {trials: 9}, \(fit)", task: task)
    }
    #expect(try problems("function: gumbel").isEmpty)
    #expect(
      try problems("function: weibull, slope: 2")
        == [
          "strategies.track.function: expected a function that takes no logarithm of the level: levels on a linear axis may "
            + "be 0 or negative"
        ])
    #expect(
      try problems("function: weibull, slope: 2, log-level: true", task: Tracks.log)
        == ["strategies.track.log-level: expected false, because weibull already takes the logarithm of the level"])
    #expect(try problems("guess: 0.6, lapse: 0.5") == ["strategies.track.lapse: expected guess + lapse < 1, got 1.1"])
    #expect(
      try problems("target: 0.4")
        == ["strategies.track.target: expected a proportion above 0.5 (guess) and below 0.99 (1 − lapse), got 0.4"])
  }
}

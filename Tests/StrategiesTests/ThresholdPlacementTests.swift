import Glibc
import PeachMath
import PeachSimulation
import PeachTrials
import Testing

/// ZEST and best PEST, which differ from QUEST in where trials are placed alone.
@Suite struct ThresholdPlacementTests {
  /// The same posterior as a QUEST track's: α is QUEST's threshold less the shift that makes ψ there the target.
  private func strategy(_ kind: String, _ golden: GoldenQuest) -> String {
    let config = golden.config
    let reach = config.range / 2
    let centre = config.startVal - golden.xThreshold
    return """
      kind: \(kind), function: gumbel, slope: \(config.beta), guess: \(config.gamma), \
      lapse: \(config.delta * (1 - config.gamma)), \
      threshold: {from: \(centre - reach), to: \(centre + reach), count: \(Int(config.range / config.grain) + 1)}, \
      prior: {threshold: {normal: {mean: \(centre), sd: \(config.startValSd)}}}, stop: {trials: 41}
      """
  }

  /// The trials are given at QUEST's levels, rounded to its grain as it takes them; what is asked for next is compared.
  @Test(arguments: [("zest", "mean"), ("best-pest", "mode")])
  func `with a shifted threshold the track is QuestHandler's`(kind: String, method: String) throws {
    let golden = try GoldenQuest.track(method)
    let config = golden.config
    let answers = zip(golden.levels, golden.responses).map { level, response in
      Trace.Answer.positive(
        response == 1, at: config.startVal + ((level - config.startVal) / config.grain).rounded() * config.grain)
    }
    let after = method == "mean" ? golden.meanAfter : golden.modeAfter
    for trials in 1...answers.count {
      let track = try Tracks.follow(strategy(kind, golden), Array(answers.prefix(trials)))
      let level = try #require(track.next).level.value + golden.xThreshold
      #expect(agrees(level, after[trials - 1], scale: 1), "after trial \(trials)")
      #expect(agrees(try #require(track.estimate?.threshold) + golden.xThreshold, after[trials - 1], scale: 1))
    }
  }

  private static let thresholds = "threshold: [11, 2, 5], slope: 0.7, guess: 0.5, lapse: 0.03, stop: {trials: 60}"

  /// The posterior of three thresholds, by the formulas.
  private func masses(_ answers: [(level: Double, isPositive: Bool)]) -> [Double] {
    let weights = [2.0, 5, 11].map { threshold in
      answers.reduce(1.0) { product, answer in
        let p = 0.5 + 0.47 / (1 + exp(-0.7 * (answer.level - threshold)))
        return product * (answer.isPositive ? p : 1 - p)
      }
    }
    return weights.map { $0 / weights.reduce(0, +) }
  }

  @Test func `ZEST asks for the posterior mean`() throws {
    let settings = "kind: zest, function: logistic, " + Self.thresholds
    let track = try Tracks.follow(settings, "10")
    #expect(agrees(track.levels[0], 6))
    let first = masses([(6, true)])
    #expect(agrees(track.levels[1], zip([2, 5, 11], first).reduce(0) { $0 + $1.0 * $1.1 }))
    let second = masses([(6, true), (track.levels[1], false)])
    let mean = zip([2, 5, 11], second).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(agrees(try #require(track.next).level.value, mean))
    #expect(agrees(try #require(track.estimate?.threshold), mean))
  }

  @Test func `on a log axis ZEST uses the mean of the logarithm`() throws {
    let track = try Tracks.follow("kind: zest, function: logistic, " + Self.thresholds, task: Tracks.log, "1")
    #expect(agrees(track.levels[0], cbrt(2.0 * 5 * 11)))
    let after = masses([(track.levels[0], true)])
    let mean = exp(zip([2, 5, 11], after).reduce(0) { $0 + log($1.0) * $1.1 })
    #expect(agrees(try #require(track.next).level.value, mean))
  }

  @Test func `best PEST starts in the middle and asks for the most probable threshold`() throws {
    let settings = "kind: best-pest, function: logistic, " + Self.thresholds
    let track = try Tracks.follow(settings, "101")
    #expect(track.levels[0] == 5)
    #expect(track.levels[1] == 2)
    // After a right answer at 5 and a wrong one at 2 the middle threshold is the likeliest.
    let after = masses([(5, true), (2, false)])
    #expect(after[1] > after[0] && after[1] > after[2])
    #expect(track.levels[2] == 5)
  }

  @Test func `a list gives its nearest level, the first of those that tie`() throws {
    let settings = "kind: zest, function: logistic, " + Self.thresholds
    #expect(try Tracks.follow(settings + ", levels: [7, 5]", "1").levels[0] == 7)
    #expect(try Tracks.follow(settings + ", levels: [5, 7]", "1").levels[0] == 5)
    #expect(try Tracks.follow(settings + ", levels: [5, 7, 6.5]", "1").levels[0] == 6.5)
    // √(2.5 · 10) is 5, in the middle of 2.5 and 10 on a log axis.
    let log = "kind: zest, function: logistic, slope: 0.7, threshold: 5, stop: {trials: 60}"
    #expect(try Tracks.follow(log + ", levels: [10, 2.5]", task: Tracks.log, "1").levels[0] == 10)
    #expect(try Tracks.follow(log + ", levels: [2.5, 10]", task: Tracks.log, "1").levels[0] == 2.5)
  }

  @Test func `limits bound the level, and the first level is the start`() throws {
    let settings = "kind: zest, function: logistic, limits: [4, 5.5], " + Self.thresholds
    #expect(try Tracks.follow(settings, "1").levels[0] == 5.5)
    #expect(try Tracks.follow(settings + ", start: 4.7", "1").levels[0] == 4.7)
    #expect(try Tracks.follow(settings, "1111").levels.last == 4)
  }

  @Test func `the target is the proportion correct at the threshold`() throws {
    let cell = try Tracks.cell("kind: zest, function: weibull, " + Self.thresholds, task: Tracks.log)
    let target = try #require(cell.factory?.facts.target)
    #expect(agrees(target, 0.5 + 0.47 * (1 - exp(-1))))
  }
}

import Foundation
import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Listeners drawn from the prior lie in their posterior as often as it says.
@Suite struct BayesianCalibrationTests {
  /// What is asked, how it is fitted, and how many fits there are.
  struct Design: CustomTestStringConvertible {
    var testDescription: String
    var levels: [Double]
    var trials: Int
    var function: any PsychometricFunction.Type
    var guess: GuessRate
    var hasOverdispersion = false
    var count: Int

    var fit: BayesianFit {
      get throws {
        try BayesianFit(
          function: function, guess: guess, lapse: .free(upTo: 0.5), hasOverdispersion: hasOverdispersion)
      }
    }

    /// A listener from psignifit's prior on these levels.
    func truth(_ random: inout RandomStream) -> Posterior.Point {
      let (first, last) = (levels[0], levels[levels.count - 1])
      let range = last - first
      let spacing = zip(levels, levels.dropFirst()).reduce(range) { min($0, $1.1 - $1.0) }
      let threshold = Self.draw(
        (first - range / 2, last + range / 2), &random,
        edge: { min(($0 - first + range / 2) / (range / 2), (last + range / 2 - $0) / (range / 2)) })
      let width = Self.draw(
        (spacing, 3 * range), &random, edge: { min(($0 - spacing) / spacing, (3 * range - $0) / (2 * range)) })
      let lapse = Self.rate(upTo: 0.5, &random)
      let guess: Double =
        switch guess {
        case .lapse: lapse
        case .asymptote(.fixed(let value)): value
        case .asymptote(.free(let bound)): Self.rate(upTo: bound, &random)
        }
      return Posterior.Point(
        threshold: threshold, width: width, guess: guess, lapse: lapse,
        overdispersion: hasOverdispersion ? Self.rate(upTo: 1, &random) : 0)
    }

    /// From a density that rises over an edge as sin², by the share of the edge that is passed.
    private static func draw(
      _ bounds: (Double, Double), _ random: inout RandomStream, edge: (Double) -> Double
    ) -> Double {
      while true {
        let value = bounds.0 + (bounds.1 - bounds.0) * random.unit()
        let height = sin(.pi / 2 * min(edge(value), 1))
        if random.unit() < height * height { return value }
      }
    }

    /// From Beta(1, 10) below a bound, by its inverse.
    private static func rate(upTo bound: Double, _ random: inout RandomStream) -> Double {
      1 - pow(1 - random.unit() * (1 - pow(1 - bound, 10)), 0.1)
    }

    /// The listener's answers. With overdispersion an answer makes its like more likely (Pólya's urn), which is the
    /// beta-binomial.
    func answers(_ truth: Posterior.Point, _ random: inout RandomStream) -> Counts {
      let scale = truth.width / (function.standardQuantile(0.95) - function.standardQuantile(0.05))
      let concentration = 1 / (truth.overdispersion * truth.overdispersion) - 1
      return Counts(
        levels.map { level in
          let u = (level - truth.threshold) / scale + function.standardQuantile(0.5)
          let probability = truth.guess + (1 - truth.guess - truth.lapse) * function.standardValue(u)
          var positives = 0.0
          for trial in 0..<trials {
            let drawn =
              hasOverdispersion
              ? (probability * concentration + positives) / (concentration + Double(trial)) : probability
            if random.unit() < drawn { positives += 1 }
          }
          return Counts.Bin(level: level, trials: Double(trials), positives: positives)
        })
    }
  }

  private static let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
  static let designs =
    [
      Design(
        testDescription: "two alternatives", levels: [1, 2, 3, 4, 5, 6, 7, 8], trials: 20,
        function: NormalFunction.self, guess: .asymptote(.fixed(0.5)), count: 1000),
      Design(
        testDescription: "higher or lower", levels: [-20, -11, -5, -2, 2, 5, 11, 20], trials: 10,
        function: LogisticFunction.self, guess: .lapse, count: 1000),
    ]
    + (isLong
      ? [
        Design(
          testDescription: "yes or no", levels: [1, 2, 3, 4.5, 6, 9], trials: 25, function: GumbelFunction.self,
          guess: .asymptote(.free(upTo: 0.5)), count: 1000),
        Design(
          testDescription: "three alternatives, overdispersed", levels: [1, 2, 3, 4, 6, 8], trials: 30,
          function: ReversedGumbelFunction.self, guess: .asymptote(.fixed(1.0 / 3)), hasOverdispersion: true,
          count: 1000),
      ] : [])

  /// The probability of a count at least as far out on its side, by the binomial.
  private static func tail(_ count: Int, of total: Int, _ probability: Double) -> Double {
    func sum(_ range: ClosedRange<Int>) -> Double {
      range.reduce(0) { sum, k in
        let ways = lgamma(Double(total + 1)) - lgamma(Double(k + 1)) - lgamma(Double(total - k + 1))
        return sum + exp(ways + Double(k) * log(probability) + Double(total - k) * log1p(-probability))
      }
    }
    return min(sum(0...count), sum(count...total))
  }

  /// n = 1000 listeners from the prior: their parameters lie in 95 % of the 95 % intervals and below 10, 50 and 90 % of
  /// the quantiles, whatever was asked. Exact binomial bounds at a false-alarm rate of 1e-6: 913…980 for the intervals, a
  /// Monte Carlo standard error of 0.7 %. Intervals that hold 88 or 99 %: power 0.9995 and 0.997. A posterior that lies
  /// 0.3 of its deviations off: power 0.996 by the median. Their ranks are uniform, as `RankHistogram` tests.
  @Test(arguments: designs) func `parameters agree with their posteriors`(design: Design) throws {
    for seed in Expectations.seeds {
      var random = RandomStream(seed: seed)
      let fit = try design.fit
      var covered: [Prior.Parameter: Int] = [:]
      var below: [Prior.Parameter: [Double: Int]] = [:]
      var ranks: [Prior.Parameter: RankHistogram] = [:]
      var free: [Prior.Parameter] = []
      for _ in 0..<design.count {
        let truth = design.truth(&random)
        let posterior = fit.fit(design.answers(truth, &random))
        free = posterior.free
        for parameter in free {
          let interval = posterior.interval(of: parameter)
          let value = truth[parameter]
          if interval.contains(value) { covered[parameter, default: 0] += 1 }
          ranks[parameter, default: RankHistogram()].add(posterior.share(below: value, of: parameter))
          for share in [0.1, 0.5, 0.9] where value < posterior.quantile(share, of: parameter) {
            below[parameter, default: [:]][share, default: 0] += 1
          }
        }
      }
      #expect(free.count >= 3)
      for parameter in free {
        let comment = Comment(rawValue: "\(parameter), seed \(seed)")
        try #require(ranks[parameter]).expectUniform("\(design.testDescription), \(comment.rawValue)")
        let count = covered[parameter] ?? 0
        #expect(Self.tail(count, of: design.count, 0.95) > 5e-7, "\(count) \(comment)")
        for share in [0.1, 0.5, 0.9] {
          let count = below[parameter]?[share] ?? 0
          #expect(Self.tail(count, of: design.count, share) > 5e-7, "\(share): \(count), \(comment)")
        }
      }
    }
  }

  /// n = 300 listeners and the level at which each is right in 70 % of trials, made from threshold, width and lapse.
  /// Bounds at 1e-6: 264…299. Intervals that hold 80 %: power 0.999.
  @Test func `numbers made from the parameters do so too`() throws {
    let design = Self.designs[0]
    for seed in Expectations.seeds {
      var random = RandomStream(seed: seed)
      let fit = try design.fit
      var covered = 0
      for _ in 0..<300 {
        let truth = design.truth(&random)
        let posterior = fit.fit(design.answers(truth, &random))
        func level(_ point: Posterior.Point) -> Double {
          posterior.level(at: 0.2 / (0.5 - point.lapse), point)
        }
        let interval = posterior.interval(of: level)
        if interval.contains(level(truth)) { covered += 1 }
      }
      #expect(Self.tail(covered, of: 300, 0.95) > 5e-7, "\(covered), seed \(seed)")
    }
  }
}

import Glibc
import PeachFitting
import PeachMath
import Testing

@Suite struct PosteriorTests {
  /// Answers that have no best function of their own, and few levels.
  private static let degenerate: [(name: String, levels: [Double], positives: [Double])] = [
    ("all correct", [1, 2, 4], [10, 10, 10]),
    ("all wrong", [1, 2, 4], [0, 0, 0]),
    ("a clean step", [1, 2, 3, 4], [0, 0, 10, 10]),
    ("a step", [1, 2, 3, 4, 5], [0, 0, 7, 10, 10]),
    ("constant", [1, 2, 3, 4], [5, 5, 5, 5]),
    ("decreasing", [1, 2, 3, 4, 5], [10, 8, 5, 2, 0]),
    ("one level", [7], [6]),
    ("one level, all correct", [0.25], [10]),
    ("two levels", [3, 3.5], [4, 9]),
  ]
  private static let guesses: [GuessRate] = [
    .asymptote(.fixed(0.5)), .asymptote(.fixed(0)), .asymptote(.free(upTo: 0.5)), .lapse,
  ]

  @Test(arguments: degenerate.indices) func `degenerate data have a posterior`(index: Int) throws {
    let data = Self.degenerate[index]
    let counts = Counts(
      zip(data.levels, data.positives).map { Counts.Bin(level: $0, trials: 10, positives: $1) })
    for (place, guess) in Self.guesses.enumerated() {
      let function = BuiltInFunctions.all[(index + place) % BuiltInFunctions.all.count]
      let posterior = try BayesData.fit(function, guess: guess, hasOverdispersion: place == index % 4).fit(counts)
      let comment = Comment(rawValue: "\(data.name) \(function.name) \(guess)")
      #expect(posterior.logPosterior(at: posterior.map).isFinite, comment)
      for parameter in posterior.free {
        let interval = posterior.interval(of: parameter).ends
        let bounds = try #require(posterior.bounds(of: parameter))
        #expect(interval.low < interval.high, comment)
        #expect(interval.low >= bounds.lowerBound && interval.high <= bounds.upperBound, comment)
        #expect((interval.low...interval.high).contains(posterior.map[parameter]), comment)
        #expect(bounds.contains(posterior.mean[parameter]), comment)
        #expect(posterior.deviation[parameter] > 0, comment)
      }
    }
  }

  /// |x| = 7 is both range and spacing.
  @Test func `one level is its own range`() throws {
    let counts = Counts([.init(level: -7, trials: 10, positives: 6)])
    let posterior = try BayesData.fit().fit(counts)
    #expect(posterior.prior.threshold == .plateau(low: -10.5, from: -7, to: -7, high: -3.5))
    #expect(posterior.prior.width == .plateau(low: 7, from: 7, to: 7, high: 21))
    let small = try BayesData.fit().fit(Counts([.init(level: 0.2, trials: 10, positives: 6)]))
    #expect(small.bounds(of: .width) == 1...3)
  }

  /// Without trials the posterior is the prior: threshold and width have the plateau's own moments.
  @Test func `without trials the posterior is the prior`() throws {
    let counts = Counts(BayesData.counts.bins.map { .init(level: $0.level, trials: 0, positives: 0) })
    let posterior = try BayesData.fit(hasOverdispersion: true).fit(counts)
    #expect(abs(posterior.mean.threshold - 5.25) < 1e-3 * posterior.deviation.threshold)
    #expect(abs(posterior.quantile(0.5, of: .threshold) - 5.25) < 1e-3 * posterior.deviation.threshold)
    // ∫x(1 − x)⁹ over ∫(1 − x)⁹ on 0…½, and 1/11 for η on 0…1.
    let below = pow(0.5, 10)
    #expect(abs(posterior.mean.lapse - ((1 - below) / 10 - (1 - below / 2) / 11) / ((1 - below) / 10)) < 1e-4)
    #expect(abs(posterior.mean.overdispersion - 1.0 / 11) < 1e-4)
    #expect(abs(posterior.quantile(0.8, of: .overdispersion) - (1 - pow(0.2, 0.1))) < 1e-4)
  }

  /// λ has its highest posterior at 0: the interval begins there and holds 95 % none the less.
  @Test func `an interval contains the highest posterior and keeps its mass`() throws {
    let golden = try PsignifitFits.named("psignifit_demo", "norm_noeta")
    let posterior = try golden.posterior
    #expect(posterior.map.lapse == 0)
    #expect(posterior.quantile(0.025, of: .lapse) > 1e-5)
    let interval = posterior.interval(of: .lapse).ends
    #expect(interval.low == 0)
    #expect(abs(interval.high - posterior.quantile(0.95, of: .lapse)) < 1e-6)
    let plain = posterior.interval(of: .threshold, mass: 0.6).ends
    #expect(plain.low == posterior.quantile(0.2, of: .threshold))
    #expect(plain.high == posterior.quantile(0.8, of: .threshold))
    // The upper asymptote, as a number made from the parameters, is the lapse turned round.
    let asymptote = posterior.interval(of: { 1 - $0.lapse }).ends
    #expect(asymptote.high == 1)
    #expect(abs(1 - asymptote.low - interval.high) < 1e-4)
  }

  @Test func `a number that does not vary is its own interval`() throws {
    let posterior = try BayesData.fit(lapse: .fixed(0.02)).fit(BayesData.counts)
    #expect(posterior.interval(of: { 0.98 - $0.lapse }) == ConfidenceInterval(low: 0.96, high: 0.96))
  }

  /// λ reaches beyond 1 − P with more than 2.5 % of the mass: the level has no upper end.
  @Test func `a level that may be out of reach has an infinite end`() throws {
    let posterior = try BayesData.fit().fit(BayesData.counts)
    #expect(posterior.quantile(0.975, of: .lapse) > 0.05)
    let interval = posterior.interval(of: { posterior.level(at: (0.95 - 0.5) / (0.5 - $0.lapse), $0) }).ends
    #expect(interval.high == .infinity)
    #expect(interval.low > 4 && interval.low < 9)
  }

  @Test func `more trials narrow the posterior to the truth`() throws {
    let truth = Posterior.Point(threshold: 4.31, width: 6.2, guess: 0.5, lapse: 0.03)
    let counts = Counts(
      [1, 2, 3, 4, 5, 6, 8, 11, 15].map { level in
        let u = (level - truth.threshold) / truth.width * 2 * NormalDistribution.quantile(0.95)
        let p = 0.5 + 0.47 * NormalDistribution.cumulative(u)
        return Counts.Bin(level: level, trials: 40_000, positives: 40_000 * p)
      })
    let posterior = try BayesData.fit().fit(counts)
    for parameter in posterior.free {
      #expect(abs(posterior.map[parameter] - truth[parameter]) < 0.05 * posterior.deviation[parameter])
      #expect(abs(posterior.mean[parameter] - truth[parameter]) < 0.1 * posterior.deviation[parameter])
    }
    #expect(posterior.deviation.threshold < 0.03)
  }

  /// The formula for k ≤ n written out as products.
  @Test func `the beta-binomial is its own product`() throws {
    let posterior = try BayesData.fit(hasOverdispersion: true).fit(BayesData.counts)
    for overdispersion in [3.3e-5, 0.004, 0.17, 0.92] {
      let point = Posterior.Point(
        threshold: 3.9, width: 5.1, guess: 0.5, lapse: 0.03, overdispersion: overdispersion)
      let ratio = overdispersion * overdispersion / (1 - overdispersion * overdispersion)
      var expected = 0.0
      for bin in BayesData.counts.bins {
        let u = (bin.level - 3.9) / 5.1 * 2 * NormalDistribution.quantile(0.95)
        let p = 0.5 + 0.47 * NormalDistribution.cumulative(u)
        for j in 0..<Int(bin.positives) { expected += log(p + Double(j) * ratio) }
        for j in 0..<Int(bin.trials - bin.positives) { expected += log(1 - p + Double(j) * ratio) }
        for j in 0..<Int(bin.trials) { expected -= log(1 + Double(j) * ratio) }
      }
      #expect(abs(posterior.logLikelihood(at: point) - expected) < 1e-10, "\(overdispersion)")
    }
  }

  /// Levels whose proportions scatter far beyond the binomial are fitted with η above 0, ordinary ones with 0.
  @Test func `overdispersion is found where there is some`() throws {
    let scattered = Counts(
      zip([1.0, 2, 3, 4, 5, 6, 7, 8], [60.0, 30, 90, 45, 95, 70, 99, 62]).map {
        Counts.Bin(level: $0, trials: 100, positives: $1)
      })
    let fit = try BayesData.fit(guess: .asymptote(.fixed(0.25)), hasOverdispersion: true)
    let posterior = fit.fit(scattered)
    #expect(posterior.map.overdispersion > 0.2)
    #expect(posterior.interval(of: .overdispersion).ends.low > 0.1)
    #expect(fit.fit(BayesData.counts).map.overdispersion == 0)
  }
}

import Glibc
import PeachFitting
import PeachMath
import Testing

/// What a posterior must not depend on.
@Suite struct PosteriorInvarianceTests {
  private func transformed(_ transform: (Double) -> Double) -> Counts {
    Counts(
      BayesData.counts.bins.map { .init(level: transform($0.level), trials: $0.trials, positives: $0.positives) })
  }

  /// Everything on the threshold's and width's scale.
  private func numbers(_ posterior: Posterior) -> [Double] {
    [Prior.Parameter.threshold, .width].flatMap { parameter in
      let interval = posterior.interval(of: parameter).ends
      return [posterior.map[parameter], posterior.mean[parameter], interval.low, interval.high]
    }
  }

  /// 3·level + 40: prior, likelihood and search follow the levels' scale.
  @Test(arguments: ["normal", "logistic", "gumbel", "reversed-gumbel", "sech"])
  func `levels stretched and shifted stretch and shift the fit`(name: String) throws {
    let function = try #require(BuiltInFunctions.named(name))
    let fit = try BayesData.fit(function)
    let plain = fit.fit(BayesData.counts)
    let moved = fit.fit(transformed { 3 * $0 + 40 })
    for (index, pair) in zip(numbers(plain), numbers(moved)).enumerated() {
      let expected = index < 4 ? 3 * pair.0 + 40 : 3 * pair.0
      #expect(abs(pair.1 - expected) < 1e-4 * plain.deviation.width, "\(index)")
    }
    #expect(abs(plain.mean.lapse - moved.mean.lapse) < 1e-6)
  }

  @Test func `the Weibull is the Gumbel on a log level`() throws {
    let weibull = try BayesData.fit(WeibullFunction.self).fit(BayesData.counts)
    let gumbel = try BayesData.fit(GumbelFunction.self, isLogLevel: true).fit(BayesData.counts)
    for (natural, common) in zip(numbers(weibull), numbers(gumbel)) {
      #expect(abs(natural - common * log(10)) < 3e-3 * weibull.deviation.threshold)
    }
    for share in [0.5, 0.81] {
      let level = gumbel.level(at: share, gumbel.map)
      #expect(abs(weibull.level(at: share, weibull.map) / level - 1) < 1e-5)
    }
  }

  @Test func `a level's trials may come in any order and in several rows`() throws {
    var trials: [(level: Double, isPositive: Bool)] = []
    for bin in BayesData.counts.bins {
      trials += (0..<24).map { (bin.level, Double($0) < bin.positives) }
    }
    var shuffled = Counts()
    for index in trials.indices {
      shuffled.add(
        trials[(index * 61) % trials.count].level, isPositive: trials[(index * 61) % trials.count].isPositive)
    }
    let fit = try BayesData.fit(hasOverdispersion: true)
    #expect(numbers(fit.fit(shuffled)) == numbers(fit.fit(BayesData.counts)))
  }

  @Test func `answers turned round give the fit turned round`() throws {
    let fit = try BayesData.fit(LogisticFunction.self, guess: .lapse)
    let plain = fit.fit(BayesData.signed)
    let turned = fit.fit(
      Counts(
        BayesData.signed.bins.reversed().map {
          .init(level: -$0.level, trials: $0.trials, positives: $0.trials - $0.positives)
        }))
    #expect(abs(plain.map.threshold + turned.map.threshold) < 1e-5)
    #expect(abs(plain.map.width - turned.map.width) < 1e-4)
    let (interval, other) = (plain.interval(of: .threshold).ends, turned.interval(of: .threshold).ends)
    #expect(abs(interval.low + other.high) < 1e-3 * plain.deviation.threshold)
    #expect(abs(interval.high + other.low) < 1e-3 * plain.deviation.threshold)
  }

  @Test func `a level without trials only widens the range for psignifit's prior`() throws {
    var bins = BayesData.counts.bins
    bins.append(.init(level: 9.25, trials: 0, positives: 0))
    let posterior = try BayesData.fit().fit(Counts(bins))
    #expect(posterior.prior.width == .plateau(low: 0.25, from: 0.5, to: 7.75, high: 23.25))
    let point = posterior.map
    let plain = try BayesData.fit().fit(BayesData.counts)
    #expect(abs(posterior.logLikelihood(at: point) - plain.logLikelihood(at: point)) < 1e-10)
  }

  /// γ = λ is one parameter with one prior.
  @Test func `the prior of the lapse rate counts once if the asymptotes are tied`() throws {
    let tied = try BayesData.fit(guess: .lapse).fit(BayesData.signed)
    let fixed = try BayesData.fit(guess: .asymptote(.fixed(0.04)), lapse: .fixed(0.04)).fit(BayesData.signed)
    let point = Posterior.Point(threshold: -1.3, width: 27, guess: 0.04, lapse: 0.04)
    let prior = log(10 * pow(0.96, 9) / (1 - pow(0.5, 10)))
    #expect(abs(tied.logPosterior(at: point) - fixed.logPosterior(at: point) - prior) < 1e-6)
    #expect(tied.free == [.threshold, .width, .lapse])
    #expect(tied.map.guess == tied.map.lapse)
    #expect(tied.interval(of: .guess) == tied.interval(of: .lapse))
    #expect(fixed.free == [.threshold, .width])
    #expect(fixed.interval(of: .lapse) == ConfidenceInterval(low: 0.04, high: 0.04))
  }
}

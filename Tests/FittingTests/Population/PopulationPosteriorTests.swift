import Foundation
import PeachFitting
import PeachMath
import Testing

/// Golden numbers of `Golden/population/posterior/reference.py`: posteriors sampled by NumPyro with the same priors and
/// plain random effects.
private struct ReferencePosteriors: Decodable, Sendable {
  struct Term: Decodable, Sendable {
    var term: String
    var mean: Double
    var sd: Double
    var ess: Double
    var low: Double
    var high: Double
  }

  struct Fit: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var guess: String
    var function: String
    var at: Double?
    var terms: [Term]

    var testDescription: String { name }

    var model: PopulationModel {
      let function: any PsychometricFunction.Type = function == "logistic" ? LogisticFunction.self : NormalFunction.self
      let guess: GuessRate =
        guess == "tied" ? .lapse : .asymptote(Double(guess).map { .fixed($0) } ?? .free(upTo: 0.25))
      var settings = FitSettings(
        function, reading: guess == .lapse ? .direction : .accuracy, guess: guess, lapse: .free(upTo: 0.1))
      settings.at = at
      return PopulationModel(settings)
    }
  }

  var fits: [Fit]

  static let all: [Fit] = {
    guard let url = Bundle.module.url(forResource: "Golden/population/posterior/numpyro", withExtension: "json"),
      let data = try? Data(contentsOf: url), let read = try? JSONDecoder().decode(Self.self, from: data)
    else { return [] }
    return read.fits
  }()
}

@Suite("Posteriors of populations")
struct PopulationPosteriorTests {
  private static func posterior(
    _ fit: PopulationFit, chains: Int = 4, _ lengths: PopulationSampler.Lengths, seed: UInt64 = 1
  ) -> PopulationPosterior {
    let sampler = PopulationSampler(fit)
    let drawn = (0..<chains).map { chain in
      var random = TestRandom(seed: seed &* 1_000_003 &+ UInt64(chain))
      return sampler.chain(lengths, using: &random)
    }
    return PopulationPosterior(fit, sampler.prior, drawn)
  }

  @Test("There are five reference posteriors, all with lapses")
  func number() {
    #expect(ReferencePosteriors.all.count == 5)
    #expect(ReferencePosteriors.all.allSatisfy { fit in fit.terms.contains { $0.term == "lapse" } })
  }

  @Test("Means and standard deviations agree with NumPyro within Monte Carlo error", arguments: ReferencePosteriors.all)
  fileprivate func reference(_ golden: ReferencePosteriors.Fit) throws {
    let (design, listeners) = try PopulationData.read("posterior/" + golden.name)
    var model = golden.model
    model.hasVaryingEffects = design.conditions.count > 1
    let fit = PopulationFitter(model, design, listeners).fit()
    let posterior = Self.posterior(fit, .init(warmUp: 300, draws: 500))
    let places = listeners.map(\.cells.count)
    for reference in golden.terms {
      let words = reference.term.split(separator: " ").map(String.init)
      let numbers = words.dropFirst().compactMap { Int($0) }
      let summary: PopulationPosterior.Summary
      switch words[0] {
      case "mean": summary = posterior.summary(of: .mean(numbers[0], cell: numbers[1]), confidence: 0.95)
      case "deviation": summary = posterior.summary(of: .deviation(numbers[0]), confidence: 0.95)
      case "correlation": summary = posterior.summary(of: .correlation, confidence: 0.95)
      case "effect": summary = posterior.summary(of: .effectDeviation, confidence: 0.95)
      case "lapse": summary = posterior.summary(of: .lapse, confidence: 0.95)
      case "guess": summary = posterior.summary(of: .guess, confidence: 0.95)
      default:
        let place = places.prefix(numbers[0]).reduce(0, +)
        summary = posterior.member(place, numbers[1], confidence: 0.95)
      }
      let size = try #require(summary.diagnostics?.bulk)
      // 65 means, each off by 4.5 errors in one of 150 000 tests.
      let error = reference.sd * (1 / size + 1 / reference.ess).squareRoot()
      #expect(abs(summary.mean - reference.mean) < 4.5 * error, "\(reference.term): \(summary.mean), \(reference.mean)")
      // The tails are long, so that a standard deviation is known less well than a mean.
      #expect(abs(summary.deviation / reference.sd - 1) < 0.2, "\(reference.term): \(summary.deviation)")
      let low = try #require(summary.interval.low)
      let high = try #require(summary.interval.high)
      #expect(abs(low - reference.low) < 0.5 * reference.sd && abs(high - reference.high) < 0.5 * reference.sd)
    }
  }

  @Test("The gradient is that of the density, for every kind of model")
  func gradient() throws {
    for golden in ReferencePosteriors.all {
      let (design, listeners) = try PopulationData.read("posterior/" + golden.name)
      var model = golden.model
      model.hasVaryingEffects = design.conditions.count > 1
      let sampler = PopulationSampler(PopulationFitter(model, design, listeners).fit())
      var random = TestRandom(seed: 3)
      expectGradient(sampler, at: sampler.start(using: &random), golden.name)
    }
  }

  @Test("The gradient is right without vector arithmetic, with fixed rates, and without varying effects")
  func scalarGradient() throws {
    let (design, listeners) = DrawnListeners.drawn(5, trials: 12, seed: 9, conditions: 2)
    let model = PopulationModel(
      FitSettings(GumbelFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.02)))
    let sampler = PopulationSampler(PopulationFitter(model, design, listeners).fit())
    var random = TestRandom(seed: 3)
    let position = sampler.start(using: &random)
    #expect(position.count == 2 * 2 + 3 + 2 * 5)
    expectGradient(sampler, at: position, "scalar")
  }

  /// The gradient equals differences of the density.
  private func expectGradient(_ sampler: PopulationSampler, at position: [Double], _ name: String) {
    let slope = sampler.slope(at: position)
    #expect(slope.value.isFinite, "\(name)")
    for place in position.indices {
      let step = 1e-5 * max(1, abs(position[place]))
      var (up, down) = (position, position)
      up[place] += step
      down[place] -= step
      let difference = (sampler.slope(at: up).value - sampler.slope(at: down).value) / (2 * step)
      #expect(abs(difference - slope.gradient[place]) < 1e-5 * max(1, abs(difference)), "\(name), \(place)")
    }
  }

  @Test("A chain depends only on its random stream")
  func sameness() {
    let (design, listeners) = DrawnListeners.drawn(5, trials: 10, seed: 6)
    let fit = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    let lengths = PopulationSampler.Lengths(warmUp: 100, draws: 20)
    let (a, b) = (Self.posterior(fit, chains: 1, lengths), Self.posterior(fit, chains: 1, lengths))
    #expect(a.draws(of: .deviation(0)) == b.draws(of: .deviation(0)))
    let other = Self.posterior(fit, chains: 1, lengths, seed: 2)
    #expect(a.draws(of: .deviation(0)) != other.draws(of: .deviation(0)))
  }

  @Test("Too few draws are named")
  func few() {
    let (design, listeners) = DrawnListeners.drawn(5, trials: 10, seed: 6)
    let fit = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    #expect(Self.posterior(fit, .init(warmUp: 100, draws: 20)).status == .chainsDisagree)
  }

  /// With PEACH_TEST_LONG 1000 data sets of each design, else 40 of the smaller one.
  @Test("Ranks of parameters among draws of their posterior are uniform")
  func calibration() throws {
    let isLong = ProcessInfo.processInfo.environment["PEACH_TEST_LONG"] != nil
    for conditions in isLong ? [1, 2] : [1] {
      var study = CalibrationStudy()
      study.conditions = conditions
      let ranks = (1...(isLong ? 1000 : 40)).compactMap { study.ranks(seed: UInt64(5000 * (conditions - 1) + $0)) }
      #expect(ranks.count == (isLong ? 1000 : 40))
      for (place, name) in study.names.enumerated() {
        // By Bonferroni's inequality, 0.01 for all parameters together.
        let p = CalibrationStudy.uniformity(ranks.map { $0[place] })
        #expect(p > 0.01 / Double(study.names.count), "\(name): p = \(p)")
      }
    }
  }
}

@Suite("Checks of population models")
struct PopulationCheckTests {
  private static func checks(_ listeners: [PopulationListener]) -> PopulationChecks {
    let fit = PopulationFitter(DrawnListeners.model, PopulationDesign(groups: ["g0"], conditions: ["c0"]), listeners)
      .fit()
    var random = TestRandom(seed: 11)
    let draws = PopulationDraws(fit, using: &random)
    return PopulationChecks(draws, using: &random)
  }

  @Test("Answers of the model pass, and have a check for each listener and group of levels")
  func passing() {
    let (_, listeners) = DrawnListeners.drawn(10, trials: 25, seed: 12)
    let checks = Self.checks(listeners)
    #expect(checks.listeners.count == 10)
    #expect(checks.levels.count == 7)
    #expect(checks.p > 0.01 && checks.p < 0.999)
    #expect(checks.dispersion > 0.7 && checks.dispersion < 1.3)
    // 10 listeners, 7 levels, 25 trials.
    #expect(checks.levels.reduce(0) { $0 + $1.trials } == 1750)
  }

  @Test("Proportions that jump about are overdispersed, and one odd listener is found")
  func failing() {
    let (_, drawn) = DrawnListeners.drawn(10, trials: 40, seed: 12)
    var listeners = drawn
    // Every other level of one listener is answered at chance.
    let bins = listeners[3].cells[0].counts.bins.enumerated().map { place, bin in
      Counts.Bin(level: bin.level, trials: 40, positives: place % 2 == 0 ? 38 : 20)
    }
    listeners[3].cells[0].counts = Counts(bins)
    let checks = Self.checks(listeners)
    #expect(checks.listeners.min { $0.p < $1.p }?.listener == 3)
    #expect(checks.p < 0.01)
    #expect(checks.dispersion > 1.3)
  }

  @Test("The curve of the median listener lies inside its interval, and that inside the range of listeners")
  func curves() {
    let (design, listeners) = DrawnListeners.drawn(10, trials: 25, seed: 12)
    let fit = PopulationFitter(DrawnListeners.model, design, listeners).fit()
    var random = TestRandom(seed: 5)
    let curve = PopulationDraws(fit, using: &random).curve(of: 0, at: DrawnListeners.levels, using: &random)
    #expect(curve.map(\.level) == DrawnListeners.levels)
    for point in curve {
      #expect(point.low <= point.value && point.value <= point.high)
      #expect(point.high - point.low < point.listenersHigh - point.listenersLow + 0.02)
    }
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.value <= $1.value })
  }
}

import PeachFitting
import PeachTrials
import Testing

@Suite struct BootstrapTests {
  private let fitter = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0)).makeFitter()
  /// So few errors that many resamples have none, or none but at one level.
  private let few = Counts([
    .init(level: 3, trials: 6, positives: 4), .init(level: 5, trials: 6, positives: 5),
    .init(level: 8, trials: 6, positives: 6),
  ])

  private func draw(_ count: Int, _ kind: Bootstrap.Kind, seed: UInt64 = 5) throws -> Bootstrap {
    var random = TestRandom(seed: seed)
    let found = fitter.fit(few)
    #expect(found.status == .ok)
    return try #require(Bootstrap(few, found, fitter, kind: kind, resamples: count, using: &random))
  }

  /// The fits of the same draws, one by one.
  private func refits(_ count: Int, _ kind: Bootstrap.Kind, seed: UInt64 = 5) throws -> [FitResult] {
    var random = TestRandom(seed: seed)
    let found = fitter.fit(few)
    let probabilities =
      kind == .nonparametric
      ? few.bins.map { $0.positives / $0.trials }
      : try #require(fitter.probabilities(at: few.bins.map(\.level), of: found))
    return (0..<count).map { _ in
      fitter.refit(Resample.counts(like: few, probabilities, using: &random), near: found)
    }
  }

  @Test(arguments: Bootstrap.Kind.allCases)
  func `failed resamples are counted and never dropped`(kind: Bootstrap.Kind) throws {
    let bootstrap = try draw(500, kind)
    let refits = try refits(500, kind)
    // A step has a threshold and, as its width, 0.
    let failed = refits.count { $0.threshold == nil || ($0.width == nil && $0.status != .step) }
    #expect(bootstrap.resamples == 500)
    #expect(failed > 15 && failed < 60, "\(failed)")
    #expect(bootstrap.failed == failed)
    #expect(bootstrap.values(of: .threshold) == refits.compactMap(\.threshold).sorted())
    #expect(
      bootstrap.values(of: .width).count { $0 == 0 } == refits.count { $0.status == .step },
      "steps have a width of 0")
    // More failed than either tail holds: neither end is known.
    #expect(bootstrap.percentile(.threshold, confidence: 0.95) == ConfidenceInterval(low: nil, high: nil))
  }

  @Test func `the analysis passes on how many failed`() throws {
    var plan = FitAnalysis.Plan(interval: .percentile)
    plan.resamples = 500
    var random = TestRandom(seed: 5)
    let found = FitAnalysis(few, blocks: [], fitter, plan, using: &random)
    let drawn = try draw(500, .parametric)
    #expect(found.bootstrap?.resamples == 500)
    #expect(found.bootstrap?.failed == drawn.failed)
    #expect(found.intervals[.threshold] == ConfidenceInterval(low: nil, high: nil))
  }
}

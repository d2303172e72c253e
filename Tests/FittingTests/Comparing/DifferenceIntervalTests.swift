import PeachFitting
import PeachMath
import PeachTrials
import Testing

@Suite struct DifferenceIntervalTests {
  private static let settings: [(name: String, settings: FitSettings)] = [
    ("normal", FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1))),
    (
      "logistic at 0.8",
      FitSettings(
        LogisticFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.01), at: 0.8)
    ),
    (
      "gumbel on log10",
      FitSettings(
        GumbelFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.01), isLogLevel: true)
    ),
    (
      "weibull",
      FitSettings(WeibullFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0.01))
    ),
  ]

  private func difference(_ fitter: any Fitter, _ a: Counts, _ b: Counts) throws -> (
    value: Double, interval: ConfidenceInterval
  ) {
    let fits = (fitter.fit(a), fitter.fit(b))
    return (
      try #require(fits.0.threshold) - (try #require(fits.1.threshold)),
      fitter.differenceInterval((a, b), fits, confidence: 0.95)
    )
  }

  @Test(arguments: settings.indices)
  func `it contains the difference and turns with the groups`(index: Int) throws {
    let fitter = Self.settings[index].settings.makeFitter()
    let forth = try difference(fitter, JointData.first, JointData.second)
    let back = try difference(fitter, JointData.second, JointData.first)
    let (low, high) = (try #require(forth.interval.low), try #require(forth.interval.high))
    #expect(low < forth.value && forth.value < high)
    #expect(back.value == -forth.value)
    #expect(abs(try #require(back.interval.low) + high) < 1e-6 * (high - low))
    #expect(abs(try #require(back.interval.high) + low) < 1e-6 * (high - low))
  }

  /// The ends are where the test of a common threshold is at its limit, the second group moved by so much.
  @Test func `its ends are where the likelihood ratio reaches χ²`() throws {
    for (name, settings) in Self.settings.prefix(2) {
      let fitter = settings.makeFitter()
      let interval = try difference(fitter, JointData.first, JointData.second).interval
      for end in [try #require(interval.low), try #require(interval.high)] {
        let moved = Counts(
          JointData.second.bins.map { .init(level: $0.level + end, trials: $0.trials, positives: $0.positives) })
        let found = fitter.likelihoodRatio([JointData.first, moved], sharing: SharedParameters([.threshold]))
        #expect(abs(try #require(found.p) - 0.05) < 1e-6, "\(name)")
      }
    }
  }

  @Test func `in the direction reading it is of the levels heard`() throws {
    let levels = [-14.0, -9, -5, -2, 2, 5, 9, 14]
    let a = JointData.counts(levels, 25, [0, 1, 4, 8, 15, 20, 24, 25])
    let b = JointData.counts(levels, 25, [2, 4, 9, 12, 15, 19, 21, 24])
    let settings = FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), at: 0.75)
    let fitter = settings.makeFitter()
    let forth = try difference(fitter, a, b)
    let back = try difference(fitter, b, a)
    let (low, high) = (try #require(forth.interval.low), try #require(forth.interval.high))
    #expect(low < forth.value && forth.value < high)
    #expect(abs(try #require(back.interval.low) + high) < 1e-6 * (high - low))
    let found = fitter.likelihoodRatio([a, b], sharing: SharedParameters([.threshold]))
    #expect((try #require(found.p) < 0.05) == !forth.interval.contains(0))
  }

  @Test func `answers that hardly rise leave a wide interval`() throws {
    let flat = JointData.counts([2, 4.5, 7, 9.5], 12, [7, 6, 8, 8])
    let fitter = Self.settings[0].settings.makeFitter()
    let found = try difference(fitter, JointData.first, flat)
    let (low, high) = (found.interval.low ?? -.infinity, found.interval.high ?? .infinity)
    #expect(high - low > 7)
    #expect(found.interval.contains(found.value))
  }

  @Test func `a step has no profile of curves`() {
    let step = JointData.counts([3, 6, 9, 12], 12, [6, 6, 12, 12])
    let fitter = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0)).makeFitter()
    let fits = (fitter.fit(JointData.first), fitter.fit(step))
    #expect(fits.1.status == .step)
    let interval = fitter.differenceInterval((JointData.first, step), fits, confidence: 0.95)
    #expect(interval == ConfidenceInterval(low: nil, high: nil))
  }
}

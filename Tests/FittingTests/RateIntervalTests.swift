import PeachFitting
import PeachMath
import Testing

/// Profile intervals of free guess and lapse rates.
@Suite struct RateIntervalTests {
  private static let counts = Counts(
    zip([1.0, 2, 3, 4, 5, 6, 7], [3, 2, 7, 14, 18, 17, 19]).map { Counts.Bin(level: $0, trials: 20, positives: $1) })

  private func settings(_ method: FitMethod, guess: Asymptote, lapse: Asymptote) -> FitSettings {
    FitSettings(reading: .accuracy, guess: .asymptote(guess), lapse: lapse, method: method)
  }

  /// At an end the highest point of a fit with that rate fixed lies χ²/2 below the highest of all.
  @Test(arguments: FitMethod.allCases) func `a rate at the end of its interval lies χ²/2 below`(method: FitMethod)
    throws
  {
    let fitter = settings(method, guess: .free(upTo: 0.4), lapse: .free(upTo: 0.4)).makeFitter()
    let found = fitter.fit(Self.counts)
    let highest = try #require(found.penalised ?? found.logLikelihood)
    for rate in [FitParameter.guess, .lapse] {
      let interval = try #require(fitter.rateInterval(rate, found, Self.counts, confidence: 0.95))
      for end in [interval.low, interval.high] {
        let value = try #require(end)
        if value == 0 { continue }
        let fixed = settings(
          method, guess: rate == .guess ? .fixed(value) : .free(upTo: 0.4),
          lapse: rate == .lapse ? .fixed(value) : .free(upTo: 0.4)
        ).makeFitter().fit(Self.counts)
        let height = try #require(fixed.penalised ?? fixed.logLikelihood)
        #expect(abs(highest - height - 3.841_458_820_694_124 / 2) < 1e-6, "\(rate) \(value)")
      }
      #expect(interval.contains(try #require(rate == .guess ? found.guess : found.lapse)))
    }
  }

  @Test func `a fixed rate has no interval, and an end beyond the bound is open`() {
    let fixed = settings(.reduced, guess: .fixed(0), lapse: .fixed(0.02)).makeFitter()
    let narrow = settings(.reduced, guess: .fixed(0), lapse: .free(upTo: 0.02)).makeFitter()
    let found = (fixed.fit(Self.counts), narrow.fit(Self.counts))
    for rate in [FitParameter.guess, .lapse, .width] {
      #expect(fixed.rateInterval(rate, found.0, Self.counts, confidence: 0.95) == nil)
    }
    let interval = narrow.rateInterval(.lapse, found.1, Self.counts, confidence: 0.95)
    #expect(interval == ConfidenceInterval(low: 0, high: nil))
  }
}

import PeachFitting
import PeachMath
import PeachTrials
import Testing

@Suite struct BiasCorrectedIntervalTests {
  @Test func `the acceleration equals the jackknife of another program`() throws {
    for golden in try GoldenBiasCorrection.read() {
      let (counts, fitter) = (golden.counts, golden.fitter)
      let found = fitter.fit(counts)
      let accelerations = Bootstrap.accelerations(counts, found, fitter)
      for (quantity, wanted) in [(Quantity.threshold, golden.threshold), (.width, golden.width)] {
        let comment = Comment(rawValue: "\(golden.name) \(quantity)")
        #expect(abs(try #require(found.value(of: quantity)) / wanted.estimate - 1) < 1e-6, comment)
        #expect(abs(try #require(accelerations[quantity]) / wanted.acceleration - 1) < 1e-5, comment)
      }
    }
  }

  @Test func `the same resamples give the same ends as another program`() throws {
    let cases = try GoldenBiasCorrection.read()
    #expect(cases.count == 2)
    for golden in cases {
      let bootstrap = Bootstrap(of: golden.fitter.fit(golden.counts), golden.refits, [.threshold, .width])
      #expect(bootstrap.resamples == 399 && bootstrap.failed == 0)
      for (quantity, wanted) in [(Quantity.threshold, golden.threshold), (.width, golden.width)] {
        let comment = Comment(rawValue: "\(golden.name) \(quantity)")
        let found = bootstrap.biasCorrected(quantity, acceleration: wanted.acceleration, confidence: 0.95)
        #expect(abs(try #require(found.low) / wanted.low - 1) < 1e-9, comment)
        #expect(abs(try #require(found.high) / wanted.high - 1) < 1e-9, comment)
        // The golden proportions are not those of the percentile interval, whose ends lie elsewhere.
        #expect(abs(wanted.lowProportion - 0.025) > 0.005 && abs(wanted.highProportion - 0.975) > 0.005, comment)
        let percentile = bootstrap.percentile(quantity, confidence: 0.95)
        #expect(percentile != found, comment)
      }
    }
  }

  /// Resamples 1, 2, … of an estimate, some of them failed.
  private func bootstrap(_ estimate: Double, _ values: [Double], failed: Int = 0) -> Bootstrap {
    func result(_ threshold: Double?) -> FitResult {
      var result = FitResult(status: threshold == nil ? .allCorrect : .ok)
      result.threshold = threshold
      return result
    }
    let refits = values.map(result) + (0..<failed).map { _ in result(nil) }
    return Bootstrap(of: result(estimate), refits, [.threshold])
  }

  @Test func `without bias and acceleration it is the percentile interval`() throws {
    // 99 below and 99 above the estimate, and one tie, which counts half.
    let bootstrap = bootstrap(100, (1...199).map(Double.init))
    let found = bootstrap.biasCorrected(.threshold, acceleration: 0, confidence: 0.9)
    #expect(abs(try #require(found.low) - 10) < 1e-9)
    #expect(abs(try #require(found.high) - 190) < 1e-9)
    let percentile = bootstrap.percentile(.threshold, confidence: 0.9)
    #expect(abs(try #require(percentile.low) - 10) < 1e-9)
    #expect(abs(try #require(percentile.high) - 190) < 1e-9)
  }

  /// Efron's formula by hand: 60 of 199 below and half of a tie make z₀ = Φ⁻¹(60.5/199).
  @Test func `bias and acceleration shift the proportions`() throws {
    let bootstrap = bootstrap(61, (1...199).map(Double.init))
    let bias = NormalDistribution.quantile(60.5 / 199)
    let found = bootstrap.biasCorrected(.threshold, acceleration: 0.07, confidence: 0.9)
    for (end, z) in [(found.low, -1.6448536269514722), (found.high, 1.6448536269514722)] {
      let shifted = bias + (bias + z) / (1 - 0.07 * (bias + z))
      #expect(abs(try #require(end) - 200 * NormalDistribution.cumulative(shifted)) < 1e-9)
    }
  }

  @Test func `both ends are open if the interval is undefined`() {
    let open = ConfidenceInterval(low: nil, high: nil)
    let values = (1...199).map(Double.init)
    // All resamples on one side of the estimate, no acceleration, and one so large that the shift has no end.
    #expect(bootstrap(0.5, values).biasCorrected(.threshold, acceleration: 0, confidence: 0.95) == open)
    #expect(bootstrap(200, values).biasCorrected(.threshold, acceleration: 0, confidence: 0.95) == open)
    #expect(bootstrap(100, values).biasCorrected(.threshold, acceleration: nil, confidence: 0.95) == open)
    #expect(bootstrap(100, values).biasCorrected(.threshold, acceleration: 0.6, confidence: 0.95) == open)
  }

  @Test func `failed resamples count half on each side of the estimate, and beyond both ends`() throws {
    // 90 + ½ + 10 of 201 are below, so that there is no bias; the 20 failed ones push both ends outwards.
    let whole = bootstrap(91, (1...181).map(Double.init))
    let some = bootstrap(91, (1...181).map(Double.init), failed: 20)
    let (without, with) = (
      whole.biasCorrected(.threshold, acceleration: 0, confidence: 0.7),
      some.biasCorrected(.threshold, acceleration: 0, confidence: 0.7)
    )
    #expect(some.resamples == 201 && some.failed == 20 && some.values(of: .threshold).count == 181)
    // At 0.15 · 202 of all, 20 of which lie below the first value.
    #expect(abs(try #require(with.low) - 10.3) < 1e-9)
    #expect(abs(try #require(with.high) - (182 - 10.3)) < 1e-9)
    #expect(abs(try #require(without.low) - 27.3) < 1e-9)
    // At 0.025 and 0.975 the ends fall among the failed.
    #expect(
      some.biasCorrected(.threshold, acceleration: 0, confidence: 0.95) == ConfidenceInterval(low: nil, high: nil))
  }
}

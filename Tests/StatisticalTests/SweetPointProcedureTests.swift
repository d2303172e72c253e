import Glibc
import Testing
import Trials

/// Procedures that place trials at sweet points, against what the sweet point promises.
@Suite struct SweetPointProcedureTests {
  private static let task = "{kind: level, unit: dB}"

  private func estimates(
    _ strategy: String, listener: String, seed: UInt64, tracks: Int
  ) throws -> [Estimate] {
    let played = try Tracks(strategy, listener: listener, task: Self.task, seed: seed)
    var estimates: [Estimate] = []
    played.forEach(1...tracks) { track, _ in estimates += track.estimates }
    return estimates
  }

  /// The spread of a threshold's estimate nears √N · SD = 3.3302 at the sweet point, 3.4641 at α; n = 400 tracks of 400
  /// trials. The tolerance is 3 % for what 400 trials are short of the limit, on top of our own error at a false-alarm rate
  /// of 1e-6. Trials at 70.7 % (4.34) or 95 % (4.6) would be caught with power above 0.99.
  @Test(
    arguments: [
      ("kind: mlp", 3.3302, true), ("kind: uml, sweet-points: [threshold]", 3.3302, false),
      ("kind: zest", 3.4641, false),
    ])
  func `the spread of the threshold is that of its placement`(kind: String, limit: Double, isAtSweetPoint: Bool) throws
  {
    for seed in Expectations.seeds {
      let estimates = try estimates(
        """
        \(kind), function: logistic, threshold: {from: -6, to: 6, count: 121}, slope: 1, lapse: 0,
          stop: {trials: 400}
        """, listener: "kind: psychometric, function: logistic, threshold: 0.37, slope: 1", seed: seed, tracks: 400)
      let sample = Sample(values: estimates.compactMap(\.threshold))
      #expect(sample.values.count == 400)
      Expectations.mean(
        sample.deviation * 20, standardError: sample.deviationError * 20, is: limit, stated: 0.03 * limit,
        "\(kind), seed \(seed)")
      // The maximum-likelihood procedure reports the level of its target, 0.4812 above α.
      Expectations.mean(
        sample.mean, standardError: sample.standardError, is: isAtSweetPoint ? 0.37 + 0.4812 : 0.37, stated: 0.03,
        "\(kind), seed \(seed)")
    }
  }

  /// n = 100 tracks of 60 trials and as many of 400: errors of threshold and slope shrink, by less than √(400/60) = 2.6
  /// since the prior helps the short tracks, and their means near the truth. A rule that stays at one sweet point leaves
  /// the slope's error where it was.
  @Test func `UML finds threshold, slope and lapse`() throws {
    let strategy = """
      kind: uml, threshold: {from: -8, to: 8, count: 33}, slope: {from: 0.25, to: 4, count: 13, spacing: log},
        lapse: {from: 0, to: 0.1, count: 6}, limits: [-14, 14]
      """
    let listener = "kind: psychometric, function: logistic, threshold: 0.37, slope: 1, lapse: 0.04"
    for seed in Expectations.seeds {
      var errors: [Int: (threshold: Double, slope: Double)] = [:]
      for trials in [60, 400] {
        let estimates = try estimates(
          strategy + ", stop: {trials: \(trials)}", listener: listener, seed: seed, tracks: 100)
        let thresholds = estimates.compactMap { $0.threshold.map { $0 - 0.37 } }
        // dψ/dx at α is β(1 − γ − λ)/4.
        let slopes = try estimates.map { estimate in
          let lapse = try #require(estimate.lapse)
          return log2(try #require(estimate.slope) * 4 / (0.5 - lapse))
        }
        errors[trials] = (rootMeanSquare(thresholds), rootMeanSquare(slopes))
        if trials == 400 {
          let threshold = Sample(values: thresholds)
          Expectations.mean(
            threshold.mean, standardError: threshold.standardError, is: 0, stated: 0.1, "threshold, seed \(seed)")
          let slope = Sample(values: slopes)
          Expectations.mean(slope.mean, standardError: slope.standardError, is: 0, stated: 0.2, "slope, seed \(seed)")
          let lapse = Sample(values: estimates.compactMap(\.lapse))
          Expectations.mean(
            lapse.mean, standardError: lapse.standardError, is: 0.04, stated: 0.01, "lapse, seed \(seed)")
        }
      }
      let (short, long) = (try #require(errors[60]), try #require(errors[400]))
      #expect(short.threshold > 1.5 * long.threshold, "\(short.threshold) and \(long.threshold), seed \(seed)")
      #expect(short.slope > 1.3 * long.slope, "\(short.slope) and \(long.slope), seed \(seed)")
    }
  }

  private func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
}

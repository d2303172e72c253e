import Glibc
import PeachTrials
import Testing

/// Procedures that place trials at sweet points, against what the sweet point promises.
@Suite struct SweetPointProcedureTests {
  private static let task = "{kind: forced-choice, unit: dB}"

  private func estimates(
    _ strategy: String, listener: String, seed: UInt64, tracks: Int
  ) throws -> [Estimate] {
    let played = try Tracks(strategy, listener: listener, task: Self.task, seed: seed)
    var estimates: [Estimate] = []
    played.forEach(1...tracks) { track, _ in estimates += track.estimates }
    return estimates
  }

  /// The spread of a threshold's estimate nears √N · SD = 3.3302 at the sweet point, 3.4641 at α; n = 400 tracks of 400
  /// trials. The tolerance is 3 % for what 400 trials are short of the limit, on top of our own error (SE 3.5 %) at a
  /// false-alarm rate of 1e-6. Trials at 65 % (4.54) or 95 % (4.84) would be caught with power above 0.99.
  @Test(
    arguments: [
      ("kind: mlp", 3.3302, true), ("kind: uml, sweet-points: [threshold]", 3.3302, false),
      ("kind: zest", 3.4641, false),
    ])
  func `the spread of the threshold follows from its placement`(kind: String, limit: Double, isAtSweetPoint: Bool)
    throws
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

  private static let uml =
    "kind: uml, threshold: {from: -8, to: 8, count: 33}, slope: {from: 0.25, to: 4, count: 13, spacing: log}, "
    + "limits: [-14, 14], stop: {trials: 400}"
  private static let lapsing = "kind: psychometric, function: logistic, threshold: 0.37, slope: 1, lapse: 0.04"

  /// n = 300 tracks of 400 trials. Over 1 000 other tracks the root mean squared error of the threshold was 0.27 (here
  /// SE 0.014), of log2 of the slope 0.42 (SE 0.018): the bounds are 5 and 7 standard errors away. Trials at the sweet
  /// point of the threshold alone leave 0.68 (SE 0.024) of the slope, caught with power above 0.999. The means are near
  /// the truth to what the prior is expected to add at 400 trials, at a false-alarm rate of 1e-6 each.
  @Test func `UML finds threshold and slope`() throws {
    for seed in Expectations.seeds {
      let estimates = try estimates(Self.uml + ", lapse: 0.04", listener: Self.lapsing, seed: seed, tracks: 300)
      let thresholds = Sample(values: try estimates.map { try #require($0.threshold) - 0.37 })
      // dψ/dx at α is β(1 − γ − λ)/4.
      let slopes = Sample(values: try estimates.map { log2(try #require($0.slope) * 4 / 0.46) })
      #expect(rootMeanSquare(thresholds.values) < 0.35, "seed \(seed)")
      #expect(rootMeanSquare(slopes.values) < 0.55, "seed \(seed)")
      Expectations.mean(
        thresholds.mean, standardError: thresholds.standardError, is: 0, stated: 0.05, "threshold, seed \(seed)")
      Expectations.mean(slopes.mean, standardError: slopes.standardError, is: 0, stated: 0.12, "slope, seed \(seed)")
    }
  }

  /// n = 60 tracks of 400 trials; false-alarm rate 1e-6. The prior's mean is 0.05; its pull is within 0.008.
  @Test func `UML finds lapses`() throws {
    for seed in Expectations.seeds {
      let estimates = try estimates(
        Self.uml + ", lapse: {from: 0, to: 0.1, count: 6}", listener: Self.lapsing, seed: seed, tracks: 60)
      let lapses = Sample(values: estimates.compactMap(\.lapse))
      Expectations.mean(
        lapses.mean, standardError: lapses.standardError, is: 0.04, stated: 0.008, "lapse, seed \(seed)")
      #expect(estimates.allSatisfy { $0.status == .ok })
    }
  }

  private func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
}

import Foundation
import PeachAnalysis
import PeachFitting
import Testing

/// The thresholds that a drift is shown with.
@Suite struct DriftHalvesTests {
  /// Answers at eight signed levels, forty each, as often higher as Φ(x/σ) rounds to; the noise halves midway.
  private static func trials(_ sigmas: [Double]) -> [ObservedTrial] {
    sigmas.flatMap { sigma in
      [-40.0, -20, -10, -5, 5, 10, 20, 40].flatMap { level in
        let higher = Int((40 * erfc(-level / (sigma * 2.squareRoot())) / 2).rounded())
        return (0..<40).map { ObservedTrial(level: level, isPositive: $0 < higher) }
      }
    }
  }

  private static func drift(_ settings: FitSettings) throws -> Drift {
    let fitter = settings.makeFitter()
    let trials = trials([24, 12])
    var counts = Counts()
    counts.add(trials.map { Counts.Bin(level: $0.level, trials: 1, positives: $0.isPositive ? 1 : 0) })
    return try #require(Drift(trials, fitter.fit(counts), fitter))
  }

  /// The JND is 0.67449 σ: 16.2 and 8.1 cents. Counts are rounded, which moves it by a few percent.
  @Test(arguments: [nil, 0.75, 0.8] as [Double?])
  func `the JNDs of the halves do not depend on the requested proportion`(at: Double?) throws {
    let drift = try Self.drift(
      FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), at: at, method: .ml))
    #expect(drift.isDrifting && drift.isDown)
    let first = try #require(drift.thresholds.first)
    let second = try #require(drift.thresholds.second)
    #expect(abs(first / (0.67449 * 24) - 1) < 0.06, "\(first)")
    #expect(abs(second / (0.67449 * 12) - 1) < 0.06, "\(second)")
  }

  /// The score is that of the fitted curve, which `at` does not move.
  @Test func `the halves are the same with and without a proportion`() throws {
    let plain = try Self.drift(FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), method: .ml))
    let asked = try Self.drift(
      FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), at: 0.75, method: .ml))
    #expect(abs((asked.thresholds.first ?? .nan) - (plain.thresholds.first ?? .nan)) < 1e-9)
    #expect(abs((asked.thresholds.second ?? .nan) - (plain.thresholds.second ?? .nan)) < 1e-9)
  }
}

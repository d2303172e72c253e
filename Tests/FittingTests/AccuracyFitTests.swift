import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// The accuracy reading: percent correct against levels.
@Suite struct AccuracyFitTests {
  private func fit(
    _ counts: Counts, guess: Asymptote, lapse: Asymptote, at: Double? = nil
  ) -> FitResult {
    FitSettings(reading: .accuracy, guess: .asymptote(guess), lapse: lapse, at: at)
      .makeFitter().fit(counts)
  }

  private static let levels = [1.9, 3.3, 5.7, 8.2, 12.6, 19.4, 31.5]

  private func expected(
    threshold: Double, scale: Double, guess: Double, lapse: Double, each: Double = 2000
  ) -> Counts {
    Counts(
      Self.levels.map { level in
        let p = guess + (1 - guess - lapse) * NormalDistribution.cumulative((level - threshold) / scale)
        return Counts.Bin(level: level, trials: each, positives: each * p)
      })
  }

  @Test func `an estimand beyond the asymptote is unreachable`() {
    let found = fit(
      expected(threshold: 9.37, scale: 4.19, guess: 0.5, lapse: 0.08), guess: .fixed(0.5), lapse: .fixed(0.08),
      at: 0.93)
    #expect(found.status == .unreachable)
    #expect(found.threshold == nil)
  }

  private static let degenerate: [(name: String, guess: Double, k: [Double], status: EstimateStatus)] = [
    ("a step", 0, [0, 0, 7, 10, 10], .step),
    ("a clean step", 0, [0, 0, 10, 10], .step),
    ("decreasing", 0, [10, 8, 5, 2, 0], .decreasing),
    ("constant", 0, [5, 5, 5, 5], .constant),
    ("all correct", 0.5, [10, 10, 10], .allCorrect),
    ("none positive", 0, [0, 0, 0], .oneAnswer),
    ("one level", 0, [6], .tooFewLevels),
  ]

  @Test(arguments: degenerate.indices)
  func `degenerate data are named`(index: Int) {
    let data = Self.degenerate[index]
    let counts = Counts(
      data.k.enumerated().map { Counts.Bin(level: Double($0.offset + 1), trials: 10, positives: $0.element) })
    let found = fit(counts, guess: .fixed(data.guess), lapse: .fixed(0))
    #expect(found.status == data.status, "\(data.name)")
  }

  @Test func `a lapse rate on its bound is named`() {
    let found = fit(
      expected(threshold: 9.37, scale: 4.19, guess: 0.5, lapse: 0.16), guess: .fixed(0.5), lapse: .free(upTo: 0.1))
    #expect(found.status == .lapseAtBound)
  }
}

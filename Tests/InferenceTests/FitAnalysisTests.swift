import Foundation
import PeachFitting
import PeachMath
import PeachStrategies
import PeachTrials
import Testing

/// What is said of a fit: deviance, criteria, residuals, influence.
@Suite struct FitAnalysisTests {
  private static let levels = [1.5, 2.9, 4.1, 6.3, 8.8, 12.4]

  private func analysis(
    _ positives: [Double], trials: Double = 30, plan: FitAnalysis.Plan = FitAnalysis.Plan(), seed: UInt64 = 7
  ) -> FitAnalysis {
    let bins = zip(Self.levels, positives).map { Counts.Bin(level: $0, trials: trials, positives: $1) }
    let blocks = bins.enumerated().map { Residuals.Block(bin: $0.element, order: Double($0.offset + 1)) }
    let settings = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1))
    var random = RandomStream(seed: seed)
    var plan = plan
    plan.hasInfluence = true
    return FitAnalysis(Counts(bins), blocks: blocks, settings.makeFitter(), plan, using: &random)
  }

  @Test func `squared residuals add up to the deviance`() throws {
    let found = analysis([16, 17, 21, 22, 29, 28])
    let rows = try #require(found.residuals).rows
    let sum = rows.reduce(0) { $0 + $1.residual * $1.residual }
    #expect(abs(sum - (try #require(found.deviance))) < 1e-9)
    for row in rows {
      #expect((row.residual >= 0) == (row.block.bin.positives / 30 >= row.fitted))
    }
  }

  @Test func `every kind of interval equals that of a fit with only this kind`() throws {
    func found(_ kind: IntervalKind, others: Bool) -> FitAnalysis {
      var plan = FitAnalysis.Plan(interval: kind)
      plan.resamples = 200
      plan.hasOtherIntervals = others
      return analysis([16, 17, 21, 22, 29, 28], plan: plan)
    }
    let all = found(.profile, others: true)
    #expect(Set(all.otherIntervals.keys) == [.wald, .percentile, .bca])
    for kind in [IntervalKind.wald, .percentile, .bca] {
      #expect(all.otherIntervals[kind] == found(kind, others: false).intervals)
    }
    #expect(all.intervals == found(.profile, others: false).intervals)
    #expect(found(.wald, others: false).otherIntervals.isEmpty)
  }

  @Test func `influence is the change of a fit without the block`() throws {
    let positives: [Double] = [16, 17, 21, 22, 29, 28]
    let found = analysis(positives)
    let rows = try #require(found.residuals).rows
    let settings = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1))
    for (index, row) in rows.enumerated() {
      var bins = found.counts.bins
      bins.remove(at: index)
      let without = settings.makeFitter().fit(Counts(bins))
      let threshold = try #require(without.threshold) - (try #require(found.result.threshold))
      #expect(abs(try #require(row.thresholdInfluence) - threshold) < 1e-6)
      let width = without.width.flatMap { new in found.result.width.map { new - $0 } }
      #expect((row.widthInfluence == nil) == (width == nil))
      if let own = row.widthInfluence, let width { #expect(abs(own - width) < 1e-5) }
    }
  }

  /// Levels, fitted values and residuals as rows, in an order of their own: each correlation is Pearson's, by a formula
  /// of its own.
  @Test func `correlations of residuals are Pearson's with level, prediction and order`() throws {
    let bins = zip(Self.levels, [22.0, 16, 18, 24, 23, 30]).map { Counts.Bin(level: $0, trials: 30, positives: $1) }
    let orders = [4.0, 1, 6, 2.5, 3, 5]
    let blocks = zip(bins, orders).map { Residuals.Block(bin: $0, order: $1) }
    let settings = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1))
    var random = RandomStream(seed: 7)
    let found = FitAnalysis(
      Counts(bins), blocks: blocks, settings.makeFitter(), FitAnalysis.Plan(interval: .wald), using: &random)
    let residuals = try #require(found.residuals)
    let values = residuals.rows.map(\.residual)
    func pearson(_ others: [Double]) -> Double {
      let count = Double(values.count)
      let (sumX, sumY) = (others.reduce(0, +), values.reduce(0, +))
      let squares = (others.reduce(0) { $0 + $1 * $1 }, values.reduce(0) { $0 + $1 * $1 })
      let mixed = zip(others, values).reduce(0) { $0 + $1.0 * $1.1 }
      let spread = ((count * squares.0 - sumX * sumX) * (count * squares.1 - sumY * sumY)).squareRoot()
      return (count * mixed - sumX * sumY) / spread
    }
    let correlations = [residuals.levelCorrelation, residuals.predictionCorrelation, residuals.orderCorrelation]
    let expected = [Self.levels, residuals.rows.map(\.fitted), orders].map(pearson)
    for (own, other) in zip(correlations, expected) { #expect(abs(try #require(own) - other) < 1e-9) }
    #expect(Set(expected.map { ($0 * 1e6).rounded() }).count == 3, "the three could be mistaken for each other")
  }

  @Test func `answers that turn better in the course of the data show in the correlation with order`() throws {
    // Twice the same levels, the second time with more correct answers.
    let first = zip(Self.levels, [15.0, 15, 16, 19, 23, 25]).map { Counts.Bin(level: $0, trials: 30, positives: $1) }
    let second = zip(Self.levels, [17.0, 20, 23, 26, 29, 30]).map { Counts.Bin(level: $0, trials: 30, positives: $1) }
    let blocks = (first + second).enumerated().map { Residuals.Block(bin: $0.element, order: Double($0.offset + 1)) }
    var counts = Counts()
    counts.add(first + second)
    let settings = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .free(upTo: 0.1))
    var random = RandomStream(seed: 7)
    let found = FitAnalysis(
      counts, blocks: blocks, settings.makeFitter(), FitAnalysis.Plan(interval: .wald), using: &random)
    let residuals = try #require(found.residuals)
    #expect(try #require(residuals.orderCorrelation) > 0.6)
    #expect(abs(try #require(residuals.levelCorrelation)) < 0.3)
  }

  @Test func `two blocks have no correlation`() throws {
    let bins = [Counts.Bin(level: 1, trials: 30, positives: 18), Counts.Bin(level: 4, trials: 30, positives: 27)]
    let blocks = bins.enumerated().map { Residuals.Block(bin: $0.element, order: Double($0.offset)) }
    let settings = FitSettings(reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: .fixed(0))
    var random = RandomStream(seed: 7)
    let found = FitAnalysis(
      Counts(bins), blocks: blocks, settings.makeFitter(), FitAnalysis.Plan(interval: .wald), using: &random)
    #expect(try #require(found.residuals).levelCorrelation == nil)
  }

  @Test func `the Monte Carlo p tells fits that hold from one that cannot`() throws {
    var plan = FitAnalysis.Plan(interval: .wald)
    plan.simulations = 400
    let sound = try #require(analysis([15, 17, 20, 23, 27, 29], plan: plan).devianceP)
    let unsound = try #require(analysis([28, 15, 29, 14, 15, 30], plan: plan).devianceP)
    #expect(sound > 0.2)
    #expect(unsound < 0.01)
    #expect(try #require(analysis([15, 17, 20, 23, 27, 29], plan: plan).devianceP) == sound)
  }

  @Test func `a step has its profile's interval and no width`() throws {
    let found = analysis([15, 15, 15, 30, 30, 30])
    #expect(found.result.status == .step)
    #expect(abs(try #require(found.result.threshold) - 5.2) < 1e-12)
    let interval = try #require(found.intervals[.threshold])
    // No answer tells where in the gap between 4.1 and 6.3 it lies, and 60 that it lies there.
    #expect(abs(try #require(interval.low) - 4.1) < 0.1)
    #expect(abs(try #require(interval.high) - 6.3) < 0.1)
    #expect(found.result.width == nil && found.intervals[.width] == nil)
    #expect(found.deviance == 0)
    #expect(found.aic != nil && found.bic != nil)
  }

  @Test func `in the direction reading the JND's interval is the width's share`() throws {
    let counts = Counts(
      [-20, -9, -4, 3, 8, 22].map { level in
        Counts.Bin(
          level: level, trials: 40, positives: (40 * NormalFunction.standardValue((level - 1.5) / 9)).rounded())
      })
    var random = RandomStream(seed: 1)
    let settings = FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01))
    let found = FitAnalysis(counts, blocks: [], settings.makeFitter(), FitAnalysis.Plan(), using: &random)
    let share = NormalDistribution.quantile(0.75) / (2 * NormalDistribution.quantile(0.95))
    let width = try #require(found.intervals[.width])
    let jnd = try #require(found.jndInterval)
    #expect(abs(try #require(jnd.low) / (try #require(width.low)) - share) < 1e-12)
    #expect(abs(try #require(jnd.high) / (try #require(width.high)) - share) < 1e-12)
    #expect(found.intervals[.pse] == found.intervals[.threshold])
    #expect(found.result.bias == found.result.pse.map { -$0 })
  }
}

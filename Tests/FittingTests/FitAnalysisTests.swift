import Fitting
import Foundation
import Psychometrics
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
    var random = TestRandom(seed: seed)
    var plan = plan
    plan.hasInfluence = true
    return FitAnalysis(Counts(bins), blocks: blocks, settings.makeFitter(), plan, using: &random)
  }

  @Test func `deviance and criteria agree with the golden fits`() throws {
    for (name, counts, golden) in try GoldenFits.read() {
      var random = TestRandom(seed: 1)
      let found = FitAnalysis(
        counts, blocks: [], try golden.settings.makeFitter(), FitAnalysis.Plan(interval: .wald), using: &random)
      let comment = Comment(rawValue: name)
      #expect(abs(try #require(found.deviance) - golden.deviance) < 1e-7, comment)
      #expect(abs(try #require(found.aic) - golden.aic) < 1e-7, comment)
      #expect(abs(try #require(found.bic) - golden.bic) < 1e-7, comment)
    }
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

  /// Pearson's r by hand of three residuals is not needed: a trend put into the data shows.
  @Test func `a trend over levels and order shows in the correlations`() throws {
    let residuals = try #require(analysis([22, 16, 18, 24, 23, 30]).residuals)
    let level = try #require(residuals.levelCorrelation)
    #expect(abs(level) <= 1)
    #expect(residuals.orderCorrelation != nil && residuals.predictionCorrelation != nil)
    #expect(try #require(analysis([15, 15, 18, 24, 27, 30]).residuals).rows.count == 6)
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

  @Test func `a step has its gap as interval and no width`() throws {
    let found = analysis([15, 15, 15, 30, 30, 30])
    #expect(found.result.status == .step)
    #expect(abs(try #require(found.result.threshold) - 5.2) < 1e-12)
    #expect(found.intervals[.threshold] == Interval(low: 4.1, high: 6.3))
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
    var random = TestRandom(seed: 1)
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

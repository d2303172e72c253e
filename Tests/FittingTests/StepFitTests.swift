import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Steps: where they lie, on scales whose logarithm and back moves a level by its last digit, and among levels that are
/// nearly one.
@Suite struct StepFitTests {
  private static let scales: [(function: any PsychometricFunction.Type, isLogLevel: Bool)] = [
    (NormalFunction.self, false), (NormalFunction.self, true), (GumbelFunction.self, true),
    (WeibullFunction.self, false),
  ]

  private func fitter(_ scale: (function: any PsychometricFunction.Type, isLogLevel: Bool)) -> any Fitter {
    FitSettings(
      scale.function, reading: .accuracy, guess: .asymptote(.fixed(0)), lapse: .fixed(0), isLogLevel: scale.isLogLevel
    ).makeFitter()
  }

  private func counts(_ levels: [Double], _ positives: [Double]) -> Counts {
    Counts(zip(levels, positives).map { Counts.Bin(level: $0, trials: 10, positives: $1) })
  }

  /// 200 drawn sets of levels, many of which a logarithm and its inverse do not give back.
  @Test(arguments: scales.indices) func `a gap ends exactly at levels of the data`(index: Int) throws {
    let scale = Self.scales[index]
    let fitter = fitter(scale)
    let isLog = scale.isLogLevel || scale.function.usesLogarithm
    var random = TestRandom(seed: 71)
    var moved = 0
    for _ in 0..<200 {
      let levels = (0..<5).map { _ in 0.1 + 400 * random.uniform() }.sorted()
      let found = fitter.fit(counts(levels, [0, 0, 0, 10, 10]))
      #expect(found.status == .step)
      #expect(found.gap == levels[2]...levels[3])
      let middle = isLog ? (levels[2] * levels[3]).squareRoot() : (levels[2] + levels[3]) / 2
      #expect(abs(try #require(found.threshold) / middle - 1) < 1e-12)
      #expect(fitter.probabilities(at: levels, of: found) == [0, 0, 0, 1, 1])
      let inGap = [0.999 * middle + 0.001 * levels[2], 0.999 * middle + 0.001 * levels[3]]
      #expect(fitter.probabilities(at: inGap, of: found) == [0, 1])
      let one = fitter.fit(counts(levels, [0, 0, 7, 10, 10]))
      #expect(one.status == .step)
      #expect(one.gap == levels[2]...levels[2])
      #expect(one.threshold == levels[2])
      #expect(fitter.probabilities(at: levels, of: one) == [0, 0, 0.7, 1, 1])
      let back = scale.isLogLevel ? pow(10, log10(levels[2])) : exp(log(levels[2]))
      if back != levels[2] { moved += 1 }
    }
    #expect(!isLog || moved > 20)
  }

  /// Added one by one these are one level, that of the first; given as they are they are two.
  @Test(arguments: scales.indices) func `nearly equal levels still have a gap`(index: Int) {
    let fitter = fitter(Self.scales[index])
    let (level, copy) = (6.3379389022689825, 6.3379389022689825 * (1 + 4e-10))
    var merged = Counts()
    merged.add(counts([2, level, copy, 11], [0, 3, 10, 10]).bins)
    #expect(merged.count == 3)
    let one = fitter.fit(merged)
    #expect(one.status == .step)
    #expect(one.gap == level...level && one.threshold == level)
    #expect(one.gapShare == 0.65)
    let two = fitter.fit(counts([2, level, copy, 11], [0, 0, 10, 10]))
    #expect(two.status == .step)
    #expect(two.gap.map { $0.lowerBound >= level && $0.upperBound <= copy } == true)
    #expect(two.threshold.map { $0 >= level && $0 <= copy } == true)
  }
}

import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// Lapses bias the threshold and flatten the slope of a fit that takes them to be none; a lapse rate that is free in
/// 0…0.06 takes nearly all of both away.
///
/// Source: Wichmann & Hill (2001), *Perception & Psychophysics* 63(8):1293–1313, doi:10.3758/BF03194544: two
/// alternatives, a Weibull function of α = 10 and β = 3, six levels. The medians held against are those of 400 fits of
/// another program.
@Suite struct LapseBiasTests {
  struct Row: CustomTestStringConvertible {
    var lapse: Double
    var isFree: Bool
    /// The level where F is ½; 8.850 is the truth.
    var threshold: Double
    /// β; 3 is the truth.
    var slope: Double

    var testDescription: String { "lapse \(lapse), \(isFree ? "free in 0…0.06" : "fixed at 0")" }
  }

  static let rows = [
    Row(lapse: 0, isFree: false, threshold: 8.883, slope: 3.07),
    Row(lapse: 0.02, isFree: false, threshold: 8.994, slope: 2.668),
    Row(lapse: 0.02, isFree: true, threshold: 8.876, slope: 3.040),
    Row(lapse: 0.05, isFree: false, threshold: 9.347, slope: 2.332),
    Row(lapse: 0.05, isFree: true, threshold: 8.984, slope: 2.942),
  ]

  private static let levels = [0.34, 0.44, 0.54, 0.8, 0.9, 0.98].map {
    WeibullFunction.inverse($0, threshold: 10, slope: 3)
  }

  private static func curve(_ lapse: Double) -> PsychometricCurve {
    PsychometricCurve(
      function: WeibullFunction.self, threshold: 10, slope: 3, guess: 0.5, lapse: lapse, isLogLevel: false)
  }

  private static func fitter(isFree: Bool) -> any Fitter {
    FitSettings(
      WeibullFunction.self, reading: .accuracy, guess: .asymptote(.fixed(0.5)),
      lapse: isFree ? .free(upTo: 0.06) : .fixed(0)
    ).makeFitter()
  }

  /// The median and its standard error: a quarter of the width of its 95.4 % interval by order statistics.
  private static func median(_ values: [Double]) -> (value: Double, error: Double) {
    let sorted = values.sorted()
    let count = Double(sorted.count)
    let reach = count.squareRoot()
    return (
      sorted[sorted.count / 2], (sorted[Int(count / 2 + reach)] - sorted[Int(count / 2 - reach)]) / 4
    )
  }

  /// n = 10 000 fits of 160 trials at each of six levels. A false-alarm rate of 1e-6 for each median, whose error is ours
  /// and that of 400 fits added in squares, which makes bounds of 0.25…0.32 in the threshold and 0.21…0.44 in the slope.
  /// Power: at λ = 0.05 fits with the lapse rate fixed where it is to be free, or free where it is to be fixed, lie 0.38
  /// off in threshold and 0.57 in slope, and fail with a probability above 0.999; so do free ones for fixed ones at 0.02.
  /// Fixed ones for free ones at 0.02, 0.39 off in slope, are seen by the expected answers below alone.
  @Test(arguments: rows) func `medians of fits equal Wichmann and Hill's simulation`(row: Row) throws {
    let curve = Self.curve(row.lapse)
    let fitter = Self.fitter(isFree: row.isFree)
    for seed in Expectations.seeds {
      var random = RandomStream(seed: seed)
      var thresholds: [Double] = []
      var slopes: [Double] = []
      for _ in 0..<10_000 {
        let counts = Counts(
          Self.levels.map { level in
            let probability = curve.probability(at: level)
            let positives = (0..<160).count { _ in random.unit() < probability }
            return Counts.Bin(level: level, trials: 160, positives: Double(positives))
          })
        let found = fitter.fit(counts)
        thresholds.append(try #require(found.threshold))
        // The scale of ln x is 1/β.
        slopes.append(1 / (try #require(found.scale)))
      }
      for (name, values, published, rounding) in [
        ("threshold", thresholds, row.threshold, 0.0005), ("slope", slopes, row.slope, 0.005),
      ] {
        let median = Self.median(values)
        let error = median.error * (1 + 10_000.0 / 400).squareRoot()
        Expectations.mean(
          median.value, standardError: error, is: published, stated: rounding, "\(row), seed \(seed), \(name)")
      }
    }
  }

  /// Where the bias comes from, without noise: the likeliest curve without lapses of the expected answers. 9.00952,
  /// 2.64496 and 9.36637, 2.34036 by scipy's Nelder–Mead, good to 1e-6.
  @Test(arguments: [(0.0, 8.849970, 3.0), (0.02, 9.009517, 2.644957), (0.05, 9.366366, 2.340363)])
  func `the bias equals that of the expected answers`(lapse: Double, threshold: Double, slope: Double) throws {
    let curve = Self.curve(lapse)
    let counts = Counts(
      Self.levels.map { Counts.Bin(level: $0, trials: 160, positives: 160 * curve.probability(at: $0)) })
    let fixed = Self.fitter(isFree: false).fit(counts)
    #expect(abs(try #require(fixed.threshold) - threshold) < 1e-5)
    #expect(abs(1 / (try #require(fixed.scale)) - slope) < 1e-5)
    // A free lapse rate has none of it.
    let free = Self.fitter(isFree: true).fit(counts)
    #expect(abs(try #require(free.threshold) - 8.849970) < 1e-5)
    #expect(abs(1 / (try #require(free.scale)) - 3) < 1e-4)
    #expect(abs(try #require(free.lapse) - lapse) < 1e-5)
  }
}

import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// The direction reading: percent "higher" against signed levels.
@Suite struct DirectionFitTests {
  private func fit(
    _ function: any PsychometricFunction.Type = NormalFunction.self, _ counts: Counts, estimand: Double = 0.75,
    lapse: Double = 0.01
  ) -> FitResult {
    FitSettings(function, reading: .direction, guess: .lapse, lapse: .fixed(lapse), at: estimand)
      .makeFitter().fit(counts)
  }

  private static let levels = [-41.7, -18.3, -9.9, -4.35, -2.385, 2.385, 4.35, 9.9, 18.3, 41.7]

  /// Expected counts: what a listener of these parameters would answer on average, so that the fit must return them.
  private func expected(location: Double, scale: Double, lapse: Double, each: Double = 1000) -> Counts {
    Counts(
      Self.levels.map { level in
        let p = lapse + (1 - 2 * lapse) * NormalDistribution.cumulative((level - location) / scale)
        return Counts.Bin(level: level, trials: each, positives: each * p)
      })
  }

  @Test(arguments: FitMethod.allCases) func `symmetric answers have a bias of 0 to the last digit`(method: FitMethod) {
    for (each, lapse) in [(20.0, 0.02), (37, 0.05), (1000, 0.01)] {
      let settings = FitSettings(
        reading: .direction, guess: .lapse, lapse: .free(upTo: 0.1), method: method)
      let found = settings.makeFitter().fit(expected(location: 0, scale: 8.15, lapse: lapse, each: each))
      #expect(found.pse == 0 && found.bias == 0 && found.bias?.sign == .plus, "\(method) \(found)")
    }
  }

  @Test func `the threshold is where accuracy averaged over both signs is the estimand`() throws {
    let (location, scale, lapse, estimand) = (3.72, 8.15, 0.013, 0.7937)
    let found = fit(
      NormalFunction.self, expected(location: location, scale: scale, lapse: lapse), estimand: estimand, lapse: lapse)
    let level = try #require(found.threshold)
    func higher(_ x: Double) -> Double {
      lapse + (1 - 2 * lapse) * NormalDistribution.cumulative((x - location) / scale)
    }
    func accuracy(_ x: Double) -> Double { (higher(x) + 1 - higher(-x)) / 2 }
    #expect(abs(accuracy(level) - estimand) < 1e-9)
    let slope = (accuracy(level + 1e-4) - accuracy(level - 1e-4)) / 2e-4
    #expect(abs(try #require(found.slope) / slope - 1) < 1e-6)
  }

  @Test func `without bias or lapse the threshold is the quantile times sigma`() throws {
    let found = fit(NormalFunction.self, expected(location: 0, scale: 14.826, lapse: 0), estimand: 0.75, lapse: 0)
    #expect(abs(try #require(found.threshold) - 10.0) < 1e-3)
  }

  /// Levels, trials, "higher" and what the fit calls them.
  private static let degenerate: [(name: String, bins: [(Double, Double, Double)], status: EstimateStatus)] = [
    ("one level", [(5.3, 20, 13)], .tooFewLevels),
    ("all correct", [(-8.1, 12, 0), (-2.7, 9, 0), (2.7, 11, 11), (8.1, 10, 10)], .allCorrect),
    ("all correct, one sided", [(2.7, 11, 11), (8.1, 10, 10)], .allCorrect),
    ("always higher", [(-8.1, 12, 12), (-2.7, 9, 9), (2.7, 11, 11)], .oneAnswer),
    ("the wrong way round", [(-8.1, 12, 11), (-2.7, 9, 7), (2.7, 11, 3), (8.1, 10, 0)], .decreasing),
    ("the same everywhere", [(-8.1, 10, 5), (-2.7, 10, 5), (2.7, 10, 5), (8.1, 10, 5)], .decreasing),
    ("a step off zero", [(-8.1, 12, 0), (-2.7, 9, 0), (2.7, 11, 0), (8.1, 10, 10)], .step),
  ]

  @Test(arguments: degenerate.indices)
  func `degenerate answers are named and get no threshold`(index: Int) {
    let data = Self.degenerate[index]
    let counts = Counts(data.bins.map { Counts.Bin(level: $0.0, trials: $0.1, positives: $0.2) })
    let found = fit(NormalFunction.self, counts, estimand: 0.75, lapse: 0.01)
    #expect(found.status == data.status, "\(data.name)")
    #expect(found.threshold == nil, "\(data.name)")
  }

  @Test func `a threshold far outside the levels is printed and named`() throws {
    let shallow = expected(location: 0, scale: 230, lapse: 0.01, each: 4000)
    let found = fit(NormalFunction.self, shallow, estimand: 0.75, lapse: 0.01)
    #expect(found.status == .extrapolated)
    #expect(try #require(found.threshold) > 2 * 41.7)
  }

  /// Steps up and down by a factor come back to a level only within rounding; the copies are one level.
  @Test func `copies of a level that differ by rounding are one`() {
    var counts = Counts()
    for level in [6.337938902268983, 6.3379389022689825, 6.3379389022689834, -4.1, 6.34] {
      counts.add(level, isPositive: level > 0)
    }
    #expect(counts.count == 3)
    #expect(counts.bins.map(\.trials) == [1, 3, 1])
    var many = Counts()
    many.add([6.34, 6.3379389022689825, -4.1, 6.337938902268983, 6.3379389022689834].map { ($0, $0 > 0) })
    #expect(many.bins.map(\.trials) == counts.bins.map(\.trials))
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e300, 1.7e308])
  func `levels at the ends of the numbers are fitted without harm`(level: Double) {
    let counts = Counts(
      [-5.3, 5.3, level].sorted().map { Counts.Bin(level: $0, trials: 20, positives: $0 > 0 ? 13 : 6) })
    let found = fit(NormalFunction.self, counts, estimand: 0.75, lapse: 0.01)
    #expect(found.threshold?.isNaN != true)
  }

  @Test(arguments: [0.75, nil]) func `levels that are all 0 are one level`(at: Double?) {
    let fitter = FitSettings(reading: .direction, guess: .lapse, lapse: .fixed(0.01), at: at).makeFitter()
    for positives in [0, 11, 20.0] {
      let found = fitter.fit(Counts([Counts.Bin(level: 0, trials: 20, positives: positives)]))
      #expect(found.status == .tooFewLevels)
      #expect(found.threshold == nil && found.logLikelihood?.isNaN == false)
    }
  }

  /// Levels in other units, however large or small, have thresholds in those units; 0 is among them.
  @Test(arguments: [1e-100, 1e-30, 1e30, 1e100]) func `a unit is a factor`(unit: Double) throws {
    func found(_ unit: Double) -> FitResult {
      let bins = [(-9.0, 2.0), (-3, 6), (0, 11), (4, 17), (10, 19)]
      return fit(NormalFunction.self, Counts(bins.map { Counts.Bin(level: $0.0 * unit, trials: 20, positives: $0.1) }))
    }
    let (plain, scaled) = (found(1), found(unit))
    #expect(plain.status == .ok && scaled.status == .ok)
    for (own, other) in [
      (plain.threshold, scaled.threshold), (plain.width, scaled.width), (plain.pse, scaled.pse),
      (plain.jnd, scaled.jnd),
    ] {
      #expect(abs(try #require(other) / unit / (try #require(own)) - 1) < 1e-5)
    }
  }

  @Test func `the peak agrees with GSL's simplex`() throws {
    let (location, scale, lapse) = (1.9, 6.6, 0.01)
    var counts = expected(location: location, scale: scale, lapse: lapse, each: 40)
    counts = Counts(
      counts.bins.map { Counts.Bin(level: $0.level, trials: $0.trials, positives: $0.positives.rounded()) })
    let found = fit(NormalFunction.self, counts, estimand: 0.75, lapse: lapse)
    let peak = try Simplex.minimum(start: [0, log(10)], steps: [1, 0.3], tolerance: 1e-8) { point in
      -counts.bins.reduce(0) { sum, bin in
        let p = lapse + (1 - 2 * lapse) * NormalDistribution.cumulative((bin.level - point[0]) / exp(point[1]))
        return sum + bin.positives * log(p) + (bin.trials - bin.positives) * log(1 - p)
      }
    }
    #expect(abs(try #require(found.logLikelihood) + peak.value) < 1e-8)
    #expect(abs(try #require(found.location) - peak.point[0]) < 1e-4)
    #expect(abs(log(try #require(found.scale)) - peak.point[1]) < 1e-4)
  }
}

import Fitting
import Glibc
import Psychometrics
import Testing

/// What is drawn of a fit, held against what is printed of it.
@Suite struct CurveBandTests {
  private let counts = Counts(
    [(2.0, 20.0, 11.0), (4, 20, 12), (6, 21, 15), (9, 20, 17), (14, 22, 21), (22, 20, 20)].map {
      Counts.Bin(level: $0.0, trials: $0.1, positives: $0.2)
    })

  private func fitter(lapse: Asymptote, _ function: any FitFunction.Type = NormalFunction.self) -> any Fitter {
    FitSettings(function, reading: .accuracy, guess: .asymptote(.fixed(0.5)), lapse: lapse).makeFitter()
  }

  /// At the threshold ψ does not depend on the scale: its standard error is that of the threshold times the slope.
  @Test func `at the threshold the band is as wide as the threshold's error times the slope`() throws {
    let fitter = fitter(lapse: .fixed(0.013))
    let result = fitter.fit(counts)
    let (threshold, slope) = (try #require(result.threshold), try #require(result.slope))
    let error = try #require(fitter.standardError(.threshold, result, counts))
    let curve = try #require(fitter.curve(at: [threshold], result, counts, confidence: 0.9))
    let point = curve[0]
    let (low, high) = (try #require(point.low), try #require(point.high))
    func logit(_ value: Double) -> Double { log(value / (1 - value)) }
    let spread = error * slope / (point.value * (1 - point.value))
    #expect(abs(logit(high) - logit(point.value) - 1.6448536269514722 * spread) < 1e-10)
    #expect(abs(logit(point.value) - logit(low) - 1.6448536269514722 * spread) < 1e-10)
    #expect(abs(point.value - (0.5 + 0.487 / 2)) < 1e-12)
  }

  @Test(arguments: [NormalFunction.self as any FitFunction.Type, WeibullFunction.self])
  func `the band holds the curve and lies between 0 and 1`(function: any FitFunction.Type) throws {
    let fitter = fitter(lapse: .free(upTo: 0.1), function)
    let result = fitter.fit(counts)
    let levels = (1...60).map { Double($0) * 0.5 }
    let curve = try #require(fitter.curve(at: levels, result, counts, confidence: 0.95))
    #expect(curve.map(\.value) == fitter.probabilities(at: levels, of: result))
    for point in curve {
      guard let low = point.low, let high = point.high else { continue }
      #expect(low > 0 && low <= point.value && point.value <= high && high < 1)
    }
    #expect(curve.count { $0.low != nil } > 40)
  }

  @Test func `a step is a curve without a band, and equal answers are none`() throws {
    let fitter = fitter(lapse: .fixed(0))
    let step = Counts([1.0, 2, 3, 4].map { .init(level: $0, trials: 30, positives: $0 < 2.5 ? 15 : 30) })
    let result = fitter.fit(step)
    #expect(result.status == .step)
    let curve = try #require(fitter.curve(at: [1.5, 3.5], result, step, confidence: 0.95))
    #expect(curve.map(\.value) == [0.5, 1])
    #expect(curve.allSatisfy { $0.low == nil && $0.high == nil })
    let same = Counts([1.0, 2].map { .init(level: $0, trials: 30, positives: 30) })
    #expect(fitter.curve(at: [1.5], fitter.fit(same), same, confidence: 0.95) == nil)
    #expect(fitter.surface(fitter.fit(same), same, confidence: 0.95, size: 9) == nil)
  }

  /// A column of the surface has at its highest the profile likelihood of the threshold; rows are so close that what lies
  /// between them is little.
  @Test func `the best of each column of the surface is the threshold's profile`() throws {
    for fitter in [fitter(lapse: .fixed(0.02)), fitter(lapse: .free(upTo: 0.1))] {
      let result = fitter.fit(counts)
      let highest = try #require(result.logLikelihood)
      let surface = try #require(fitter.surface(result, counts, confidence: 0.95, size: 81))
      #expect(surface.levels.count == 81 && surface.rows == 81 && surface.drops.count == 81 * 81)
      for column in stride(from: 4, to: 80, by: 12) {
        let best = (0..<81).map { surface.drops[$0 * 81 + column] }.min() ?? 0
        let profile = highest - fitter.profileLogLikelihood(.threshold, surface.levels[column], result, counts)
        #expect(best > profile - 1e-6 && best < profile + 0.02, "\(surface.levels[column]): \(best) and \(profile)")
      }
      // The region of 95 % ends inside, but for the sides of the search box.
      let edge = LikelihoodSurface.drop(at: 0.95)
      #expect(abs(edge - 2.995732273553991) < 1e-12)
      #expect((0..<81).allSatisfy { surface.drops[$0 * 81] > edge && surface.drops[$0 * 81 + 80] > edge })
    }
  }
}

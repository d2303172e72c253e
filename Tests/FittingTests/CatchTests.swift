import PeachFitting
import PeachTrials
import Testing

/// Catch trials, which tell of the lapse rate alone.
@Suite struct CatchTests {
  private static func counts(correct: Double, wrong: Double) -> Counts {
    var counts = Counts(
      zip([2, 5, 8, 12, 18, 27, 40], [5, 6, 6, 8, 9, 9, 10]).map { Counts.Bin(level: $0, trials: 10, positives: $1) })
    counts.catches = Counts.Catches(correct: correct, wrong: wrong)
    return counts
  }

  private static var fitter: any Fitter { FitRequest().settings.makeFitter() }

  /// Against scipy 1.16 (Nelder–Mead from 27 starts of ln L + 37 ln(1 − λ) + 3 ln λ; the profile by the same and brentq).
  @Test func `lapses of catch trials move the curve as another program's`() throws {
    let counts = Self.counts(correct: 37, wrong: 3)
    let fit = Self.fitter.fit(counts)
    #expect(fit.status == .ok)
    #expect(abs(try #require(fit.threshold) - 10.223915157341814) <= 1e-6)
    #expect(abs(try #require(fit.scale) - 4.870091320668171) <= 1e-6)
    #expect(abs(try #require(fit.lapse) - 0.06723558306392685) <= 1e-8)
    #expect(abs(try #require(fit.logLikelihood) + 43.43386336799223) <= 1e-9)
    let interval = Self.fitter.profileInterval(.threshold, fit, counts, confidence: 0.95)
    #expect(abs(try #require(interval.low) - 3.3885693733427886) <= 1e-5)
    #expect(abs(try #require(interval.high) - 18.576525629296196) <= 1e-5)
  }

  /// The curve has none of its own: its threshold is 13.3683.
  @Test func `catch trials without lapses do not change a fit without lapses`() throws {
    let alone = Self.fitter.fit(Self.counts(correct: 0, wrong: 0))
    let caught = Self.fitter.fit(Self.counts(correct: 40, wrong: 0))
    #expect(abs(try #require(alone.threshold) - 13.3683259) <= 1e-6)
    let threshold = try #require(alone.threshold)
    #expect(abs(try #require(caught.threshold) - threshold) <= 1e-6)
  }

  /// λ/(1 − λ) of 0.05 moves 1 in 20: a penalised fit moves as the plain one does.
  @Test func `a reduced fit takes catch trials too`() throws {
    var request = FitRequest()
    request.method = .reduced
    let fitter = request.settings.makeFitter()
    let alone = fitter.fit(Self.counts(correct: 0, wrong: 0))
    let caught = fitter.fit(Self.counts(correct: 37, wrong: 3))
    let (lapse, threshold) = (try #require(alone.lapse), try #require(alone.threshold))
    #expect(try #require(caught.lapse) > lapse + 0.01)
    #expect(try #require(caught.threshold) < threshold - 0.5)
    #expect(caught.penalised != nil)
  }

  @Test func `a fixed lapse rate learns nothing, and a step stays one`() throws {
    var request = FitRequest()
    request.lapse = .fixed(0.02)
    let fitter = request.settings.makeFitter()
    #expect(
      fitter.fit(Self.counts(correct: 37, wrong: 3)).threshold
        == fitter.fit(Self.counts(correct: 0, wrong: 0)).threshold)
    var step = Counts([1, 2, 3, 4, 5].map { Counts.Bin(level: $0, trials: 10, positives: $0 < 3 ? 5 : 10) })
    step.catches = Counts.Catches(correct: 18, wrong: 2)
    #expect(Self.fitter.fit(step).status == .step)
  }

  @Test func `a saturated model has the catch trials' own proportion`() {
    let with = Self.counts(correct: 37, wrong: 3)
    let without = Self.counts(correct: 0, wrong: 0)
    // 37 ln(37/40) + 3 ln(3/40).
    #expect(abs(with.saturatedLogLikelihood - without.saturatedLogLikelihood - (-10.655378530716817)) <= 1e-8)
  }
}

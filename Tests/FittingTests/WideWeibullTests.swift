import Glibc
import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// A Weibull function on levels that tell little may be so flat that its width in level units comes near the largest
/// number.
@Suite struct WideWeibullTests {
  @Test func `a width of many orders of magnitude is a number with a status`() throws {
    let data = [(468.7, 7.0, 9.0), (676.6, 12, 22), (4466, 7, 13), (6541, 7, 10), (8159, 7, 11)]
    let counts = Counts(data.map { Counts.Bin(level: $0, trials: $2, positives: $1) })
    let settings = FitSettings(
      WeibullFunction.self, reading: .accuracy, guess: .asymptote(.free(upTo: 0.25)), lapse: .fixed(0))
    let found = settings.makeFitter().fit(counts)
    #expect(found.status == .thresholdAtBound)
    let numbers = [found.threshold, found.slope, found.width, found.guess, found.location, found.scale]
    #expect(numbers.allSatisfy { $0?.isFinite ?? true })
    // The level at F = 0.95 is so far beyond that at 0.05 that it is the width.
    let scale = try #require(found.scale)
    let logWidth = log(try #require(found.threshold)) + scale * log(-log(0.05) / log(2))
    #expect(logWidth > 300)
    #expect(abs(log(try #require(found.width)) - logWidth) < 1e-9)
    #expect(found.logLikelihood?.isFinite == true)
  }
}

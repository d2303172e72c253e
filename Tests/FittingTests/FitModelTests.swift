import PeachFitting
import PeachMath
import PeachTrials
import Testing

/// The box that a fit is searched in.
@Suite struct FitModelTests {
  /// Answers of a curve between asymptotes that leave a height of 0.0006, so many that it shows.
  private func counts(from low: Double, to high: Double) -> Counts {
    Counts(
      [1, 2, 3, 4, 5, 6, 7, 8].map { level in
        let p = low + (high - low) * NormalFunction.standardValue((level - 4.6) / 1.1)
        return Counts.Bin(level: level, trials: 1e9, positives: 1e9 * p)
      })
  }

  private func fit(_ counts: Counts, guess: GuessRate, lapse: Asymptote) -> FitResult {
    FitSettings(reading: .accuracy, guess: guess, lapse: lapse).makeFitter().fit(counts)
  }

  @Test func `free asymptotes leave the function a height of a thousandth`() throws {
    // Guess 0.4997 and lapse 0.4997 would leave 0.0006.
    let both = fit(counts(from: 0.4997, to: 0.5003), guess: .asymptote(.free(upTo: 0.5)), lapse: .free(upTo: 0.5))
    #expect(try #require(both.guess) <= 0.499 + 1e-12)
    #expect(try #require(both.guess) + (try #require(both.lapse)) <= 0.999 + 1e-12)
    let fixed = fit(counts(from: 0.97, to: 0.9706), guess: .asymptote(.fixed(0.97)), lapse: .free(upTo: 0.1))
    #expect(fixed.status == .lapseAtBound)
    #expect(abs(try #require(fixed.lapse) - 0.029) < 1e-12)
    let tied = fit(counts(from: 0.4997, to: 0.5003), guess: .lapse, lapse: .free(upTo: 0.5))
    #expect(try #require(tied.lapse) <= 0.499 + 1e-12)
    #expect(tied.guess == tied.lapse)
  }

  @Test func `asymptotes that leave more have the bounds they were given`() throws {
    let found = fit(counts(from: 0.28, to: 0.85), guess: .asymptote(.free(upTo: 0.25)), lapse: .free(upTo: 0.4))
    #expect(found.status == .guessAtBound)
    #expect(abs(try #require(found.guess) - 0.25) < 1e-12)
    let inside = fit(counts(from: 0.47, to: 0.53), guess: .asymptote(.free(upTo: 0.5)), lapse: .free(upTo: 0.5))
    #expect(inside.status == .ok)
    #expect(abs(try #require(inside.guess) - 0.47) < 1e-5)
    #expect(abs(try #require(inside.lapse) - 0.47) < 1e-5)
  }

  /// Fixed asymptotes may leave less: they are what the user says.
  @Test func `fixed asymptotes stay as they are`() throws {
    let found = fit(
      counts(from: 0.4997, to: 0.5003), guess: .asymptote(.fixed(0.4997)), lapse: .fixed(0.4997))
    #expect(found.status == .ok)
    #expect(abs(try #require(found.threshold) - 4.6) < 1e-4)
  }
}

import PeachFitting
import PeachMath
import Testing

/// Highest peaks of penalised likelihoods that lie between two levels.
@Suite struct SeparatedPeakTests {
  struct Case: Sendable {
    var guess: Double
    var levels: [Double]
    var trials: [Double]
    var positives: [Double]
    /// Where F is ½, and σ, of the highest peak: a grid of 81 × 41 × 3 points, its 24 best peaks polished by a simplex.
    var place: Double
    var scale: Double
  }

  private static let cases = [
    Case(
      guess: 0.5, levels: [12, 16, 23, 24], trials: [2, 1, 2, 5], positives: [1, 1, 0, 5], place: 23.486814,
      scale: 0.331708),
    Case(
      guess: 0.5, levels: [1, 2, 4, 5], trials: [3, 3, 3, 3], positives: [2, 2, 0, 3], place: 4.552190, scale: 0.337782),
    Case(
      guess: 0, levels: [6, 7, 14, 24], trials: [6, 1, 3, 2], positives: [0, 1, 3, 2], place: 6.619157, scale: 0.324273),
    Case(
      guess: 0, levels: [5, 7, 11, 14, 22], trials: [1, 3, 6, 1, 4], positives: [0, 0, 0, 1, 4], place: 12.857449,
      scale: 0.972811),
  ]

  @Test(arguments: cases) func `a steep peak between two levels is found`(separated: Case) throws {
    let counts = Counts(
      separated.levels.indices.map {
        Counts.Bin(
          level: separated.levels[$0], trials: separated.trials[$0], positives: separated.positives[$0])
      })
    let found = FitSettings(
      reading: .accuracy, guess: .asymptote(.fixed(separated.guess)), lapse: .free(upTo: 0.1), method: .reduced
    ).makeFitter().fit(counts)
    #expect(abs(try #require(found.location) - separated.place) < 1e-4)
    #expect(abs(try #require(found.scale) - separated.scale) < 1e-4)
  }
}

import PeachPitch
import PeachTrials
import Testing

@Suite struct PerceptualProfileTests {
  private func comparison(_ note: Int, _ offset: Double, isHigher: Bool = true) throws -> CompletedComparison {
    CompletedComparison(
      Comparison(
        reference: try MIDINote(note), interval: DirectedInterval(.majorThird, .up), offset: offset,
        level: Level(abs(offset))),
      isHigher: isHigher, seconds: 1.37)
  }

  private func matching(_ error: Cents) throws -> CompletedPitchMatching {
    CompletedPitchMatching(
      PitchMatching(reference: try MIDINote(61), interval: .prime, initialOffset: 17.3, range: 100), error: error,
      adjustments: 4,
      seconds: 6.1)
  }

  private func profile(_ trials: [(note: Int, offset: Double)]) throws -> PerceptualProfile {
    var profile = PerceptualProfile()
    for trial in trials { profile.observe(try comparison(trial.note, trial.offset)) }
    return profile
  }

  @Test func `an empty profile knows nothing`() {
    let profile = PerceptualProfile()
    #expect(profile.notes.count == 128)
    #expect(profile.notes.allSatisfy { $0.count == 0 && $0.mean == 0 && $0.variance == nil })
    #expect(profile.mean == nil)
    #expect(profile.standardDeviation == nil)
    #expect(profile.matching.count == 0)
  }

  /// Signed means of fair signs would come to nothing.
  @Test func `a note has the mean of the presented offsets without their signs, right or wrong`() throws {
    var profile = PerceptualProfile()
    profile.observe(try comparison(61, 12.7, isHigher: true))
    profile.observe(try comparison(61, -8.1, isHigher: true))
    profile.observe(try comparison(61, -3.2, isHigher: false))
    let statistics = profile[try MIDINote(61)]
    #expect(statistics.count == 3)
    #expect(abs(statistics.mean - 8) <= 4 * 8.0.ulp)
    #expect(profile.notes.count { $0.count > 0 } == 1)
  }

  @Test func `the mean and deviation over notes weigh each note equally`() throws {
    let profile = try profile([(48, 10.5), (48, 30.5), (48, 40), (61, -4.25), (72, 9.25)])
    let means = [27.0, 4.25, 9.25]
    let mean = means.reduce(0, +) / 3
    let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2
    #expect(abs(try #require(profile.mean) - mean) <= 4 * mean.ulp)
    #expect(abs(try #require(profile.standardDeviation) - variance.squareRoot()) <= 8 * mean.ulp)
  }

  @Test func `one note has a mean and no deviation`() throws {
    let profile = try profile([(84, -23.7), (84, 11.9)])
    #expect(profile.mean == 17.8)
    #expect(profile.standardDeviation == nil)
  }

  @Test func `weak spots are the notes without data while there are any`() throws {
    let profile = try profile([(61, 2), (63, 99)])
    #expect(profile.weakSpots(in: 60..<65) == [60, 62, 64])
    #expect(profile.weakSpots(in: 60..<65, count: 1) == [60, 62, 64])
  }

  /// The original ranked all 128 notes, so that notes outside the range, which are never trained, always came first.
  @Test func `weak spots lie inside the range, the largest mean first and ties to the lower note`() throws {
    let profile = try profile([(60, 7.5), (61, 31.5), (62, -19.25), (63, 31.5), (64, 2.5), (90, 99)])
    #expect(profile.weakSpots(in: 60..<65) == [61, 63, 62, 60, 64])
    #expect(profile.weakSpots(in: 60..<65, count: 2) == [61, 63])
    #expect(profile.weakSpots(in: 62..<64) == [63, 62])
  }

  @Test func `there are ten weak spots by default`() throws {
    let profile = try profile((40..<60).map { ($0, Double($0) + 0.5) })
    #expect(profile.weakSpots(in: 40..<60) == Array((50..<60).reversed()))
  }

  @Test func `matchings have the mean of the errors without their signs`() throws {
    var profile = PerceptualProfile()
    for error: Cents in [-6.25, 2.75, 11.5] { profile.observe(try matching(error)) }
    #expect(profile.matching.count == 3)
    #expect(abs(profile.matching.mean - 20.5 / 3) <= 4 * 7.0.ulp)
    #expect(profile.mean == nil)
  }
}

import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// The worked examples of Levitt (1971), J. Acoust. Soc. Am. 49:467–477, Figs 4 and 5, and his targets.
@Suite struct LevittTests {
  private func track(down: Int, last: Int, _ responses: String) throws -> Followed {
    try Tracks.follow(
      """
      kind: transformed-up-down, start: 0, down: \(down), step: {linear: 1}, stop: {trials: 100}, \
      estimator: {kind: reversals, last: \(last)}
      """, responses)
  }

  private static let figure4 = "110000110001111100011000"
  private static let figure5 = "111101001011111000111111"

  @Test func `figure 4, one down and one up, trial by trial`() throws {
    let track = try track(down: 1, last: 2, Self.figure4)
    #expect(
      track.levels == [0, -1, -2, -1, 0, 1, 2, 1, 0, 1, 2, 3, 2, 1, 0, -1, -2, -1, 0, 1, 0, -1, 0, 1])
    #expect(track.reversalTrials == [3, 7, 9, 12, 17, 20, 22])
    #expect(track.reversalLevels == [-2, 2, 0, 3, -2, 1, -1])
    #expect(track.estimate?.threshold == 0)
    #expect(try self.track(down: 1, last: 4, Self.figure4).estimate?.threshold == 0.25)
  }

  @Test func `figure 5, two down and one up, trial by trial`() throws {
    let track = try track(down: 2, last: 2, Self.figure5)
    #expect(
      track.levels == [0, 0, -1, -1, -2, -1, -1, 0, 1, 1, 2, 2, 1, 1, 0, 0, 1, 2, 3, 3, 2, 2, 1, 1])
    #expect(track.reversalTrials == [5, 12, 16, 20])
    #expect(track.reversalLevels == [-2, 2, 0, 3])
    #expect(track.estimate?.threshold == 1.5)
    #expect(try self.track(down: 2, last: 4, Self.figure5).estimate?.threshold == 0.75)
  }

  /// The published percentages to their printed digits.
  @Test(arguments: zip(1...6, [0.5, 0.707107, 0.793701, 0.840896, 0.870551, 0.890899]))
  func `n down and one up with equal steps converge on 0.5 to the power 1 over n`(down: Int, target: Double) throws {
    let cell = try Tracks.cell(
      "kind: transformed-up-down, start: 9, down: \(down), step: {linear: 1.7}, stop: {trials: 7}")
    #expect(abs(try #require(cell.factory?.facts.target) - target) <= 0.5e-6)
  }

  /// By symmetry: wrong and correct change places.
  @Test(arguments: zip(2...4, [0.292893, 0.206299, 0.159104]))
  func `one down and m up converge on the mirrored point`(up: Int, target: Double) {
    #expect(abs(Staircase.target(down: 1, up: up, stepDownOverUp: 1) - target) <= 0.5e-6)
  }

  /// A run of two correct before a run of two wrong: p(1 − q²) = q(1 − p²) has its solution at ½; with a step down of
  /// 1 and up of r the chances are as r to 1.
  @Test func `n down and m up balance the chances of the two runs`() {
    #expect(abs(Staircase.target(down: 2, up: 2, stepDownOverUp: 1) - 0.5) <= 1e-15)
    let p = Staircase.target(down: 3, up: 2, stepDownOverUp: 0.713)
    let q = 1 - p
    // Feller's formula, written as odds.
    let odds = p * p * (1 - q * q) / (q * (1 - p * p * p))
    #expect(abs(odds - 1 / 0.713) <= 1e-12)
  }

  @Test func `the target follows from the last steps, and steps of two kinds have none`() throws {
    let changing = try Tracks.cell(
      """
      kind: transformed-up-down, start: 9, down: 2, stop: {trials: 7}, \
      step: {up: {log: 0.2, after-reversals: {3: 0.1}}, down: {log: 0.2, after-reversals: {3: 0.05488}}}
      """)
    #expect(abs(try #require(changing.factory?.facts.target) - 0.80353) <= 0.5e-5)
    let mixed = try Tracks.cell(
      "kind: transformed-up-down, start: 9, down: 2, stop: {trials: 7}, limits: [1, 90], "
        + "step: {up: {linear: 2}, down: {factor: 2}}")
    #expect(mixed.factory?.facts.target == nil)
    #expect(mixed.factory?.facts.targetText == "none")
  }
}

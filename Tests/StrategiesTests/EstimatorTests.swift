import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// Which levels make the threshold, and how.
@Suite struct EstimatorTests {
  /// One-down-one-up with reversals at 6, 12, 4, 10 and 4.
  private static let responses = "1110001111000111000"

  private func estimate(_ estimator: String, step: String = "linear: 2", _ responses: String = responses) throws
    -> Estimate?
  {
    let track = try Tracks.follow(
      """
      kind: transformed-up-down, start: 12, down: 1, step: {\(step)}, stop: {trials: 100}, limits: [0.1, 1000]\
      \(estimator.isEmpty ? "" : ", estimator: " + estimator)
      """, task: Tracks.log, responses)
    return track.estimate
  }

  @Test func `the reversals are those that the other tests count on`() throws {
    let track = try Tracks.follow(
      "kind: transformed-up-down, start: 12, down: 1, step: {linear: 2}, stop: {trials: 100}, limits: [0.1, 1000]",
      task: Tracks.log, Self.responses)
    #expect(track.levels == [12, 10, 8, 6, 8, 10, 12, 10, 8, 6, 4, 6, 8, 10, 8, 6, 4, 6, 8])
    #expect(track.reversalLevels == [6, 12, 4, 10, 4])
  }

  @Test func `the last reversals`() throws {
    #expect(try estimate("{kind: reversals, last: 3, mean: arithmetic}")?.threshold == 6)
    #expect(try estimate("{kind: reversals, last: 5, mean: arithmetic}")?.threshold == 7.2)
  }

  @Test func `fewer reversals than asked for give no threshold`() throws {
    #expect(try estimate("{kind: reversals, last: 6}") == Estimate(status: .tooFewReversals, threshold: nil))
    #expect(try estimate("{kind: reversals, skip: 5}") == Estimate(status: .tooFewReversals, threshold: nil))
    #expect(try estimate("", "1") == Estimate(status: .tooFewReversals, threshold: nil))
  }

  @Test func `all but the first reversals`() throws {
    #expect(try estimate("{kind: reversals, skip: 2, mean: arithmetic}")?.threshold == 6)
    #expect(try estimate("{kind: reversals, skip: 0, mean: arithmetic}")?.threshold == 7.2)
  }

  /// Peaks and troughs must be as many, or the mean leans to one of them. Of five the first is dropped.
  @Test func `by default an even number of reversals, their geometric mean on a log axis`() throws {
    #expect(agrees(try #require(try estimate("")?.threshold), pow(12 * 4 * 10 * 4, 0.25)))
    // Four so far: none is dropped.
    #expect(
      agrees(try #require(try estimate("", "111000111100011")?.threshold), pow(6 * 12 * 4 * 10, 0.25)))
  }

  @Test func `on a linear axis the default mean is arithmetic`() throws {
    let track = try Tracks.follow(
      "kind: transformed-up-down, start: 3, down: 1, step: {linear: 2}, stop: {trials: 100}", Self.responses)
    #expect(track.reversalLevels == [-3, 3, -5, 1, -5])
    #expect(track.estimate?.threshold == -1.5)
  }

  @Test func `three means`() throws {
    #expect(try estimate("{kind: reversals, last: 4, mean: arithmetic}")?.threshold == 7.5)
    #expect(
      agrees(
        try #require(try estimate("{kind: reversals, last: 4, mean: geometric}")?.threshold), pow(12 * 4 * 10 * 4, 0.25)
      ))
    #expect(try estimate("{kind: reversals, last: 4, mean: median}")?.threshold == 7)
    #expect(try estimate("{kind: reversals, last: 5, mean: median}")?.threshold == 6)
  }

  @Test func `the levels of the last trials`() throws {
    #expect(try estimate("{kind: levels, last: 4, mean: arithmetic}")?.threshold == 6)
    #expect(try estimate("{kind: levels, last: 19, mean: median}")?.threshold == 8)
    #expect(try estimate("{kind: levels, last: 20}") == Estimate(status: .tooFewReversals, threshold: nil))
  }

  @Test(arguments: ["1", "0", "110", responses]) func `the level of the last trial is that very number`(
    responses: String
  ) throws {
    let text = "kind: transformed-up-down, start: 23.7, down: 1, step: {factor: 1.31}, stop: {trials: 100}"
    let track = try Tracks.follow(text + ", estimator: {kind: last}", task: Tracks.log, responses)
    #expect(track.estimate?.threshold == track.levels.last)
  }

  /// The change comes into force at the second reversal, which then no longer counts.
  @Test(arguments: ["{kind: reversals, last: 3, mean: arithmetic}", "{kind: reversals, skip: 1, mean: arithmetic}"])
  func `only reversals after the last change of step count`(estimator: String) throws {
    let step = "linear: 2, after-reversals: {2: 1}"
    let track = try Tracks.follow(
      """
      kind: transformed-up-down, start: 12, down: 1, step: {\(step)}, stop: {trials: 100}, limits: [0.1, 1000], \
      estimator: \(estimator)
      """, task: Tracks.log, Self.responses)
    #expect(track.reversalLevels == [6, 12, 8, 11, 8])
    #expect(track.estimate?.threshold == 9)
    #expect(
      try estimate("{kind: reversals, last: 4}", step: step) == Estimate(status: .tooFewReversals, threshold: nil))
  }

  @Test func `a change of step by trials counts too`() throws {
    // At trial 7, where the second reversal is.
    let step = "linear: 2, after-trials: {7: 1}"
    #expect(
      try estimate("{kind: reversals, skip: 0, mean: arithmetic}", step: step)?.threshold == 9)
  }

  @Test func `wrong settings are refused`() throws {
    func problems(_ estimator: String) throws -> [String] {
      try Tracks.problems(
        """
        kind: transformed-up-down, start: 3, down: 1, step: {linear: 2}, stop: {trials: 9}, estimator: \(estimator)
        """)
    }
    #expect(
      try problems("{kind: reversals, last: 4, skip: 2}")
        == ["strategies.track.estimator.skip: expected last or skip, got both"])
    #expect(
      try problems("{kind: reversals, mean: geometric}") == [
        "strategies.track.estimator.mean: expected arithmetic or median on a linear axis, got 'geometric'"
      ])
    #expect(
      try problems("{kind: levels}")
        == ["strategies.track.estimator.last: missing; expected a whole number (trials) from 1 to 10000"])
  }
}

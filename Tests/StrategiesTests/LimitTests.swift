import PeachSimulation
import PeachTrials
import Testing

/// How tracks end that run into a limit.
@Suite struct LimitTests {
  private func track(_ settings: String, _ responses: String) throws -> Followed {
    try Tracks.follow(
      "kind: transformed-up-down, limits: [5, 80], stop: {trials: 60}, \(settings)", task: Tracks.log, responses)
  }

  private static let right = String(repeating: "1", count: 60)
  private static let wrong = String(repeating: "0", count: 60)

  @Test func `eight successive trials at the lower limit end the track as floor, without a threshold`() throws {
    let track = try track("start: 20, down: 1, step: {factor: 2}", Self.right)
    #expect(track.levels == [20, 10] + [Double](repeating: 5, count: 8))
    #expect(track.status == .floor)
    #expect(track.next == nil)
    #expect(track.estimate == Estimate(status: .floor, threshold: nil))
  }

  @Test func `eight successive trials at the upper limit end the track as ceiling, without a threshold`() throws {
    let track = try track("start: 23, down: 1, step: {factor: 2}", Self.wrong)
    #expect(track.levels == [23, 46] + [Double](repeating: 80, count: 8))
    #expect(track.status == .ceiling)
    #expect(track.estimate == Estimate(status: .ceiling, threshold: nil))
  }

  /// Three down: of three correct answers at the limit only the last would go on.
  @Test func `a trial at a limit counts only if the rule would have gone beyond`() throws {
    let track = try track("start: 5, down: 3, step: {factor: 2}", Self.right)
    #expect(track.rows.count == 24)
    #expect(track.status == .floor)
  }

  @Test func `the trial whose step leads to the limit does not count`() throws {
    let track = try track("start: 10, down: 1, step: {factor: 2}, at-limit: 1", "11")
    #expect(track.levels == [10, 5])
    #expect(track.status == .floor)
  }

  @Test func `leaving the limit ends the count`() throws {
    let track = try track("start: 5, down: 1, step: {factor: 2}", "1111111" + "0" + "1" + Self.right)
    #expect(track.levels.prefix(10) == [5, 5, 5, 5, 5, 5, 5, 5, 10, 5])
    #expect(track.rows.count == 9 + 8)
    #expect(track.status == .floor)
  }

  /// Limits closer than a step: each answer leads from one limit to beyond the other.
  @Test func `jumping from limit to limit is not staying at one`() throws {
    let track = try Tracks.follow(
      "kind: transformed-up-down, limits: [5, 7], start: 5, down: 1, step: {factor: 2}, stop: {trials: 40}",
      task: Tracks.log, String(repeating: "01", count: 30))
    #expect(Array(track.levels.prefix(4)) == [5, 7, 5, 7])
    #expect(track.status == .finished(.trials))
  }

  @Test func `at-limit sets the number of trials`() throws {
    let track = try track("start: 20, down: 1, step: {factor: 2}, at-limit: 3", Self.right)
    #expect(track.rows.count == 5)
    #expect(track.status == .floor)
  }

  @Test func `with at-limit off the track continues to the stop`() throws {
    let track = try track("start: 20, down: 1, step: {factor: 2}, at-limit: off", Self.right)
    #expect(track.rows.count == 60)
    #expect(track.status == .finished(.trials))
    #expect(track.estimate?.status == .tooFewReversals)
  }

  @Test func `kazez ends at its own limits`() throws {
    let track = try Tracks.follow("kind: kazez, stop: {trials: 60}", task: Tracks.comparison, Self.wrong)
    #expect(track.levels == [Double](repeating: 100, count: 8))
    #expect(track.status == .ceiling)
  }

  @Test func `a start outside the limits is refused`() throws {
    #expect(
      try Tracks.problems(
        "kind: transformed-up-down, limits: [5, 80], stop: {trials: 60}, start: 81.3, down: 1, step: {factor: 2}")
        == ["strategies.track.start: expected a start inside the limits [5, 80], got 81.3"])
  }
}

import PeachExperiments
import PeachSimulation
import PeachSupport
import PeachTrials
import Testing

/// Small things that other toolboxes got wrong, each of which some published program failed.
@Suite struct FailureProbeTests {
  private static let staircase = "kind: transformed-up-down, start: 80, down: 1, step: {factor: 2}, stop: {trials: 60}"

  @Test func `the presented level counts if it differs from the recommended one`() throws {
    let answers: [Trace.Answer] = [
      .positive(true, at: 61), .positive(false, at: 13.5), .positive(true, at: 29.5), .positive(false, at: 11.25),
    ]
    let track = try Tracks.follow(
      Self.staircase + ", estimator: {kind: reversals, last: 3, mean: arithmetic}", task: Tracks.log, answers)
    #expect(track.levels == [61, 13.5, 29.5, 11.25])
    #expect(track.reversalLevels == [13.5, 29.5, 11.25])
    #expect(agrees(try #require(track.estimate?.threshold), (13.5 + 29.5 + 11.25) / 3))
    #expect(agrees(try #require(track.next).level.value, 22.5))
  }

  @Test func `the next step starts from the presented level by default, even off the grid of steps`() throws {
    let answers: [Trace.Answer] = [.positive(true, at: 33.7)]
    let presented = try Tracks.follow(Self.staircase, task: Tracks.log, answers)
    #expect(agrees(try #require(presented.next).level.value, 16.85))
    let recommended = try Tracks.follow(Self.staircase + ", step-from: recommended", task: Tracks.log, answers)
    #expect(agrees(try #require(recommended.next).level.value, 40))
  }

  @Test(arguments: ["1", "0"]) func `an always right and an always wrong listener end with a status`(
    response: String
  ) throws {
    let responses = String(repeating: response, count: 200)
    let limited = try Tracks.follow(Self.staircase + ", limits: [1.7, 91.3]", task: Tracks.log, responses)
    #expect(limited.status == (response == "1" ? .floor : .ceiling))
    #expect(limited.estimate?.threshold == nil)
    let unlimited = try Tracks.follow(Self.staircase, task: Tracks.log, responses)
    #expect(unlimited.status == .finished(.trials))
    #expect(unlimited.estimate == Estimate(status: .tooFewReversals, threshold: nil))
  }

  /// The estimate exists only from the second reversal on: an even number of them.
  @Test func `a value appears with the trial at which it is first known`() throws {
    let track = try Tracks.follow(Self.staircase, task: Tracks.log, "110110101")
    #expect(track.reversalTrials == [3, 4, 6, 7, 8, 9])
    #expect(track.rows.map(\.trial) == Array(1...9))
    #expect(
      track.rows.map { $0.estimate?.threshold != nil }
        == [false, false, false, true, true, true, true, true, true])
    #expect(agrees(try #require(track.rows[3].estimate?.threshold), (20 * 40.0).squareRoot()))
  }

  @Test func `the responses of a record are those that were given`() throws {
    let given = "1101001110100010110"
    let track = try Tracks.follow(Self.staircase, task: Tracks.comparison, given)
    #expect(track.rows.map { $0.isPositive ? "1" : "0" }.joined() == given)
    let cell = try Tracks.cell(Self.staircase, task: Tracks.comparison)
    let read = try Responses.read("hlhhl", for: cell.task)
    let (rows, _, _) = Trace.follow(cell, seed: 7919, answers: read)
    let correct = zip(rows, [true, false, true, true, false]).map { row, isHigher in
      isHigher == (row.comparison.offset > 0)
    }
    #expect(rows.map(\.isPositive) == correct)
  }

  @Test func `the threshold uses only reversals after the last change of step`() throws {
    let text = """
      kind: transformed-up-down, start: 40, down: 1, step: {linear: 8, after-reversals: {2: 3}}, stop: {trials: 60}, \
      estimator: {kind: reversals, skip: 0, mean: arithmetic}
      """
    let track = try Tracks.follow(text, "11001010")
    #expect(track.levels == [40, 32, 24, 32, 40, 37, 40, 37])
    #expect(track.reversalLevels == [24, 40, 37, 40, 37])
    #expect(track.estimate?.threshold == 38)
  }

  @Test func `stopping at either condition and at both can be told apart`() throws {
    let text = "kind: transformed-up-down, start: 80, down: 1, step: {factor: 2}"
    let responses = String(repeating: "110", count: 20)
    let either = try Tracks.follow(text + ", stop: {any: [{trials: 20}, {reversals: 5}]}", task: Tracks.log, responses)
    let both = try Tracks.follow(text + ", stop: {all: [{trials: 20}, {reversals: 5}]}", task: Tracks.log, responses)
    #expect(either.rows.count == 9)
    #expect(either.status == .finished(.reversals))
    #expect(both.rows.count == 20)
    #expect(both.status == .finished(.trials))
  }

  @Test func `negative levels with steps that multiply are refused`() throws {
    let text = "kind: transformed-up-down, start: -5.3, down: 1, stop: {trials: 60}"
    #expect(
      try Tracks.problems(text + ", step: {factor: 2}")
        == ["strategies.track.start: expected a start > 0 for steps that multiply, got -5.3"])
    #expect(
      try Tracks.problems(text + ", step: {db: 2}", task: Tracks.log)
        == ["strategies.track.start: expected a number (dB) > 0, got '-5.3'"])
    #expect(try Tracks.problems(text + ", step: {linear: 2}").isEmpty)
  }

  @Test func `steps that could carry a level below 0 on a log axis are refused`() throws {
    let text = "kind: transformed-up-down, start: 5.3, down: 1, stop: {trials: 60}, step: {linear: 2}"
    #expect(
      try Tracks.problems(text, task: Tracks.log)
        == ["strategies.track.step: linear steps can lead to levels of 0 or below, which a log axis does not have"])
    #expect(try Tracks.problems(text + ", limits: [0.7, 91.3]", task: Tracks.log).isEmpty)
  }

  /// `after-reversals: {2: …}` holds for the step made at the second reversal.
  @Test func `a new step is in force at the reversal it is stated for`() throws {
    let track = try Tracks.follow(
      "kind: transformed-up-down, start: 40, down: 1, stop: {trials: 60}, step: {linear: 8, after-reversals: {2: 3}}",
      "101")
    #expect(track.levels == [40, 32, 40])
    #expect(track.next?.level.value == 37)
  }

  @Test func `a new step is in force at the trial it is stated for`() throws {
    let track = try Tracks.follow(
      "kind: transformed-up-down, start: 40, down: 1, stop: {trials: 60}, step: {linear: 8, after-trials: {3: 3}}",
      "111")
    #expect(track.levels == [40, 32, 24])
    #expect(track.next?.level.value == 21)
  }
}

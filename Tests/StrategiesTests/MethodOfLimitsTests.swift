import PeachSimulation
import PeachTrials
import Testing

@Suite struct MethodOfLimitsTests {
  private func track(_ settings: String, task: String = Tracks.linear, _ responses: String) throws -> Followed {
    try Tracks.follow("kind: limits, levels: [6, 2, 8, 4], \(settings)", task: task, responses)
  }

  @Test func `series go down to the first negative and up to the first positive answer, in turn`() throws {
    let track = try track("series: 4", "110" + "001" + "10" + "01")
    #expect(track.levels == [8, 6, 4, 2, 4, 6, 8, 6, 2, 4])
    #expect(track.status == .finished(.finished))
    #expect(track.next == nil)
    // Crossings at 5, 5, 7, 3.
    #expect(track.estimate == Estimate(status: .ok, threshold: 5))
    let means: [Double?] = [5, 5, 5, 5, 5, 17.0 / 3, 17.0 / 3, 5]
    #expect(track.rows.dropFirst(2).map { $0.estimate?.threshold } == means)
    #expect(track.reversalTrials == [3, 6, 8, 10])
  }

  @Test func `series may all go one way`() throws {
    #expect(try track("series: 3, direction: descending", "10" + "110" + "10").levels == [8, 6, 8, 6, 4, 8, 6])
    #expect(try track("series: 3, direction: ascending", "01" + "001" + "01").levels == [2, 4, 2, 4, 6, 2, 4])
  }

  @Test func `on a log axis means are geometric`() throws {
    let track = try track("series: 2", task: Tracks.log, "110" + "01")
    // √(6·4) and √(2·4).
    #expect(agrees(try #require(track.estimate?.threshold), (24.0 * 8).squareRoot().squareRoot()))
  }

  @Test func `a series that ends with the list, or turns at its first level, has no crossing`() throws {
    // Down to the end; up, turning at once; down, crossing at 7.
    let track = try track("series: 3", "1111" + "1" + "10")
    #expect(track.levels == [8, 6, 4, 2, 2, 8, 6])
    #expect(track.estimate == Estimate(status: .ok, threshold: 7))
    #expect(track.reversalTrials == [7])
  }

  @Test func `without a crossing the status is floor for who is always right, ceiling for who never is`() throws {
    let right = try track("series: 4", String(repeating: "1", count: 40))
    #expect(right.levels == [8, 6, 4, 2, 2, 8, 6, 4, 2, 2])
    #expect(right.status == .finished(.finished))
    #expect(right.estimate == Estimate(status: .floor, threshold: nil))
    let wrong = try track("series: 4", String(repeating: "0", count: 40))
    #expect(wrong.levels == [8, 2, 4, 6, 8, 8, 2, 4, 6, 8])
    #expect(wrong.estimate == Estimate(status: .ceiling, threshold: nil))
  }

  @Test func `before the first series has ended there is no threshold`() throws {
    let track = try track("series: 4, stop: {trials: 2}", "11")
    #expect(track.status == .finished(.trials))
    #expect(track.estimate == Estimate(status: .tooFewReversals, threshold: nil))
  }

  @Test func `a crossing lies between the levels that were presented`() throws {
    let track = try Tracks.follow(
      "kind: limits, levels: [6, 2, 8, 4], series: 2",
      [.positive(true, at: 8.5), .positive(true, at: 6.25), .positive(false, at: 3.75)])
    #expect(track.estimate?.threshold == 5)
    #expect(track.next?.level.value == 2)
  }

  @Test func `crossings count as reversals for a stop`() throws {
    let track = try track("series: 9, stop: {reversals: 2}", "110" + "001")
    #expect(track.status == .finished(.reversals))
  }

  @Test(arguments: [
    ("[3]", "expected two or more levels, got one"), ("[3, 5, 3]", "expected each value once, got 3 twice"),
  ])
  func `levels are two or more, each once`(levels: String, problem: String) throws {
    #expect(
      try Tracks.problems("kind: limits, levels: \(levels), series: 2") == ["strategies.track.levels: \(problem)"])
  }
}

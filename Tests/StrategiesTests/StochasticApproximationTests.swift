import Glibc
import PeachSimulation
import PeachTrials
import Testing

/// Robbins & Monro (1951), Ann. Math. Stat. 22:400–407, and Kesten (1958), Ann. Math. Stat. 29:41–59, by their formulas.
@Suite struct StochasticApproximationTests {
  private func track(_ kind: String, _ responses: String, step: String = "linear: 6", task: String = Tracks.linear)
    throws
    -> [Double]
  {
    let track = try Tracks.follow(
      "kind: \(kind), start: 10, target: 0.75, step: {\(step)}, stop: {trials: 99}", task: task, responses)
    return track.levels + [try #require(track.next).level.value]
  }

  /// x − (6/n)·(z − 0.75): −6·0.25, +3·0.75, −2·0.25, +1.5·0.75.
  @Test func `robbins and monro divide the step by the number of the trial`() throws {
    #expect(try track("robbins-monro", "1010") == [10, 8.5, 10.75, 10.25, 11.375])
  }

  /// c/n: −6·0.25, −3·0.25. Then c/(2 + m): m = 0, −3·0.25; m = 0, +3·0.75 (it is this answer that turns); m = 1,
  /// +2·0.75, −2·0.25; m = 2, −1.5·0.25.
  @Test func `kesten divides by the changes of direction before the step`() throws {
    #expect(try track("kesten", "1110011") == [10, 8.5, 7.75, 7, 9.25, 10.75, 10.25, 9.875])
  }

  @Test func `Kesten's steps equal Robbins and Monro's if every answer reverses the direction`() throws {
    #expect(try track("kesten", "1010101010") == track("robbins-monro", "1010101010"))
  }

  /// A factor of 16 to the power of −0.25, and of 0.75/2.
  @Test func `multiplicative steps are in log units`() throws {
    let levels = try track("robbins-monro", "10", step: "factor: 16", task: Tracks.log)
    #expect(agrees(levels[1], 5))
    #expect(agrees(levels[2], 5 * pow(2, 1.5)))
  }

  @Test(arguments: ["robbins-monro", "kesten"])
  func `the estimate is the next level, and a step starts from the presented level`(kind: String) throws {
    let settings = "kind: \(kind), start: 10, target: 0.6, step: {linear: 5}, stop: {trials: 1}"
    let track = try Tracks.follow(settings, [.positive(true, at: 13)])
    #expect(track.estimate == Estimate(status: .ok, threshold: 11))
    #expect(track.status == .finished(.trials))
    let recommended = try Tracks.follow(settings + ", step-from: recommended", [.positive(true, at: 13)])
    #expect(recommended.estimate?.threshold == 8)
    #expect(try Tracks.cell(settings).factory?.facts.target == 0.6)
  }

  @Test(arguments: ["robbins-monro", "kesten"])
  func `eight steps beyond a limit end the track`(kind: String) throws {
    let track = try Tracks.follow(
      "kind: \(kind), start: 10, target: 0.6, step: {linear: 40}, limits: [0, 90], stop: {trials: 99}",
      String(repeating: "1", count: 99))
    #expect(track.rows.count == 9)
    #expect(track.status == .floor)
  }
}

import Glibc
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// The targets of rules whose step up differs from the step down.
@Suite struct WeightedTargetTests {
  /// Kaernbach (1991), Percept. Psychophys. 49:227–229: the step up over the step down, to its printed digits.
  @Test(arguments: zip([0.75, 0.7937, 0.8, 0.9], [3, 3.847, 4, 9]))
  func `the step up of the weighted rule is p over 1 − p times the step down`(target: Double, ratio: Double) throws {
    let strategy = "kind: weighted-up-down, start: 50, target: \(target), step: {linear: 1}, stop: {trials: 7}"
    let track = try Tracks.follow(strategy, "10")
    #expect(track.levels == [50, 49])
    #expect(abs(try #require(track.next).level.value - (49 + ratio)) <= 0.5e-3)
    let facts = try #require(try Tracks.cell(strategy).factory?.facts)
    #expect(abs(try #require(facts.target) - target) <= 1e-15)
  }

  @Test(arguments: ["factor: 1.3", "db: 2.27887", "log: 0.113943"])
  func `for steps that multiply the ratio holds in log units`(size: String) throws {
    let track = try Tracks.follow(
      "kind: weighted-up-down, start: 50, target: 0.75, step: {\(size)}, stop: {trials: 7}", task: Tracks.log, "10")
    let down = log(track.levels[1] / 50)
    let up = log(try #require(track.next).level.value / track.levels[1])
    #expect(abs(up / down + 3) <= 1e-13)
    // The sizes are one size to six digits.
    #expect(abs(down + log(1.3)) <= 1e-5)
  }

  /// García-Pérez (1998), Vision Res. 38:1861–1881: the ratios with the points they converge on, to the printed digits.
  @Test(arguments: [(1, 0.2845, 0.7785), (2, 0.5488, 0.8035), (3, 0.7393, 0.8315), (4, 0.8415, 0.8584)])
  func `the published ratios converge on the published points`(down: Int, ratio: Double, target: Double) throws {
    let strategy = "kind: garcia-perez, start: 50, down: \(down), step: {linear: 2.3}, stop: {trials: 70}"
    let track = try Tracks.follow(strategy, String(repeating: "1", count: down) + "0")
    #expect(agrees(track.levels[down], 47.7))
    #expect(agrees(try #require(track.next).level.value, 47.7 + 2.3 / ratio))
    #expect(abs(try #require(try Tracks.cell(strategy).factory?.facts.target) - target) <= 0.5001e-4)
    let closedForm = pow(1 / (1 + ratio), 1 / Double(down))
    #expect(abs(Staircase.target(down: down, up: 1, stepDownOverUp: ratio) - closedForm) <= 1e-15)
  }

  @Test func `a ratio of one's own is step down over step up`() throws {
    let track = try Tracks.follow(
      "kind: garcia-perez, start: 50, down: 5, ratio: 0.8, step: {linear: 2}, stop: {trials: 7}", "0")
    #expect(try #require(track.next).level.value == 52.5)
  }

  @Test func `five down have no published ratio, so it must be stated`() throws {
    #expect(
      try Tracks.problems("kind: garcia-perez, start: 50, down: 5, step: {linear: 2}, stop: {trials: 7}")
        == ["strategies.track.ratio: missing; expected a number > 0"])
  }

  @Test func `a target is printed in per cent`() throws {
    let factory = try Tracks.cell("kind: garcia-perez, start: 50, step: {linear: 2}, stop: {trials: 7}").factory
    #expect(factory?.facts.targetText == "converges on 83.15 %")
  }
}

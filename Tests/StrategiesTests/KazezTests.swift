import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// The Kazez rule, against values worked out from its two formulas.
@Suite struct KazezTests {
  /// Under correct answers alone, from 100 cents, to the printed digits.
  static let narrowing = [
    100, 50, 32.3223, 23.1343, 17.5707, 13.8881, 11.3003, 9.4009, 7.9597, 6.8369, 5.9431, 5.2186, 4.6226, 4.1256,
    3.7066, 3.3498,
  ]

  private func track(_ settings: String = "", _ responses: String) throws -> Followed {
    try Tracks.follow("kind: kazez, stop: {trials: 1000}\(settings)", task: Tracks.comparison, responses)
  }

  @Test func `correct answers narrow from 100 cents as published`() throws {
    let track = try track("", String(repeating: "1", count: 16))
    #expect(track.levels[0] == 100)
    #expect(track.levels.count == Self.narrowing.count)
    for (level, expected) in zip(track.levels, Self.narrowing) { #expect(abs(level - expected) <= 0.5e-4) }
  }

  @Test(arguments: zip([10, 5, 2, 1, 0.5, 0.1], [7, 12, 22, 33, 49, 117]))
  func `so many correct answers lead to a level`(level: Double, count: Int) throws {
    let levels = try track(", at-limit: off", String(repeating: "1", count: 130)).levels
    #expect(levels.firstIndex { $0 <= level } == count)
  }

  @Test(
    arguments: [
      (100, 190, 4), (50, 81.8198, 4), (20, 28.0498, 4), (10, 12.8460, 4), (5, 6.00623, 5), (2, 2.25456, 5),
      (1, 1.09, 9),
    ] as [(Double, Double, Int)])
  func `a wrong answer widens as published`(level: Double, expected: Double, digits: Int) throws {
    let half = (0..<digits).reduce(0.5) { half, _ in half / 10 }
    #expect(abs(KazezRule().next(after: level, isPositive: false) - expected) <= half)
    let next = try #require(try track(", start: \(level)", "0").next).level.value
    #expect(abs(next - min(expected, 100)) <= half)
  }

  /// 0.09 / (0.05 + 0.09) = 9/14: there the expected step is 0 at every level.
  @Test(arguments: [0.31, 2.7, 23.7, 91.3]) func `the expected step is 0 at nine fourteenths correct`(level: Double) {
    let rule = KazezRule()
    let down = rule.next(after: level, isPositive: true) - level
    let up = rule.next(after: level, isPositive: false) - level
    #expect(abs(9.0 / 14 * down + 5.0 / 14 * up) <= 1e-13 * level)
  }

  @Test func `levels stay between 0.1 and 100 cents by default`() throws {
    #expect(try #require(try track("", "0").next).level.value == 100)
    #expect(try track(", start: 0.1", "1").next?.level.value == 0.1)
    #expect(try track(", limits: [0.37, 23.7]", "").next?.level.value == 23.7)
  }

  @Test func `the coefficients may be set`() throws {
    // 25 · (1 − 0.08 · 5), then 15 · (1 + 0.1 · √15)
    let track = try track(", narrowing: 0.08, widening: 0.1, start: 25", "10")
    #expect(agrees(track.levels[1], 15))
    #expect(agrees(try #require(track.next).level.value, 15 + 1.5 * 15.0.squareRoot()))
  }

  /// Narrowing has its peak at (2 / (3 · 0.05))² = 177.8 cents.
  @Test func `a highest level above 177 cents is refused, for narrowing turns there`() throws {
    #expect(
      try Tracks.problems("kind: kazez, stop: {trials: 7}, limits: [1, 178]", task: Tracks.comparison)
        == ["strategies.track.limits: expected a highest level of at most 177, got 178"])
    let rule = KazezRule()
    let levels = stride(from: 0.1, through: 177, by: 0.1).map { rule.next(after: $0, isPositive: true) }
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
    #expect(rule.next(after: 179, isPositive: true) < rule.next(after: 177.7, isPositive: true))
  }

  @Test func `one chain of levels runs over all notes and intervals`() throws {
    let track = try Tracks.follow(
      "kind: kazez, stop: {trials: 9}", task: "{kind: comparison, intervals: [prime, octave, tritone-down]}",
      "110110111")
    var level = 100.0
    for row in track.rows {
      #expect(row.comparison.level.value == level)
      #expect(abs(row.comparison.offset) == level)
      level = min(100, KazezRule().next(after: level, isPositive: row.isPositive))
    }
    #expect(Set(track.rows.map(\.comparison.interval)).count > 1)
  }

  @Test func `the strategy has no target and no estimate`() throws {
    let facts = try #require(
      try Tracks.cell("kind: kazez, stop: {trials: 9}", task: Tracks.comparison).factory?.facts)
    #expect(facts.target == nil)
    #expect(facts.targetText == "level-dependent")
    #expect(facts.estimated.isEmpty)
  }
}

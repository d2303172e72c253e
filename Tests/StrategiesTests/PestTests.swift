import Foundation
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// PEST by the rules of Taylor & Creelman (1967), J. Acoust. Soc. Am. 41:782–787, and trial by trial against another
/// program.
@Suite struct PestTests {
  private static let settings = "kind: pest, start: 100, step: {linear: 8}, min-step: 0.001, stop: {trials: 999}"

  /// With a target of 75 % and a limit of 1 four correct answers at a level make it move down (4 − 3 = 1) and two wrong
  /// ones up (0 − 1.5 ≤ −1): D and U. Gives the levels the track moves through.
  private func moves(_ letters: String, _ settings: String = settings, task: String = Tracks.linear) throws -> [Double]
  {
    let track = try Tracks.follow(
      settings, task: task, letters.map { $0 == "D" ? "1111" : "00" }.joined())
    var levels: [Double] = []
    for (row, following) in zip(track.rows, track.rows.dropFirst().map(\.comparison.level.value)) {
      if row.comparison.level.value != following { levels.append(following) }
    }
    return levels + [try #require(track.next).level.value]
  }

  // MARK: When it moves

  @Test func `it moves when the count is as far from its expectation as the limit`() throws {
    // k − 0.75·n: 0.25, 0.5, 0.75, 0, 0.25, 0.5, 0.75, 1.
    let down = try Tracks.follow(Self.settings, "11101111")
    #expect(down.levels == [Double](repeating: 100, count: 8))
    #expect(down.next?.level.value == 92)
    // 0.25, −0.5, −0.25, −1.
    #expect(try Tracks.follow(Self.settings, "1010").next?.level.value == 108)
  }

  @Test func `target and limit are the file's`() throws {
    let settings = Self.settings + ", target: 0.6, wald-limit: 1.5"
    // 0.4 a correct answer: 1.2, 1.6. −0.6 a wrong one: −1.2, −1.8.
    #expect(try Tracks.follow(settings, "111").next?.level.value == 100)
    #expect(try Tracks.follow(settings, "1111").next?.level.value == 92)
    #expect(try Tracks.follow(settings, "00").next?.level.value == 100)
    #expect(try Tracks.follow(settings, "000").next?.level.value == 108)
    let facts = try #require(try Tracks.cell(settings).factory?.facts)
    #expect(facts.target == 0.6)
  }

  @Test func `a limit that is met but for rounding is met`() throws {
    // Ten trials at 0.7: nine correct are 2 more than expected, in doubles less.
    let settings = Self.settings + ", target: 0.7, wald-limit: 2"
    #expect(try Tracks.follow(settings, "0111111111").next?.level.value == 92)
  }

  @Test func `the count restarts after a move and after an answer at another level`() throws {
    #expect(try Tracks.follow(Self.settings, "1111111").next?.level.value == 92)
    let answers = [100, 100, 100, 90, 90, 90].map { Trace.Answer.positive(true, at: $0) }
    let presented = try Tracks.follow(Self.settings, answers)
    #expect(presented.next?.level.value == 90)
    let moved = try Tracks.follow(Self.settings, answers + [.positive(true, at: 90)])
    #expect(moved.next?.level.value == 82)
  }

  @Test func `from the recommended level the count continues at any presented level`() throws {
    let answers = [99.3, 101, 99.8, 100.4].map { Trace.Answer.positive(true, at: $0) }
    let track = try Tracks.follow(Self.settings + ", step-from: recommended", answers)
    #expect(track.rows.count == 4)
    #expect(track.next?.level.value == 92)
  }

  // MARK: How far

  @Test func `rule 1, on every reversal the step is halved`() throws {
    #expect(try moves("DUDUD") == [92, 96, 94, 95, 94.5])
  }

  @Test func `rule 2, the second step in a direction is as long as the first`() throws {
    #expect(try moves("DDUU") == [92, 84, 88, 92])
  }

  @Test func `rule 3, the fourth step in a direction and all later ones are doubled`() throws {
    // Down 8 8 16, up 8 8 8 (not doubled after a doubling), then 16, 32.
    #expect(try moves("DDDUUUUU") == [92, 84, 68, 76, 84, 92, 108, 140])
  }

  @Test func `rule 4, the third step is doubled unless the step before the reversal was`() throws {
    // Down 8 8, up 4 4 8: the step before the reversal was not doubled.
    #expect(try moves("DDUUU") == [92, 84, 88, 92, 100])
    // Down 8 8 16, up 8 8 8: it was.
    #expect(try moves("DDDUUU") == [92, 84, 68, 76, 84, 92])
    // With no reversal yet nothing was doubled before one: 8 8 16.
    #expect(try moves("DDD") == [92, 84, 68])
  }

  @Test func `a third step that was not doubled lets the third after the next reversal be doubled`() throws {
    // Down 8 8 16; up 8 8, the second not doubled; down 4 4 8.
    #expect(try moves("DDDUUDDD") == [92, 84, 68, 76, 84, 80, 76, 68])
    // Down 8 8 16; up 8 8 8, none doubled; down 4 4 8.
    #expect(try moves("DDDUUUDDD") == [92, 84, 68, 76, 84, 92, 88, 84, 76])
    // Down 8 8 16; up 8 8 8 16, doubled; down 8 8 8; up 4 4 8.
    #expect(try moves("DDDUUUUDDDUUU") == [92, 84, 68, 76, 84, 92, 108, 100, 92, 84, 88, 92, 100])
    // One step before the reversal is none that was doubled, whatever came before it: up 8; down 4 4 8.
    #expect(try moves("DDDUDDD") == [92, 84, 68, 76, 72, 68, 60])
  }

  @Test func `steps grow up to the largest`() throws {
    // 8 8 16 20 20: the fourth may grow a little and counts as doubled, the fifth not at all and does not.
    let settings = Self.settings + ", max-step: 20"
    #expect(try moves("DDDDUUU", settings) == [92, 84, 68, 48, 58, 68, 78])
    #expect(try moves("DDDDDUUU", settings) == [92, 84, 68, 48, 28, 38, 48, 68])
  }

  @Test(arguments: ["factor: 4", "db: 12.041199826559248", "log: 0.6020599913279624"])
  func `steps that multiply halve and double in log units`(size: String) throws {
    let settings = "kind: pest, start: 100, step: {\(size)}, min-step: 1.0001, stop: {trials: 999}"
    let levels = try moves(
      "DDUUU", settings.replacing("1.0001", with: size.hasPrefix("f") ? "1.0001" : "0.0001"), task: Tracks.log)
    for (level, expected) in zip(levels, [25, 6.25, 12.5, 25, 100]) { #expect(agrees(level, expected)) }
  }

  // MARK: How it ends

  @Test func `a reversal that would halve the step below the smallest ends it where that step leads`() throws {
    let settings = "kind: pest, start: 100, step: {linear: 8}, min-step: 2, stop: {trials: 999}"
    // 8, then 4, then 2, which is not below; then 1.
    let track = try Tracks.follow(settings, "1111" + "00" + "1111" + "00")
    #expect(track.levels == [100, 100, 100, 100, 92, 92, 96, 96, 96, 96, 94, 94])
    #expect(track.status == .finished(.finished))
    #expect(track.next == nil)
    #expect(track.estimate == Estimate(status: .ok, threshold: 95))
    #expect(track.reversalTrials == [6, 10, 12])
    let before = try Tracks.follow(settings, "1111" + "00" + "1111")
    #expect(before.status == .running)
    #expect(before.estimate?.threshold == 94)
  }

  @Test func `the estimate is the current level if a stop comes first`() throws {
    let track = try Tracks.follow(
      "kind: pest, start: 100, step: {linear: 8}, min-step: 1, stop: {trials: 5}", "11111")
    #expect(track.status == .finished(.trials))
    #expect(track.estimate == Estimate(status: .ok, threshold: 92))
  }

  @Test func `another estimator may be asked for`() throws {
    let track = try Tracks.follow(
      Self.settings + ", estimator: {kind: reversals, last: 2}", "1111" + "00" + "1111" + "0")
    #expect(track.estimate?.threshold == 94)
  }

  @Test func `at a limit it ends after eight moves that would go beyond`() throws {
    let track = try Tracks.follow(
      "kind: pest, start: 10, step: {linear: 8}, min-step: 1, limits: [0, 20], stop: {trials: 999}",
      String(repeating: "1", count: 99))
    // 10, 2, 0 and then eight counts of four.
    #expect(track.rows.count == 4 * 10)
    #expect(track.status == .floor)
    #expect(track.estimate == Estimate(status: .floor, threshold: nil))
  }

  @Test func `sizes that do not go together are refused`() throws {
    func problems(_ sizes: String) throws -> [String] {
      try Tracks.problems("kind: pest, start: 9, \(sizes), stop: {trials: 9}", task: Tracks.log)
    }
    #expect(
      try problems("step: {factor: 2}, min-step: 2.5")
        == ["strategies.track.min-step: expected at most the step, got 2.5"])
    #expect(
      try problems("step: {factor: 2}, min-step: 1.2, max-step: 1.5")
        == ["strategies.track.max-step: expected at least the step, got 1.5"])
    #expect(
      try problems("step: {factor: 2}, min-step: 0.5")
        == ["strategies.track.min-step: expected a factor > 1, because step is a factor too, got 0.5"])
    #expect(try problems("step: {db: 2}, min-step: 0.5, max-step: 2").isEmpty)
  }

  // MARK: Another program's tracks

  struct Golden: Decodable {
    var pest: [Row]

    struct Row: Decodable {
      var config: Config
      var responses: String
      var levels: [Double]
      var next: Double
      /// Counted from 1.
      var reversalTrials: [Int]
      var finished: Bool
      var threshold: Double?
    }

    struct Config: Decodable {
      var start, step, minStep, maxStep, target, waldLimit: Double
    }
  }

  @Test(arguments: 0..<7) func `levels, reversals, the end and the threshold are psychopy-pest's`(index: Int) throws {
    let url = try #require(Bundle.module.url(forResource: "pest", withExtension: "json", subdirectory: "Golden"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let golden = try decoder.decode(Golden.self, from: Data(contentsOf: url))
    #expect(golden.pest.count == 7)
    let expected = golden.pest[index]
    let config = expected.config
    let track = try Tracks.follow(
      """
      kind: pest, start: \(config.start), step: {linear: \(config.step)}, min-step: \(config.minStep), \
      max-step: \(config.maxStep), target: \(config.target), wald-limit: \(config.waldLimit), stop: {trials: 9999}
      """, expected.responses)
    #expect(track.rows.count == expected.levels.count)
    for (row, level) in zip(track.rows, expected.levels) {
      #expect(agrees(row.comparison.level.value, level, scale: config.step), "trial \(row.trial)")
    }
    #expect(track.reversalTrials == expected.reversalTrials)
    #expect((track.status == .finished(.finished)) == expected.finished)
    let estimate = try #require(track.estimate?.threshold)
    #expect(agrees(estimate, expected.threshold ?? expected.next, scale: config.step))
  }
}

import PeachConformance
import PeachSimulation
import PeachStrategies
import PeachTrials
import Testing

/// Kaernbach (1990), J. Acoust. Soc. Am. 88:2645–2655: yes/no with an adjustment matrix.
@Suite struct SiamTests {
  private static let yesNo = "{kind: yes-no, unit: dB}"
  private static let responses = "110100111010001101011001011010001110100101101110"

  private func track(_ settings: String, task: String = yesNo, _ responses: String = responses) throws -> Followed {
    try Tracks.follow("kind: siam, start: 30, stop: {trials: 999}, \(settings)", task: task, responses)
  }

  /// Hit, miss, false alarm, correct rejection: −1, t/(1 − t), 1/(1 − t), 0.
  @Test(arguments: [(0.5, [-2.0, 2, 4, 0]), (0.75, [-2, 6, 8, 0]), (0.2, [-2, 0.5, 2.5, 0])])
  func `the level moves by the matrix`(hitRate: Double, matrix: [Double]) throws {
    let track = try track("step: {linear: 2}, reduced-hit-rate: \(hitRate)")
    let levels = track.levels + [try #require(track.next).level.value]
    var met: Set<Int> = []
    for (row, next) in zip(track.rows, levels.dropFirst()) {
      let outcome = (row.comparison.level.kind == .noise ? 2 : 0) + (row.isPositive ? 0 : 1)
      #expect(agrees(next - row.comparison.level.value, matrix[outcome], scale: 99), "trial \(row.trial)")
      met.insert(outcome)
    }
    #expect(met.count == 4)
  }

  @Test func `steps that multiply follow the matrix in log units, and change as in a staircase`() throws {
    let track = try track(
      "step: {factor: 1.5, after-reversals: {2: 1.2}}", task: "{kind: yes-no, unit: dB, scale: log}")
    let levels = track.levels + [try #require(track.next).level.value]
    let powers = [-1.0, 1, 2, 0]
    var reversals = 0
    for (row, next) in zip(track.rows, levels.dropFirst()) {
      if row.isReversal { reversals += 1 }
      let size = reversals < 2 ? 1.5 : 1.2
      let power = powers[(row.comparison.level.kind == .noise ? 2 : 0) + (row.isPositive ? 0 : 1)]
      var expected = row.comparison.level.value
      for _ in 0..<Int(abs(power)) { expected *= power < 0 ? 1 / size : size }
      #expect(agrees(next, expected), "trial \(row.trial)")
    }
    #expect(reversals > 4)
  }

  @Test func `correct rejections are no part of a reversal`() throws {
    let track = try track("step: {linear: 2}")
    var last: Bool?
    for row in track.rows {
      let isNoise = row.comparison.level.kind == .noise
      if isNoise, !row.isPositive {
        #expect(!row.isReversal)
        continue
      }
      let isDown = !isNoise && row.isPositive
      #expect(row.isReversal == (last != nil && last != isDown), "trial \(row.trial)")
      last = isDown
    }
  }

  /// n = 4000; refused under one seed in ten million. A share that is 0.05 off would be refused 99 times in a hundred.
  @Test(arguments: [0.5, 0.3]) func `the share of noise trials does not depend on the answers`(share: Double) throws {
    func kinds(_ letter: String) throws -> [TrialKind] {
      let track = try Tracks.follow(
        "kind: siam, start: 30, stop: {trials: 4000}, step: {linear: 2}, noise: \(share)", task: Self.yesNo,
        String(repeating: letter, count: 4000))
      return track.rows.map(\.comparison.level.kind)
    }
    let drawn = try kinds("1")
    #expect(try kinds("0") == drawn)
    #expect(Binomial.accepts(drawn.count { $0 == .noise }, of: 4000, probability: share, falseAlarm: 1e-7))
  }

  @Test func `its target is a proportion correct over signal and noise`() throws {
    let half = try Tracks.cell(
      "kind: siam, start: 30, stop: {trials: 9}, step: {linear: 2}, reduced-hit-rate: 0.6", task: Self.yesNo)
    #expect(agrees(try #require(half.factory?.facts.target), 0.8))
    #expect(half.factory?.facts.noiseShare == 0.5)
    let third = try Tracks.cell(
      "kind: siam, start: 30, stop: {trials: 9}, step: {linear: 2}, noise: 0.3", task: Self.yesNo)
    #expect(agrees(try #require(third.factory?.facts.target), 0.65))
  }

  @Test(arguments: [
    "{kind: forced-choice, unit: dB}", "{kind: forced-choice, unit: dB, alternatives: 3}", "{kind: comparison}",
  ])
  func `other tasks are refused`(task: String) throws {
    #expect(
      try Tracks.problems(
        "kind: siam, start: 30, step: {linear: 2}, limits: [1, 99], stop: {trials: 9}", task: task)
        == ["strategies.track.kind: expected a yes/no task: siam presents signal or noise, and asks which"])
  }
}
